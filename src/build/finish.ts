// The second half of a page: judged by its size, put together and put out. Nearly all of it is the work of compressing,
// hashing and writing, which another thread can do beside the one that renders; it needs none of React for that, nor of
// the rest, and so is ready at once.

import type { Diagnostic } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import {
  type ManifestEntry,
  manifestEntry,
  type Output,
  type StagedEntry,
  type StageFolder,
  stageWriter,
} from '../output/index.ts'
import { type HtmlBudgetBasis, type PageHtml, putTogether } from '../render/index.ts'
import type { Page } from '../site/index.ts'
import type { Clock } from './clock.ts'
import type { PreparedSite } from './prepared-site.ts'

/** A page that is rendered but not put together. */
export interface UnfinishedPage {
  readonly page: Page
  readonly html: Pick<PageHtml, 'own' | 'pieces'>
}

export interface FinishedPage {
  readonly entry: ManifestEntry
  /** That it is too large. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface Finisher {
  /** The results are in the order of the pages. */
  finish(
    site: PreparedSite,
    output: Output,
    pages: readonly UnfinishedPage[],
  ): Promise<readonly FinishedPage[]>
  /** Of a site that is done, nothing need be kept. */
  forget(site: PreparedSite): void
  /** False when it can do nothing any more. */
  readonly able: boolean
}

/** Finishes pages in this thread. */
export function ownFinisher(clock: Clock): Finisher {
  return {
    async finish(site, output, pages) {
      return pages.map(({ page, html }) => {
        const own = Buffer.from(html.own)
        const diagnostics = clock('judge', () => site.html.check(page.route, own, html.pieces))
        const bytes = putTogether(own, html.pieces)
        return { entry: clock('write', () => output.put({ path: page.outputPath, bytes })), diagnostics }
      })
    },
    forget: () => undefined,
    able: true,
  }
}

/** Where a thread puts files: into a folder, nowhere (only what the manifest says of them is of use), or back. */
export type RemoteFiles = StageFolder | 'nowhere' | 'back'

/** Puts a file there; what is still to be done with it is the result. */
export type Putter = (file: OutputFile) => { readonly entry?: StagedEntry; readonly file?: OutputFile }

export function putterOf(to: RemoteFiles): Putter {
  if (to === 'back') return file => ({ file })
  if (to === 'nowhere') return file => ({ entry: manifestEntry(file) })
  const writer = stageWriter(to)
  return file => ({ entry: writer.write(file) })
}

export function remoteFiles({ stage, record }: Output): RemoteFiles {
  return stage ?? (record === undefined ? 'back' : 'nowhere')
}

/** A page on its way to the thread that finishes it. */
export interface SentPage {
  readonly route: string
  readonly outputPath: string
  readonly own: string
  /** Numbers of pieces that were sent before. */
  readonly pieces: readonly number[]
}

/** A page that the thread has finished: put out, or to be put out. */
export type ReturnedPage = ReturnType<Putter> & Pick<FinishedPage, 'diagnostics'>

/** What the thread is asked. */
export type FinishTasks = {
  templates(number: number, basis: HtmlBudgetBasis): void
  site(number: number, templates: number, files: RemoteFiles): void
  /** @param pieces Those that come for the first time, by their numbers. */
  finish(
    site: number,
    pages: readonly SentPage[],
    pieces: readonly (readonly [number, Uint8Array])[],
  ): readonly ReturnedPage[]
  forget(site: number): void
}
