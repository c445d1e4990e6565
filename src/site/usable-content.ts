// The part of a brand's content that its templates can show.

import type * as z from 'zod'
import {
  brokenFile,
  brokenTexts,
  type ContentSet,
  homeFaqCount,
  type LeftOut,
  type LoadedPage,
  leavesOut,
  type Markup,
  type WrittenBlock,
} from '../content/index.ts'
import { compareText, type Diagnostic, diagnostic, didYouMean, type Outcome } from '../diagnostics/index.ts'
import { type LocatedMap, validate } from '../yaml/index.ts'

/** The layouts and blocks that content may use. */
export interface TemplateFacts {
  /** Names of the files in `templates/pages/`. */
  readonly layouts: readonly string[]
  /** By the names of the files in `templates/blocks/`. */
  readonly blocks: Readonly<Record<string, BlockFacts>>
}

export interface BlockFacts {
  /** The schema of its attributes, which are strings. */
  readonly props: z.ZodType
  /** Whether it contains the provider's form. */
  readonly hasForm: boolean
  /** Finds names in its attributes that do not exist on the site. Called with the result of `props`. */
  readonly check?: BlockCheck | undefined
  /** Ids of its elements; a page can have each once. Called like `check`. */
  readonly ids?: BlockIds | undefined
}

export type BlockCheck = (props: never, names: SiteNames) => readonly BlockProblem[]
export type BlockIds = (props: never, names: SiteNames) => readonly string[]

/** Names that attributes of blocks may refer to. */
export interface SiteNames {
  /** Ids of the questions that have one. */
  readonly questions: readonly string[]
  /** The anchors of all answers; the anchor of a question with an id is the id. */
  readonly answers: readonly string[]
  /** Tags of the articles. */
  readonly tags: readonly string[]
}

export interface BlockProblem {
  /** The attribute. */
  readonly key: string
  /** The problem, as a sentence. */
  readonly message: string
  /** The existing names, for "did you mean". */
  readonly known?: { readonly written: string; readonly names: readonly string[] }
}

/**
 * Reports layouts and blocks that the templates do not have. Articles and pages that use one are left out with a warning;
 * elsewhere, it is an error.
 */
export function usableContent(
  content: ContentSet,
  { layouts, blocks }: TemplateFacts,
  fillTokens: (text: string) => string,
): Outcome<ContentSet> {
  const diagnostics: Diagnostic[] = []
  const names: SiteNames = {
    questions: content.faq.flatMap(({ id }) => id ?? []),
    answers: content.faq.map(({ id }, index) => id ?? `faq-${index + 1}`),
    tags: [...new Set(content.articles.flatMap(({ tags }) => tags))].sort(compareText),
  }
  const misplaced = new Set<WrittenBlock>()
  /**
   * Returns only errors. Unknown names are reported, but the text is not left out because of them.
   * @param taken Ids on the text's page so far; those of its blocks are added.
   */
  const problemsIn = (text: Markup, taken = new Set<string>(), isAnswer = false): Diagnostic[] => {
    const problems = text.blocks.flatMap(written => {
      const block = Object.hasOwn(blocks, written.name) ? blocks[written.name] : undefined
      if (block === undefined) return [unknownBlock(written, Object.keys(blocks))]
      const { value: ids, diagnostics: found } = usableBlock(written, block, names, fillTokens)
      const [second] = ids.filter((id, index) => taken.has(id) || ids.indexOf(id) < index)
      for (const id of ids) taken.add(id)
      if (second === undefined) return found
      misplaced.add(written)
      return [
        ...found,
        block.hasForm ? secondForm(written, isAnswer) : secondBlock(written, second, isAnswer),
      ]
    })
    diagnostics.push(...problems.filter(({ severity }) => severity !== 'error'))
    return problems.filter(({ severity }) => severity === 'error')
  }
  const leftOut = new Map<string, LeftOut>(content.leftOut)
  const leftOutPages = new Map<string, LeftOut>(content.leftOutPages)
  // Further problems in articles and pages that are already left out.
  diagnostics.push(
    ...brokenTexts(content)
      .flatMap(text => problemsIn(text))
      .map(leavesOut),
  )
  const articles = content.articles.filter(({ slug, file, body }) => {
    const problems = problemsIn(body)
    diagnostics.push(...problems.map(leavesOut))
    if (problems.length > 0) leftOut.set(slug, brokenFile(file, problems, body))
    return problems.length === 0
  })
  const pages = content.pages.filter(page => {
    const problems = [...layoutProblems(page, layouts), ...problemsIn(page.body)]
    diagnostics.push(...problems.map(leavesOut))
    if (problems.length > 0) leftOutPages.set(page.path, brokenFile(page.file, problems, page.body))
    return problems.length === 0
  })
  diagnostics.push(...problemsIn(content.ccpa.body))
  // The home page contains the form in any case, and shows answers, like every page with ::faq.
  const onHome = new Set([formId])
  if (content.homeSections.includes('faq'))
    for (const anchor of names.answers.slice(0, homeFaqCount)) onHome.add(anchor)
  for (const section of content.homeSections)
    if (typeof section !== 'string') diagnostics.push(...problemsIn(section.text, onHome))
  for (const { answer } of content.faq)
    diagnostics.push(...problemsIn(answer, new Set([formId, ...names.answers]), true))
  // Misplaced blocks are removed, so that their consequences are not reported as well.
  return {
    value: {
      ...content,
      articles,
      leftOut,
      pages,
      leftOutPages,
      ccpa: { ...content.ccpa, body: withoutBlocks(content.ccpa.body, misplaced) },
      faq: content.faq.map(entry => ({ ...entry, answer: withoutBlocks(entry.answer, misplaced) })),
      homeSections: content.homeSections.map(section =>
        typeof section === 'string' ? section : { ...section, text: withoutBlocks(section.text, misplaced) },
      ),
    },
    diagnostics,
  }
}

