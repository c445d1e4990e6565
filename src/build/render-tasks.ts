// What another thread is asked to do, and how it answers: plain data, for `postMessage`.

import type { CacheFolder, CardBasis, TemplateCode } from '../assets/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { PageAssets } from '../render/index.ts'
import type { SiteView } from '../site/index.ts'
import type { RemoteFiles } from './finish.ts'
import type { ParseTasks } from './parse-ahead.ts'

/** What a thread is started with. */
export interface ThreadData {
  readonly cacheFolder?: CacheFolder | undefined
}

/** A prepared site, as far as its pages need it. */
export interface RemoteSite {
  readonly view: SiteView
  /** Number of templates that were sent before. */
  readonly templates: number
  readonly assets: PageAssets
  readonly cards?: CardBasis
  readonly files: RemoteFiles
}

/** Each with its arguments and its result. */
export type ThreadTasks = ParseTasks & {
  templates(number: number, code: TemplateCode): void
  site(number: number, site: RemoteSite): void
  /**
   * @param pages From `packPages`.
   * @returns From `packFacts`, and the files of each page that are to be put out by whoever asked.
   */
  render(site: number, pages: string): Promise<{ facts: string; files: readonly (readonly OutputFile[])[] }>
  forget(site: number): void
}
