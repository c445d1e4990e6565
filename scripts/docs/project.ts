// The documentation as a project of Imprint: docs/site/ with a page for each file that docs/README.md lists, in its order,
// and the reference, made from code.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { baseJsonSchema, brandDefaults, brandJsonSchema, lockSchema } from '../../src/brand/index.ts'
import { commands } from '../../src/cli/commands/index.ts'
import { parseRules, rulesSchema } from '../../src/compliance/index.ts'
import { contentJsonSchemas, tokenMeanings } from '../../src/content/index.ts'
import type { BlockModule } from '../../src/kit/index.ts'
import { commandReference } from './commands.ts'
import { codeAddress, type DocumentedCode, documentedCodes, familiesOf, familyPage } from './diagnostics.ts'
import { type Explanation, explanations } from './explanations.ts'
import { type JsonSchema, keySections, keysOf, ruleOf, safe } from './keys.ts'
import { linksOf, partsOf, rewrite } from './markdown.ts'

const rules = [...parseRules(undefined).value.infos.values()]

interface Group {
  readonly title: string
  readonly links: { readonly label: string; readonly to: string }[]
}

interface GeneratedPage {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly body: string
}

/** The files of the project, by path; `root` is the folder of the repository. Throws where docs/README.md lacks a page. */
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
  const codes = documentedCodes(root)
  const made = await reference(root, codes)
  const chapters = made.filter(({ path }) => !path.includes('/'))
  const madeLinks = chapters.map(({ path, title }) => ({ label: title, to: `/reference/${path}/` }))
  const addresses = new Map<string, string>([
    ['README.md', '/'],
    ['docs/README.md', '/'],
    ...pages.map(file => [file, addressOf(file)] as const),
  ])
  const known = new Set<string>(codes.map(({ code }) => code))
  for (const file of documents(root)) {
    if (!addresses.has(file)) throw new Error(`${file} is missing in docs/README.md: add it to the list.`)
  }
  for (const file of pages) {
    const { title, lead, body } = partsOf(read(file))
    let text = rewrite(
      body,
      (link, written) => {
        if (/^(?:https?:|mailto:|#)/.test(link.target)) return written
        const [path = '', anchor] = link.target.split('#')
        const target = posix.join(posix.dirname(file), path)
        const address = addresses.get(target)
        if (address !== undefined)
          return `[${link.label}](${address}${anchor === undefined ? '' : `#${anchor}`})`
        // A file that belongs to a page is published, other files of the repository are not.
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
    const list = chapters.map(
      ({ path, title, description }) => `- [${title}](/reference/${path}/): ${description}`,
    )
    if (file === 'docs/reference.md') text += `\n${list.join('\n')}\n`
    if (addressOf(file) === '/faq/') files.set('content/faq.yaml', questions(text))
    else
      files.set(
        `content/pages${addressOf(file).slice(0, -1)}.md`,
        pageFile({ title, description: lead, body: text }),
      )
  }
  for (const page of made) files.set(`content/pages/reference/${page.path}.md`, pageFile(page))
  // The manual quotes what pages about loans must not say, and has no form beside which something must be said.
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

/** The lists of docs/README.md, by their headings, and the files they name. */
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

/** Every Markdown file below docs/. */
export function documents(root: string): string[] {
  return readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map(path => `docs/${path.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.md') && !path.startsWith('docs/site/'))
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

/** The pages below /reference/. */
async function reference(root: string, codes: readonly DocumentedCode[]): Promise<GeneratedPage[]> {
  const shipped = (name: string) => parse(readFileSync(join(root, 'content', name), 'utf8'))
  const strings = shipped('strings.yaml')
  // The texts of strings.yaml have a column of their own.
  const schemas = contentJsonSchemas({ home: shipped('home.yaml') }) as Readonly<Record<string, JsonSchema>>
  const keys = (name: string, level = 2) => keySections(keysOf(schemas[name] as JsonSchema), level)
  const base = baseJsonSchema() as JsonSchema
  const { else: required } = brandJsonSchema() as JsonSchema
  const families = familiesOf(codes)
  const explained = new Map(explanations(root).map(entry => [entry.code, entry]))
  return [
    {
      path: 'brand',
      title: 'Keys of brand.yaml',
      description: 'Every key of brand.yaml with its rule, default and an example.',
      body: `A brand that extends another may leave out required keys. An unknown key is an error.\n\n${keySections(keysOf({ ...base, ...(required && { else: required }) }, brandDefaults))}`,
    },
    {
      path: 'front-matter',
      title: 'Front matter',
      description: 'Every key between the lines --- of an article or a page.',
      body: `## Articles\n\n${keys('article', 3)}\n\n## Pages\n\n${keys('page', 3)}`,
    },
    {
      path: 'files',
      title: 'Keys of other files',
      description: 'Every key of content files, rules.yaml and disclosures.lock.json with its rule.',
      body: [
        ...['home', 'faq', 'navigation', 'redirects'].map(name => [`content/${name}.yaml`, keys(name, 3)]),
        ['rules.yaml', ofZod(rulesSchema)],
        ['disclosures.lock.json', ofZod(lockSchema)],
      ]
        .map(([file, text]) => `## ${file}\n\n${text}`)
        .join('\n\n'),
    },
    {
      path: 'blocks',
      title: 'Blocks',
      description: 'Every block that a line of a text can place, with its attributes.',
      body: await blocks(root),
    },
    {
      path: 'strings',
      title: 'Keys of strings.yaml',
      description: 'Every fixed sentence and label, with the text of the package.',
      body: `Each value is a text of at most 2,000 characters.\n\n${stringsTable(schemas.strings as JsonSchema, strings)}`,
    },
    {
      path: 'tokens',
      title: 'Tokens',
      description: 'Names in braces that stand for values of the brand, in any text.',
      body: `| Token | Is | For example |\n|---|---|---|\n${Object.entries(tokenMeanings)
        .map(([name, [meaning, example]]) => `| \`{${name}}\` | ${meaning} | ${example} |`)
        .join('\n')}`,
    },
    {
      path: 'commands',
      title: 'Commands and flags',
      description: 'Every command of imprint with its arguments and flags.',
      body: commandReference(commands),
    },
    {
      path: 'content-rules',
      title: 'Every content rule',
      description:
        'Every rule that imprint check holds texts against, with what it rests on and what to write.',
      body: rules
        .map(({ id, severity, basis, fix }) => {
          const { means = '', examples = [] } = explained.get(`compliance/${id}`) ?? {}
          return [
            `## \`compliance/${id}\``,
            ...(means === fix ? [] : [safe(means)]),
            ...examples.map(text => text.replace(/^/gm, '    ')),
            `${severity === 'error' ? 'An error' : 'A warning'}. ${safe(fix)}`,
            `Basis: ${safe(basis)}.`,
          ].join('\n\n')
        })
        .join('\n\n'),
    },
    {
      path: 'diagnostics',
      title: 'Diagnostics',
      description: 'Every code that Imprint reports, with an example and what to do.',
      body: [
        '| Code | Severity |',
        '|---|---|',
        ...codes.map(({ code, severity }) => `| [\`${code}\`](${codeAddress(code)}) | ${severity} |`),
      ].join('\n'),
    },
    ...[...families].map(([family, members]) => ({
      path: `diagnostics/${family}`,
      title: `Diagnostics: ${family}`,
      description: `What each code ${family}/… means and what to do.`,
      body: familyPage(members, code => meaningBeside(explained.get(code))),
    })),
  ]
}

