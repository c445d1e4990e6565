// The documentation as a project of Imprint: docs/site/, with a page for each file in docs/README.md, in that order, and the
// reference, which is made from the code.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { parseRules } from '../../src/compliance/index.ts'
import { diagnosticCodes } from '../../src/diagnostics/index.ts'
import { codeAddress } from './diagnostics.ts'
import { linksOf, partsOf, rewrite } from './markdown.ts'
import { type GeneratedPage, referencePages } from './reference.ts'
import { type SearchDocument, searchDocuments } from './search.ts'

const rules = [...parseRules(undefined).value.infos.values()]

interface Group {
  readonly title: string
  readonly links: { readonly label: string; readonly to: string }[]
}

/** The files of the project, by path; `root` is the folder of the repository. Throws if docs/README.md lacks a page. */
export async function docsProject(root: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const files = new Map<string, string | Uint8Array>()
  const site = join(root, 'docs', 'site')
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files.set(path.slice(site.length + 1), readFileSync(path))
  }
  files.set('templates/assets/picture.svg', read('docs/picture.svg'))

  const { groups, pages } = contents(read('docs/README.md'))
  const made = await referencePages(root)
  const chapters = made.filter(({ path }) => !path.includes('/'))
  const madeLinks = chapters.map(({ path, title }) => ({ label: title, to: `/reference/${path}/` }))
  const addresses = new Map<string, string>([
    ['README.md', '/'],
    ['docs/README.md', '/'],
    ...pages.map(file => [file, addressOf(file)] as const),
    ...made.map(({ path }) => [`docs/reference/${path}.md`, `/reference/${path}/`] as const),
  ])
  const searched: SearchDocument[] = []
  const known = new Set<string>(diagnosticCodes)
  for (const file of documents(root)) {
    if (!addresses.has(file)) throw new Error(`${file} is missing in docs/README.md: add it to the list.`)
  }
  for (const file of pages) {
    const { title, lead, body } = partsOf(read(file))
    const text = rewrite(
      body,
      (link, written) => {
        if (/^(?:https?:|mailto:|#)/.test(link.target)) return written
        const [path = '', anchor] = link.target.split('#')
        const target = posix.join(posix.dirname(file), path)
        const address = addresses.get(target)
        if (address !== undefined)
          return `[${link.label}](${address}${anchor === undefined ? '' : `#${anchor}`})`
        // Files that belong to a page are published; other files of the repository are not.
        if (!target.startsWith('docs/')) return link.label
        const published = target.slice('docs/'.length)
        files.set(
          `${link.isImage ? 'content/pages' : 'public'}/${published}`,
          readFileSync(join(root, target)),
        )
        return link.isImage ? written : `[${link.label}](/${published})`
      },
      span => (known.has(span.slice(1, -1)) ? `[${span}](${codeAddress(span.slice(1, -1))})` : span),
    )
    searched.push(...searchDocuments(addressOf(file), title, text))
    if (addressOf(file) === '/faq/') files.set('content/faq.yaml', questions(text))
    else
      files.set(
        `content/pages${addressOf(file).slice(0, -1)}.md`,
        pageFile({ title, description: lead, body: text }),
      )
  }
  for (const page of made) {
    searched.push(...searchDocuments(`/reference/${page.path}/`, page.title, page.body))
    files.set(`content/pages/reference/${page.path}.md`, pageFile(page))
  }
  files.set('public/search.json', JSON.stringify(searched))
  // The manual quotes sentences that pages about loans must not contain, and has no form that would need statements.
  files.set(
    'rules.yaml',
    JSON.stringify({
      rules: Object.fromEntries(
        rules.flatMap(rule => (rule.waivable === false ? [] : [[rule.id, { severity: 'off' }]])),
      ),
    }),
  )
  const footer = groups.map(({ title, links }) => ({
    title,
    links: links.flatMap(link => (link.to === '/reference/' ? [link, ...madeLinks] : [link])),
  }))
  files.set('content/navigation.yaml', JSON.stringify({ header: [], footer }))
  return files
}

/** The lists of docs/README.md by heading, with the files that they link to. */
function contents(text: string): { readonly groups: readonly Group[]; readonly pages: readonly string[] } {
  const groups = text
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const links = linksOf(section).map(({ label, target }) => ({
        label,
        to: addressOf(posix.join('docs', target)),
      }))
      return { title: section.split('\n')[0] as string, links }
    })
  const pages = linksOf(text.slice(text.indexOf('\n## '))).map(({ target }) => posix.join('docs', target))
  return { groups, pages }
}

/** All Markdown files below docs/. */
export function documents(root: string): string[] {
  return readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map(path => `docs/${path.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.md') && !/^docs\/(?:site|reference)\//.test(path))
    .sort()
}

/** `docs/brand.md` → `/brand/`, `docs/scale/README.md` → `/scale/`, `src/README.md` → `/develop/` */
function addressOf(file: string): string {
  if (file === 'docs/questions.md') return '/faq/'
  if (file === 'src/README.md') return '/develop/'
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '')
  return `/${basename(path) === 'README' ? dirname(path) : path}/`
}

function pageFile({ title, description, body }: Omit<GeneratedPage, 'path'>): string {
  return `---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(description)}\n---\n\n${body}`
}

/** Each section of a page is a question. */
function questions(text: string): string {
  const entries = text
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [question = '', ...answer] = section.split('\n')
      return { question, answer: answer.join('\n').trim() }
    })
  return JSON.stringify(entries)
}
