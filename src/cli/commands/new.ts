// `imprint new brand`, `new article` and `new page`: create files from which a build succeeds.

import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { brandsFolder, isDay, isSlug, listBrands, locateBrand, placeholders } from '../../brand/index.ts'
import { placeholderText } from '../../content/index.ts'
import { type Diagnostic, diagnostic, didYouMean } from '../../diagnostics/index.ts'
import { diskFiles, isFolder } from '../../files/index.ts'
import type { CommandGroupRecord, CommandRecord } from '../command.ts'
import { createFiles } from '../create-files.ts'
import { exitCodes } from '../exit-codes.ts'
import { globalFlags } from '../flags.ts'
import { cannotBegin, openProject, unknownBrand } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { today } from '../today.ts'

export const newGroup: CommandGroupRecord = {
  name: 'new',
  group: 'write',
  summary: 'add a brand, an article or a page that builds at once',
}

export const newBrandCommand: CommandRecord = {
  name: 'new brand',
  group: 'write',
  summary: 'add brands/<id>/brand.yaml',
  chapter: 'brand',
  arguments: [{ name: '<id>', summary: 'lower-case letters, digits and hyphens' }],
  flags: [
    { name: '--name <name>', summary: 'name as visitors read it (default: made from the id)' },
    {
      name: '--extends <id>',
      summary: 'brand or base to start from; several with commas, the later the stronger',
      isRepeatable: true,
      parse: text => text.split(','),
    },
    ...globalFlags,
  ],
  examples: [
    ['new brand second-chance --extends _house', 'a brand that builds at once'],
    ['new brand harbor-cash --name "Harbor Cash"', 'with the name that visitors read'],
  ],
  exitCodes: ['failed'],
}

export const newArticleCommand: CommandRecord = {
  name: 'new article',
  group: 'write',
  summary: 'add content/articles/<slug>.md',
  chapter: 'content',
  arguments: [{ name: '<slug>', summary: 'lower-case letters, digits and hyphens' }],
  flags: [
    { name: '--title <title>', summary: 'title of the article (default: made from the slug)' },
    { name: '--date <YYYY-MM-DD>', summary: 'date of publication (default: today)' },
    { name: '--brand <id>', summary: 'add it to one brand’s own content' },
    ...globalFlags,
  ],
  examples: [
    ['new article late-fees --title "What late fees cost"', 'for every brand'],
    ['new article paying-rent --brand aurora', 'for one brand'],
  ],
  exitCodes: ['failed'],
}

export const newPageCommand: CommandRecord = {
  name: 'new page',
  group: 'write',
  summary: 'add content/pages/<path>.md, the page /<path>/',
  chapter: 'pages-and-blocks',
  arguments: [{ name: '<path>', summary: 'its address without outer slashes: about, legal/terms' }],
  flags: [
    { name: '--title <title>', summary: 'title of the page (default: made from the path)' },
    { name: '--brand <id>', summary: 'add it to one brand’s own content' },
    ...globalFlags,
  ],
  examples: [
    ['new page about --title "About us"', '/about/ of every brand'],
    ['new page legal/terms --brand aurora', '/legal/terms/ of one brand'],
  ],
  exitCodes: ['failed'],
}

interface NewBrandFlags {
  readonly root?: string
  readonly name?: string
  /** The later the stronger. */
  readonly extends?: readonly string[]
}

export function newBrand(id: string, flags: NewBrandFlags, reporter: Reporter): number {
  // Where there is no project yet, the brand starts one in the working directory.
  const root = flags.root === undefined ? (openProject({}).value?.root ?? process.cwd()) : resolve(flags.root)
  const { extends: parents = [] } = flags
  const problem =
    idProblem('brand id', id) ?? lineProblem('--name', flags.name, 80) ?? parentProblem(root, parents)
  if (problem !== undefined) return cannotBegin(reporter, [problem])
  const name = flags.name ?? titleOf(id)
  const path = `${brandsFolder}/${id}/brand.yaml`
  const next = `replace its placeholders ("imprint release" refuses them), then run "imprint build ${id}"`
  return create(root, path, brandYaml(root, id, name, parents), next, reporter)
}

interface NewTextFlags {
  readonly root?: string
  readonly title?: string
  readonly brand?: string
}

interface NewArticleFlags extends NewTextFlags {
  readonly date?: string
}

export function newArticle(slug: string, flags: NewArticleFlags, reporter: Reporter): number {
  const { date = today() } = flags
  const problem =
    idProblem('slug', slug) ??
    (isDay(date)
      ? undefined
      : diagnostic('usage/invalid', `"${date}" is not a day.`, { hint: 'Write it as YYYY-MM-DD.' }))
  const text = articleMarkdown(slug, flags.title ?? titleOf(slug), date)
  return createText(`articles/${slug}.md`, text, problem, flags, reporter)
}

/** `path` is the address without its outer slashes: `about`, `legal/terms`. */
export function newPage(path: string, flags: NewTextFlags, reporter: Reporter): number {
  const words = path.split('/')
  const invalid = words.map(word => idProblem('page address', word)).find(problem => problem !== undefined)
  const text = pageMarkdown(flags.title ?? titleOf(words.at(-1) ?? path))
  return createText(`pages/${path}.md`, text, invalid, flags, reporter)
}

