// What another thread is asked to do, and how it answers: plain data, for `postMessage`.

import type { CacheFolder, CardBasis, TemplateCode } from '../assets/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import type { OutputFile, SourceFile } from '../files/index.ts'
import type { StageFolder } from '../output/index.ts'
import type { PageAssets } from '../render/index.ts'
import type { SiteView } from '../site/index.ts'
import type { Phase } from './clock.ts'

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
  /** Where files go: a folder to write them into, nowhere (only what the manifest says of them is of use), or back. */
  readonly files: StageFolder | 'nowhere' | 'back'
}

/** Each with its arguments and its result. */
export interface ThreadTasks {
  /** The result is JSON of `Outcome<ParsedArticle>[]`. */
  parse(sources: readonly SourceFile[]): string
  templates(number: number, code: TemplateCode): void
  site(number: number, site: RemoteSite): void
  /**
   * @param pages From `packPages`.
   * @returns From `packFacts`, and the files of each page that are to be put out by whoever asked.
   */
  render(site: number, pages: string): Promise<{ facts: string; files: readonly (readonly OutputFile[])[] }>
  forget(site: number): void
}

/** A call of one of the tasks. */
export type ThreadCall = {
  readonly [Name in keyof ThreadTasks]: {
    readonly id: number
    readonly task: Name
    readonly with: Parameters<ThreadTasks[Name]>
  }
}[keyof ThreadTasks]

export interface ThreadAnswer {
  /** Of the call. */
  readonly id: number
  readonly value?: unknown
  readonly failure?: {
    readonly message: string
    readonly stack: string | undefined
    /** Of a `WriteError`. */
    readonly diagnostic?: Diagnostic
  }
  /** Milliseconds that the task took, by phase. */
  readonly took: readonly (readonly [Phase, number])[]
}