function withoutBlocks(text: Markup, dropped: ReadonlySet<WrittenBlock>): Markup {
  if (dropped.size === 0) return text
  const isDropped = (part: Markup['parts'][number]) =>
    typeof part === 'object' && part.kind === 'block' && dropped.has(text.blocks[part.index] as WrittenBlock)
  return { ...text, parts: text.parts.filter(part => !isDropped(part)) }
}

/** The id that every block with the form contains. */
const formId = 'form'

function secondForm({ name, origin }: WrittenBlock, isAnswer: boolean): Diagnostic {
  const what = isAnswer
    ? 'is in an answer that also appears on other pages, some of which have the form'
    : 'adds the form to a page that already has it'
  return diagnostic('content/second-form', `"::${name}" ${what}.`, {
    at: origin,
    hint: 'Remove it, or link to the form with ::call-to-action{to="/#form"}.',
  })
}

function secondBlock({ name, origin }: WrittenBlock, id: string, isAnswer: boolean): Diagnostic {
  const whose = isAnswer ? 'pages that show this answer' : 'the page'
  return diagnostic(
    'content/second-block',
    `"::${name}" repeats "#${id}", which ${whose} already ${isAnswer ? 'have' : 'has'}.`,
    {
      at: origin,
      hint: isAnswer
        ? `Remove it, or write a link, such as [costs](/faq/#${id}).`
        : 'Remove it, or use its attributes to choose something that is not on the page yet.',
    },
  )
}

function layoutProblems({ layout: { name, origin } }: LoadedPage, layouts: readonly string[]): Diagnostic[] {
  if (layouts.includes(name)) return []
  const message = `There is no layout "${name}": templates/pages/${name}.tsx does not exist.`
  return [
    diagnostic('content/unknown-layout', message, { at: origin, hint: didYouMean(name, layouts, 'Layouts') }),
  ]
}

function unknownBlock({ name, origin }: WrittenBlock, blocks: readonly string[]): Diagnostic {
  const message = `There is no block "::${name}": templates/blocks/${name}.tsx does not exist.`
  return diagnostic('markdown/unknown-directive', message, {
    at: origin,
    hint: didYouMean(name, blocks, 'Blocks'),
  })
}

/** The ids that a block places on its page, and the problems with its attributes. */
function usableBlock(
  { name, origin, attributes }: WrittenBlock,
  block: BlockFacts,
  names: SiteNames,
  fillTokens: (text: string) => string,
): Outcome<readonly string[]> {
  const entries = attributes.map(({ key, value, origin: at }) => {
    const text = fillTokens(value)
    const scalar = { kind: 'scalar', origin: at, value: text, written: text } as const
    return [key, { keyOrigin: at, value: scalar, shadowed: [] }] as const
  })
  const data: LocatedMap = { kind: 'map', origin, entries: new Map(entries) }
  const { value: props, diagnostics } = validate(block.props, data, 'content')
  const unknown = props === undefined ? [] : (block.check?.(props as never, names) ?? [])
  const ids = props === undefined ? [] : (block.ids?.(props as never, names) ?? [])
  const problems = [
    ...diagnostics.map(problem =>
      problem.code === 'content/missing-key'
        ? { ...problem, hint: `Write ::${name}{${problem.message.split('"')[1]}="…"}.` }
        : problem,
    ),
    ...unknown.map(({ key, message, known }) =>
      diagnostic('content/unknown-name', message, {
        at: data.entries.get(key)?.keyOrigin ?? origin,
        hint: known && didYouMean(known.written, known.names, 'Available'),
      }),
    ),
  ]
  return { value: block.hasForm ? [formId, ...ids] : ids, diagnostics: problems }
}
