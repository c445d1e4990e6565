// The index page of `imprint dev`: every brand with its problems and its pages, side by side at phone and desktop width.
// Complete HTML; its script updates the elements with `data-live` and leaves the frames alone.

import { grouped } from '../diagnostics/index.ts'
import { countBySeverity, counted, type Problem, partsOf, problemsToShow } from './browser/problems.ts'
import { type Html, html } from './html-tag.ts'
import type { BrandState } from './session.ts'

export interface GalleryBrand extends Pick<BrandState, 'id' | 'name' | 'opened' | 'failed'> {
  /** The home page, on the brand's own host. */
  readonly url: string
  readonly problems: readonly Problem[]
  readonly frames: readonly GalleryFrame[]
}

interface GalleryFrame {
  /** `Home` */
  readonly label: string
  readonly url: string
}

interface GalleryOptions {
  readonly brands: readonly GalleryBrand[]
  /** Token for the event stream. */
  readonly token: string
}

/** With more brands than this, their names are in a list at the side, with a filter. */
const mostInOneLine = 8

/** Tells brands apart: by their names, and by their ids if several have the same name, such as a site in two languages. */
function labelsOf(brands: readonly GalleryBrand[]): (brand: GalleryBrand) => string {
  const ids = grouped(brands.map(({ id, name }) => [name, id] as const))
  return ({ id, name }) => (ids.get(name)?.length === 1 ? name : `${name} (${id})`)
}

/** The whole page. Its styles are `/__imprint/gallery.css`, its script `/__imprint/gallery.js`. */
export function galleryPage({ brands, token }: GalleryOptions): string {
  const many = brands.length > mostInOneLine
  const title = counted(brands.length, 'brand')
  const labelOf = labelsOf(brands)
  const filter = html`<label class="filter">Filter <input id="filter" type="search" autocomplete="off" spellcheck="false"></label>
<p id="no-match" role="status" hidden>No brand name matches.</p>`
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · imprint dev</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/__imprint/gallery.css">
</head>
<body class="${many ? 'many' : 'few'}">
<header class="top">
<div class="summary">
<h1>${title}</h1>
<p data-live="summary">${summaryOf(brands)}</p>
<p id="away" class="error" role="status" hidden>imprint dev is not running. Start it again, and this page reconnects.</p>
</div>
<nav aria-label="Brands">
${many && filter}
<ul>
${brands.map(brand => navigationItem(brand, labelOf(brand)))}
</ul>
</nav>
</header>
<main>
${brands.map(brand => section(brand, labelOf(brand)))}
</main>
<script type="module" src="/__imprint/gallery.js" data-token="${token}"></script>
</body>
</html>
`.html
}

function summaryOf(brands: readonly GalleryBrand[]): string {
  const withProblems = brands.filter(({ problems }) => problemsToShow(problems).length > 0).length
  const unopened = brands.filter(({ opened }) => !opened).length
  const summary = withProblems === 0 ? 'No problems' : `${withProblems} with problems`
  return unopened === 0 ? summary : `${summary}; ${unopened} not opened yet (only their config is checked)`
}

function navigationItem({ id, failed, problems }: GalleryBrand, label: string): Html {
  const count = problemsToShow(problems).length
  return html`<li data-brand="${id}"><a href="#brand-${id}"><span data-live="name-${id}">${label}</span><span data-live="mark-${id}">${
    count > 0 && mark(failed, counted(count, 'problem'))
  }</span></a></li>`
}

function mark(failed: boolean, text: string): Html {
  return html` <span class="mark ${failed ? 'error' : 'warning'}">${text}</span>`
}

function section({ id, name, url, opened, failed, problems, frames }: GalleryBrand, label: string): Html {
  return html`<section id="brand-${id}" data-brand="${id}" aria-labelledby="name-${id}">
<div class="head" data-live="head-${id}">
<h2 id="name-${id}"><a href="${url}">${name}</a></h2>
<p class="id">${id}</p>
${problemList(opened, failed, problemsToShow(problems))}
</div>
<ul class="pages" data-live="pages-${id}">
${frames.map(frame => preview(frame, label))}
</ul>
</section>`
}

function problemList(opened: boolean, failed: boolean, problems: readonly Problem[]): Html {
  const unchecked = 'only the config is checked until this brand is opened'
  if (problems.length === 0)
    return html`<p class="fine">${opened ? 'No problems' : `No problems; ${unchecked}`}</p>`
  const state = failed ? 'a build would fail' : opened ? 'a build would succeed' : unchecked
  return html`<details class="${failed ? 'error' : 'warning'}">
<summary>${countBySeverity(problems)}; ${state}</summary>
<ol class="problems">
${problems.map(
  problem =>
    html`<li class="${problem.severity}"><pre>${partsOf(problem).map(
      ({ kind, text }) => html`<span class="${kind}">${text}</span>`,
    )}</pre></li>`,
)}
</ol>
</details>`
}

/** A page at both widths. The frames are inert, like pictures; the link opens the page itself. */
function preview({ label, url }: GalleryFrame, brand: string): Html {
  return html`<li class="page">
<a href="${url}">${label}</a>
<div class="screens" inert>
<div class="screen desktop"><iframe src="${url}" title="${label} of ${brand} at desktop width" loading="lazy"></iframe></div>
<div class="screen phone"><iframe src="${url}" title="${label} of ${brand} at phone width" loading="lazy"></iframe></div>
</div>
</li>`
}
