// Screenshots of changed pages before and after, taken by the machine's Chromium with its `--screenshot` flag.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ChangeGroup, PagePictures } from '../../compare/index.ts'
import { startPreview } from '../../dev/index.ts'
import { diskFiles } from '../../files/index.ts'
import { copySite } from '../../output/index.ts'
import { browserWords, findBrowser } from '../forms/browser.ts'

/** Number of groups that get pictures, most important first: each takes the browser a few seconds. */
const mostPictured = 8
/** Milliseconds for one picture. */
const patience = 60_000

const run = promisify(execFile)

/**
 * Takes pictures of one page of each group that concerns pages.
 * @param sites Folders of a brand's site before and after, as `copySite` takes them.
 * @param scratch A folder for temporary files.
 * @returns Undefined if there is no browser.
 */
export async function takePictures(
  groups: readonly ChangeGroup[],
  sites: (id: string) => { readonly before: readonly string[]; readonly after: readonly string[] },
  scratch: string,
  environment: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<ChangeGroup, PagePictures> | undefined> {
  const browser = await findBrowser(environment)
  if (browser === undefined) return undefined
  const pictures = new Map<ChangeGroup, PagePictures>()
  for (const group of groups) {
    if (pictures.size === mostPictured) break
    const [brand, route] =
      [...group.brands].flatMap(([id, routes]) => {
        const page = routes.find(path => path.endsWith('/')) ?? routes.find(path => path.endsWith('.html'))
        return page === undefined ? [] : [[id, page] as const]
      })[0] ?? []
    if (brand === undefined || route === undefined || group.kind === 'meta') continue
    const { before, after } = sites(brand)
    const at = (name: string) => join(scratch, `pictured-${pictures.size}-${name}`)
    pictures.set(group, {
      brand,
      route,
      before: await take(browser, before, brand, route, at('before')),
      after: await take(browser, after, brand, route, at('after')),
    })
  }
  return pictures
}

/** One page as a PNG; undefined if there is no such page, or the browser fails. */
async function take(
  browser: string,
  site: readonly string[],
  brand: string,
  route: string,
  folder: string,
): Promise<Uint8Array | undefined> {
  if (!copySite(site, join(folder, brand))) return undefined
  const { value: server } = await startPreview({ out: folder, brands: [brand], port: 0 })
  if (server === undefined) return undefined
  const picture = 'page.png'
  try {
    const address = `${server.sites[0]?.url.replace(/\/$/, '')}${route}`
    if (!(await fetch(address)).ok) return undefined
    await run(
      browser,
      [
        ...browserWords(join(folder, 'profile')),
        '--hide-scrollbars',
        '--window-size=1280,1600',
        // Only the page itself is pictured: requests to other hosts are blocked.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
        `--screenshot=${join(folder, picture)}`,
        address,
      ],
      { timeout: patience },
    )
    return diskFiles(folder).readBytes(picture).value
  } catch {
    return undefined
  } finally {
    await server.close()
  }
}
