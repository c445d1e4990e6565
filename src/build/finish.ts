// The second half of a page: from its text to the file that is put out. Most of it is the work of compressing, hashing and
// writing, which another thread can do beside the one that renders; it needs none of React for that, nor of
// the rest, and so is ready at once.

import type { OutputFile } from '../files/index.ts'
import {
  type ManifestEntry,
  manifestEntry,
  type Output,
  type StagedEntry,
  type StageFolder,
  stageWriter,
} from '../output/index.ts'
import {
  encodedPiece,
  type FinalPage,
  finishPage,
  type HtmlBudgetBasis,
  type PageHtml,
  type PieceText,
  type PolicyBasis,
  type RenderedText,
} from '../render/index.ts'
import type { Page } from '../site/index.ts'
import type { Clock } from './clock.ts'
import type { PreparedSite } from './prepared-site.ts'

/** A page that is rendered but not finished. */
export interface UnfinishedPage {
  readonly page: Page
  readonly html: PageHtml
}

/** A page that is finished and put out. */
export interface FinishedPage extends Omit<FinalPage, 'bytes'> {
  readonly entry: ManifestEntry
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
  /** Whether this many pages are done sooner there than by whoever asks. */
  takes(pages: number): boolean
}

/** Memory for one page after the other: what is written need not stay. */
export function reusedMemory(): (size: number) => Buffer {
  let memory = Buffer.allocUnsafe(64 * 1024)
  return size => {
    if (memory.length < size) memory = Buffer.allocUnsafe(2 * size)
    return memory.subarray(0, size)
  }
}

/** Finishes pages in this thread. */
export function ownFinisher(clock: Clock): Finisher {
  const memory = { own: reusedMemory(), whole: Buffer.allocUnsafe }
  return {
    async finish({ view, budget, texts }, output, pages) {
      return pages.map(({ page, html }) => {
        const { bytes, ...final } = clock('render', () =>
          finishPage(
            html.text,
            html.pieces.map(encodedPiece),
            view,
            budget,
            texts,
            work => clock('judge', work),
            memory,
          ),
        )
        return { ...final, entry: clock('write', () => output.put({ path: page.outputPath, bytes })) }
      })
    },
    forget: () => undefined,
    takes: () => true,
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
export interface SentPage extends RenderedText {
  readonly outputPath: string
  /** Numbers of pieces that were sent before. */
  readonly pieces: readonly number[]
}

/** A page that the thread has finished. */
export type ReturnedPage = Omit<FinishedPage, 'entry'> & { readonly entry?: ManifestEntry }

/** What the thread is asked. */
export type FinishTasks = {
  templates(number: number, basis: HtmlBudgetBasis): void
  site(number: number, templates: number, policy: PolicyBasis, files: RemoteFiles): void
  /**
   * @param pieces Those that come for the first time, by their numbers. The site's are known until it is forgotten, texts of the
   *   content, which other sites have too, until `forgetContent`.
   * @returns JSON of `ReturnedPage[]`, and the file of each page that is to be put out by whoever asked.
   */
  finish(
    site: number,
    pages: readonly SentPage[],
    pieces: readonly (readonly [number, PieceText])[],
  ): { readonly pages: string; readonly files: readonly (OutputFile | undefined)[] }
  forgetContent(): void
  forget(site: number): void
}
