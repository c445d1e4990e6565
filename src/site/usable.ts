// What of a brand's content its templates can show.

import type * as z from 'zod'
import {
  brokenTexts,
  type ContentSet,
  type LeftOut,
  type LoadedPage,
  leavesOut,
  type Markup,
  type WrittenBlock,
} from '../content/index.ts'
import { compareText, type Diagnostic, diagnostic, didYouMean, type Outcome } from '../diagnostics/index.ts'
import { type LocatedMap, validate } from '../yaml/index.ts'

/** What texts of the content may ask of the templates. */
export interface TemplateFacts {
  /** Names of the files in `templates/pages/`. */
  readonly layouts: readonly string[]
  /** By the names of the files in `templates/blocks/`. */
  readonly blocks: Readonly<Record<string, BlockFacts>>
}

export interface BlockFacts {
  /** Of its attributes, which are texts. */
  readonly props: z.ZodType
  /** Whether the provider's form is in it. */
  readonly hasForm: boolean
  /** Finds what its attributes name and the site does not have. Called with what `props` made of them. */
  readonly check?: BlockCheck | undefined
}

export type BlockCheck = (props: never, names: SiteNames) => readonly BlockProblem[]

/** What attributes of blocks may name. */
export interface SiteNames {
  /** Ids of the questions that have one. */
  readonly questions: readonly string[]
  /** Tags of the articles. */
  readonly tags: readonly string[]
}

export interface BlockProblem {
  /** The attribute. */
  readonly key: string
  /** What is wrong, as a sentence. */
  readonly message: string
  /** The names that there are, for "did you mean". */
  readonly known?: { readonly written: string; readonly names: readonly string[] }
}

/**
 * Reports what asks for something that the templates do not have. Articles and pages that do are left out, with a warning;
 * elsewhere it is an error.
 */
export function usableContent(
  content: ContentSet,
  { layouts, blocks }: TemplateFacts,
  fillTokens: (text: string) => string,
): Outcome<ContentSet> {
  const diagnostics: Diagnostic[] = []
  const names: SiteNames = {
    questions: content.faq.flatMap(({ id }) => id ?? []),
    tags: [...new Set(content.articles.flatMap(({ tags }) => tags))].sort(compareText),
  }
  const formsIn = (text: Markup): readonly WrittenBlock[] =>
    text.blocks.filter(({ name }) => Object.hasOwn(blocks, name) && blocks[name]?.hasForm)
  /** Errors; what the site does not have is told and does not cost the text. */
  const problemsIn = (text: Markup): Diagnostic[] => {
    const problems = [
      ...text.blocks.flatMap(block => blockProblems(block, blocks, names, fillTokens)),
      ...formsIn(text).slice(1).map(secondForm),
    ]
    diagnostics.push(...problems.filter(({ severity }) => severity !== 'error'))
    return problems.filter(({ severity }) => severity === 'error')
  }
  const leftOut = new Map<string, LeftOut>(content.leftOut)
  const leftOutPages = new Map<string, LeftOut>(content.leftOutPages)
  // What is wrong besides in texts that are left out already.
  diagnostics.push(...brokenTexts(content).flatMap(problemsIn).map(leavesOut))
  const articles = content.articles.filter(({ slug, file, body }) => {
    const problems = problemsIn(body)
    diagnostics.push(...problems.map(leavesOut))
    if (problems.length > 0) leftOut.set(slug, { reason: 'broken', file, text: body })
    return problems.length === 0
  })
  const pages = content.pages.filter(page => {
    const problems = [...layoutProblems(page, layouts), ...problemsIn(page.body)]
    diagnostics.push(...problems.map(leavesOut))
    if (problems.length > 0)
      leftOutPages.set(page.path, { reason: 'broken', file: page.file, text: page.body })
    return problems.length === 0
  })
  const sections = content.homeSections.flatMap(section => (typeof section === 'string' ? [] : section.text))
  const answers = content.faq.map(({ answer }) => answer)
  for (const text of [content.ccpa.body, ...sections, ...answers]) diagnostics.push(...problemsIn(text))
  const firstForms = (texts: readonly Markup[]) => texts.flatMap(text => formsIn(text).slice(0, 1))
  // The home page has the form in any case, and shows answers, as every page with ::faq does.
  const formsInSections = firstForms(sections)
  const formsInAnswers = firstForms(answers)
  diagnostics.push(...formsInSections.map(secondForm), ...formsInAnswers.map(formInAnswer))
  // Without them, what follows from them is not reported as well.
  const misplaced = new Set([...formsInSections, ...formsInAnswers])
  return {
    value: {
      ...content,
      articles,
      leftOut,
      pages,
      leftOutPages,
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

const secondForm = (block: WrittenBlock): Diagnostic =>
  misplacedForm(block, 'places the form on a page that has it already')

const formInAnswer = (block: WrittenBlock): Diagnostic =>
  misplacedForm(block, 'stands in an answer, which other pages show too, some of them beside the form')

function misplacedForm({ name, origin }: WrittenBlock, what: string): Diagnostic {
  return diagnostic('content/second-form', `"::${name}" ${what}.`, {
    at: origin,
    hint: 'Remove it, or lead to the form with ::call-to-action{to="/#form"}.',
  })
}

function layoutProblems({ layout: { name, origin } }: LoadedPage, layouts: readonly string[]): Diagnostic[] {
  if (layouts.includes(name)) return []
  const message = `There is no layout "${name}": no templates/pages/${name}.tsx.`
  return [
    diagnostic('content/unknown-layout', message, { at: origin, hint: didYouMean(name, layouts, 'Layouts') }),
  ]
}

function blockProblems(
  { name, origin, attributes }: WrittenBlock,
  blocks: TemplateFacts['blocks'],
  names: SiteNames,
  fillTokens: (text: string) => string,
): readonly Diagnostic[] {
  const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined
  if (block === undefined) {
    const message = `There is no block "::${name}": no templates/blocks/${name}.tsx.`
    const hint = didYouMean(name, Object.keys(blocks), 'Blocks')
    return [diagnostic('markdown/unknown-directive', message, { at: origin, hint })]
  }
  const entries = attributes.map(({ key, value, origin: at }) => {
    const text = fillTokens(value)
    const scalar = { kind: 'scalar', origin: at, value: text, written: text } as const
    return [key, { keyOrigin: at, value: scalar, shadowed: [] }] as const
  })
  const data: LocatedMap = { kind: 'map', origin, entries: new Map(entries) }
  const { value: props, diagnostics } = validate(block.props, data, 'content')
  const unknown = props === undefined ? [] : (block.check?.(props as never, names) ?? [])
  return [
    ...diagnostics.map(problem =>
      problem.code === 'content/missing-key'
        ? { ...problem, hint: `Write ::${name}{${problem.message.split('"')[1]}="…"}.` }
        : problem,
    ),
    ...unknown.map(({ key, message, known }) =>
      diagnostic('content/unknown-name', message, {
        at: data.entries.get(key)?.keyOrigin ?? origin,
        hint: known && didYouMean(known.written, known.names, 'There are'),
      }),
    ),
  ]
}