/** Creates a file in the content of the project, or of one brand. */
function createText(
  path: string,
  text: string,
  invalid: Diagnostic | undefined,
  flags: NewTextFlags,
  reporter: Reporter,
): number {
  const opened = openProject(flags)
  if (opened.value === undefined) return cannotBegin(reporter, opened.diagnostics)
  const { root, brands } = opened.value
  const { brand, title } = flags
  const isKnown = brand === undefined || [...brands.brands, ...brands.bases].includes(brand)
  const problem =
    invalid ?? lineProblem('--title', title, 150) ?? (isKnown ? undefined : unknownBrand(brand, brands))
  if (problem !== undefined) return cannotBegin(reporter, [problem])
  const folder = brand === undefined ? 'content' : `${brandsFolder}/${brand}/content`
  return create(root, `${folder}/${path}`, text, 'fill it in, then run "imprint check --all"', reporter)
}

function create(root: string, path: string, text: string, next: string, reporter: Reporter): number {
  const problems = createFiles(root, [{ path, content: text }])
  if (problems.length > 0) return cannotBegin(reporter, problems)
  reporter.result(`Created ${path}\nNext: ${next}.\n`)
  reporter.document({ ok: true, brands: [], created: [path], diagnostics: [] })
  return exitCodes.done
}

function idProblem(what: string, text: string): Diagnostic | undefined {
  if (isSlug(text) && text.length <= 80) return undefined
  return diagnostic('usage/invalid', `"${text}" is not a ${what}.`, {
    hint: 'Use lower-case letters, digits and single hyphens, for example "my-name"; at most 80 characters.',
  })
}

export function lineProblem(flag: string, text: string | undefined, maximum: number): Diagnostic | undefined {
  const isLine = (line: string) =>
    /^\S(?:.*\S)?$/.test(line) && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(line)
  if (text === undefined || (isLine(text) && text.length <= maximum)) return undefined
  return diagnostic('usage/invalid', `${flag} is not a line of text.`, {
    hint: `Use 1 to ${maximum} characters in one line, without spaces around them.`,
  })
}

function parentProblem(root: string, parents: readonly string[]): Diagnostic | undefined {
  const { brands, bases } = isFolder(join(root, brandsFolder))
    ? listBrands(diskFiles(root)).value
    : { brands: [], bases: [] }
  const known = [...bases, ...brands]
  const parent = parents.find(named => !known.includes(named))
  if (parent === undefined) return undefined
  const there = didYouMean(parent, known, 'There are')
  const base = `To make a base, write ${brandsFolder}/${parent}/brand.yaml with the keys that brands share.`
  return diagnostic('usage/invalid', `There is no brand or base "${parent}" to extend.`, {
    hint: parent.startsWith('_') ? `${there ?? ''} ${base}`.trim() : there,
  })
}

/** `second-chance` → `Second Chance` */
function titleOf(slug: string): string {
  return slug
    .split('-')
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}

function brandYaml(root: string, id: string, name: string, parents: readonly string[]): string {
  const values = placeholders(id, name)
  // A name and an address are a brand's own; what else its bases say stands.
  const bases = parents.flatMap(parent => locateBrand(diskFiles(root), parent)?.located ?? [])
  const written = parents.length > 1 ? `[${parents.join(', ')}]` : parents[0]
  const lines = (
    [
      ['formId', `formId: ${values.formId} # the form's id at the provider`],
      ['phone', `phone: "${values.phone}" # plus sign and digits, in quotes`],
      ['email', `email: ${values.email}`],
      ['providerHost', `providerHost: ${values.providerHost} # host name only`],
      [
        'companyLine',
        `companyLine: ${JSON.stringify(values.companyLine)} # the registration line: company, form, where registered`,
      ],
    ] as const
  ).filter(([key]) => !bases.some(({ entries }) => entries.has(key)))
  return `${schemaLine(root, id)}# ${name}: every value below is a placeholder to be replaced. "imprint explain ${id}" shows the values
# that are not written here, and where they come from.
${written === undefined ? '' : `extends: ${written}\n`}name: ${JSON.stringify(name)}
siteUrl: ${values.siteUrl} # https, no trailing slash; a path such as /loans may follow
${lines.map(([, line]) => `${line}\n`).join('')}# theme:
#   color:
#     accent: "#1d4ed8" # text and colour pairs are checked for contrast
`
}

/**
 * Tells editors the schema by a path that stays the same when Imprint is upgraded: through `node_modules/imprint`, which npm, pnpm
 * and yarn's node-modules have. Empty where there is none, as with Plug'n'Play.
 */
function schemaLine(root: string, id: string): string {
  const own = join(root, 'brand.schema.json')
  let schema = existsSync(own) ? own : undefined
  for (let folder = root; schema === undefined; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules', 'imprint')
    if (existsSync(installed)) schema = join(installed, 'brand.schema.json')
    else if (folder === dirname(folder)) return ''
  }
  const path = relative(join(root, brandsFolder, id), schema)
    .split('\\')
    .join('/')
  return `# yaml-language-server: $schema=${path}\n`
}

function articleMarkdown(slug: string, title: string, date: string): string {
  return `---
slug: ${slug}
title: ${JSON.stringify(title)}
description: ${JSON.stringify(`${title}: what it means for you, ${placeholderText.description}`)}
date: ${date}
keywords:
  - ${JSON.stringify(title.toLowerCase())}
---

${placeholderText.body}

## A heading

Write in Markdown. {name} and other tokens stand for the brand's own values, and links to other pages look like
[this one](/faq/#faq).
`
}

function pageMarkdown(title: string): string {
  return `---
title: ${JSON.stringify(title)}
description: ${JSON.stringify(`${title}: what this page says, ${placeholderText.description}`)}
---

${placeholderText.body}
`
}