/** What a code means, unless its example says just that. */
function meaningBeside(explanation: Explanation | undefined): string {
  const { means = '', examples = [] } = explanation ?? {}
  return examples[0]?.includes(means.slice(1, -1)) ? '' : means
}

function ofZod(schema: z.ZodType): string {
  const made = z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any' }) as JsonSchema
  return keySections(keysOf(made), 3)
}

/** The blocks of the package; what each is for stands above its component. */
async function blocks(root: string): Promise<string> {
  const folder = join(root, 'templates', 'blocks')
  const names = readdirSync(folder).flatMap(file => /^(.*)\.tsx$/.exec(file)?.[1] ?? [])
  const sections = names.sort().map(async name => {
    const source = readFileSync(join(folder, `${name}.tsx`), 'utf8')
    const [, example, purpose = ''] = /\/\*\* (`::.*?`): (.*?) \*\//.exec(source) ?? []
    const { props }: BlockModule = await import(`../../templates/blocks/${name}.tsx`)
    return `## \`${name}\`\n\n${example}: ${safe(purpose)}\n\n${props === undefined ? 'No attributes.' : ofZod(props)}`
  })
  return (await Promise.all(sections)).join('\n\n')
}

function stringsTable(schema: JsonSchema, texts: Record<string, unknown>): string {
  const rows = keysOf(schema, texts)
    .filter(({ schema }) => schema.properties === undefined)
    .map(({ path, default: text, schema }) => {
      const notes = [
        typeof text === 'string' && safe(text),
        schema.description && `*${safe(schema.description)}.*`,
      ]
      return `| \`${path}\` | ${notes.filter(Boolean).join('<br>') || ruleOf(schema)} |`
    })
  return ['| Key | Text |', '|---|---|', ...rows].join('\n')
}
