// The page shown while a page cannot be built. If there is a last good version of the page, `browser/overlay.ts` shows the
// problems over it instead.

import { htmlPage } from '../html/index.ts'

/** The response, with status 500, for a page that has no good version yet. The script in every page shows the problems. */
export function failedPage(): string {
  const title = 'This page cannot be shown yet'
  return htmlPage({
    title,
    head: '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n',
    body: `<h1>${title}</h1>
<p>The terminal lists the problems. The page appears as soon as they are fixed.</p>`,
  })
}
