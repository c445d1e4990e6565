// Answers requests for a brand's site in watch mode. Addresses are the same as on a static host; a page is sent as a build would
// write it, plus one script tag.

import { islandFiles } from '../assets/index.ts'
import type { PreparedSite } from '../build/index.ts'
import { type OutputFile, sumOf } from '../files/index.ts'
import { parseRedirectRules } from '../render/index.ts'
import type { Page } from '../site/index.ts'
import { failedPage } from './failed-page.ts'
import {
  bytesReply,
  hostRoutes,
  type Place,
  pageReply,
  type Reply,
  redirectReply,
  type VettedRequest,
} from './http/index.ts'
import type { BrandState, Session } from './session.ts'
import type { SiteOutput } from './site-check.ts'

/** @param scriptTag Makes the start of the tag that loads the client script, to which its data is added. */
export function brandSites(session: Session, client: { readonly path: string; readonly token: string }) {
  const routingOf = rememberPerSite(routeSite)

  return async (id: string, request: VettedRequest): Promise<Reply | undefined> => {
    const find = () => {
      const state = session.brand(id)
      const routing = state?.site && routingOf(state.site, state.output)
      return { state, routing, place: routing?.placeOf(request.path) }
    }
    await session.open(id)
    let found = find()
    // Some files are made from all pages. Until those are rendered, no address is known to be unused.
    if (found.state?.checked === false && (found.place === undefined || found.place.status === 404)) {
      await session.checked(id)
      found = find()
    }
    const { state, routing, place } = found
    if (state?.site === undefined || routing === undefined) return watchedPage(failedPage(), 500)
    if (place === undefined) return undefined
    if ('redirect' in place) return redirectReply(place.status, place.redirect, request)
    return resourceReply(state.site, id, routing.resources.get(place.file) as Resource, place.status)
  }

  async function resourceReply(
    site: PreparedSite,
    id: string,
    resource: Resource,
    status: number,
  ): Promise<Reply | undefined> {
    if ('file' in resource) return bytesReply(resource.file.path, resource.file.bytes, status)
    if ('cardOf' in resource) {
      const card = await site.card(resource.cardOf)
      return card && bytesReply(card.path, card.bytes, status)
    }
    const rendered = await session.render(id, resource.page)
    if (rendered === undefined) return watchedPage(failedPage(), 500)
    return watchedPage(new TextDecoder().decode(rendered.file.bytes), status)
  }

  /** A page with the script that keeps it up to date, and the data for that script. */
  function watchedPage(html: string, status: number): Reply {
    const page = sumOf(html)
    const frame = sumOf(withoutStyles(html))
    const tag = `<script type="module" src="${client.path}" data-token="${client.token}" data-page="${page}" data-frame="${frame}" data-status="${status}"></script>`
    const end = html.lastIndexOf('</body>')
    const text = end === -1 ? html + tag : html.slice(0, end) + tag + html.slice(end)
    return pageReply(text, { 'x-imprint-page': page, 'x-imprint-frame': frame }, status)
  }
}

type Resource = { readonly page: Page } | { readonly file: OutputFile } | { readonly cardOf: Page }

interface Routing {
  /** By output path. */
  readonly resources: ReadonlyMap<string, Resource>
  readonly placeOf: (address: string) => Place | undefined
}

/**
 * The addresses of a site. Until its output is known, these are its pages and the files that they load, because scripts must not
 * wait until all pages are checked.
 */
function routeSite(prepared: PreparedSite, output: SiteOutput | undefined): Routing {
  const { site, bundle } = prepared
  const files = output?.files ?? [...prepared.files, ...islandFiles(bundle.islands).values()]
  const resources = new Map<string, Resource>([
    ...site.pages.map(page => [page.outputPath, { page }] as const),
    ...files.map(file => [file.path, { file }] as const),
    ...[...(output?.cards ?? [])].map(([path, cardOf]) => [path, { cardOf }] as const),
  ])
  const redirects = files.find(file => file.path === '_redirects')
  const placeOf = hostRoutes(resources.keys(), {
    basePath: site.view.brand.basePath,
    redirects: parseRedirectRules(new TextDecoder().decode(redirects?.bytes)),
  })
  return { resources, placeOf }
}

/** Remembers a result for as long as the site, or its output if that is known, is in memory. */
function rememberPerSite<Value>(
  work: (site: PreparedSite, output: SiteOutput | undefined) => Value,
): (site: PreparedSite, output: BrandState['output']) => Value {
  const results = new WeakMap<object, Value>()
  return (site, output) => {
    const key = output ?? site
    const value = results.get(key) ?? work(site, output)
    results.set(key, value)
    return value
  }
}

/** A page without its styles and without the policy, which has their hashes. */
function withoutStyles(html: string): string {
  return html
    .replace(/(<style\b[^>]*>)[\s\S]*?<\/style>/g, '$1</style>')
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
}
