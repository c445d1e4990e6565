// The reference, made from code: for the manual's site, and as Markdown in docs/reference/ of the package.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { baseJsonSchema, brandDefaults, brandJsonSchema, lockSchema } from '../../src/brand/index.ts'
import { commands } from '../../src/cli/commands/index.ts'
import { parseRules, rulesSchema } from '../../src/compliance/index.ts'
import { contentJsonSchemas, tokenMeanings } from '../../src/content/index.ts'
import type { BlockModule } from '../../src/kit/index.ts'
import { commandReference } from './commands.ts'
import { codeAddress, documentedCodes, familiesOf, familyPage, severityNames } from './diagnostics.ts'
import { type Explanation, explanations } from './explanations.ts'
import { type JsonSchema, keySections, keysOf, ruleOf, safe } from './keys.ts'
import { rewrite } from './markdown.ts'

export interface GeneratedPage {
  /** `brand`, `diagnostics/link` */
  readonly path: string
  readonly title: string
  readonly description: string
  readonly body: string
}

const rules = [...parseRules(undefined).value.infos.values()]

/** The reference as Markdown files, by path below docs/reference/. */
export async function referenceFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const pages = await referencePages(root)
  return new Map(
    pages.map(({ path, title, description, body }) => [
      `${path}.md`,
      `# ${title}\n\n${description}\n\n${rewrite(body, ({ label, target }, written) => {
        const [, found, anchor = ''] = /^\/reference\/(.*)\/(#.*)?$/.exec(target) ?? []
        return found === undefined
          ? written
          : `[${label}](${posix.relative(posix.dirname(path), `${found}.md`)}${anchor})`
      })}\n`,
    ]),
  )
}

/** The pages of the reference: those of the manual's site below /reference/. `root` is the folder of the repository. */
export async function referencePages(root: string): Promise<readonly GeneratedPage[]> {
  const codes = documentedCodes(root)
  const shipped = (name: string) => parse(readFileSync(join(root, 'content', name), 'utf8'))
  const strings = shipped('strings.yaml')
  // The wording in strings.yaml has its own column.
  const schemas = contentJsonSchemas({ home: shipped('home.yaml') }) as Readonly<Record<string, JsonSchema>>
  const keys = (name: string, level = 2) => keySections(keysOf(schemas[name] as JsonSchema), level)
  const base = baseJsonSchema() as JsonSchema
  const { else: required } = brandJsonSchema() as JsonSchema
  const families = familiesOf(codes)
  const explained = new Map(explanations(root).map(entry => [entry.code, entry]))
  return [
    {
      path: 'brand',
      title: 'Keys in brand.yaml',
      description: 'Every key in brand.yaml, with its allowed values, default and an example.',
      body: `A brand may leave out required keys that it inherits. An unknown key is an error.\n\n${keySections(keysOf({ ...base, ...(required && { else: required }) }, brandDefaults))}`,
    },
    {
      path: 'front-matter',
      title: 'Front matter',
      description: 'Every key in the front matter of an article or a page.',
      body: `## Articles\n\n${keys('article', 3)}\n\n## Pages\n\n${keys('page', 3)}`,
    },
    {
      path: 'files',
      title: 'Keys in other files',
      description:
        'Every key in the content files, rules.yaml and disclosures.lock.json, with its allowed values.',
      body: [
        ...['home', 'faq', 'navigation', 'redirects'].map(name => [`content/${name}.yaml`, keys(name, 3)]),
        ['rules.yaml', ofZod(rulesSchema)],
        ['disclosures.lock.json', ofZod(lockSchema)],
      ]
        .map(([file = '', text]) => `## ${file}\n\n${exampleOfFile(root, file)}${text}`)
        .join('\n\n'),
    },
    {
      path: 'blocks',
      title: 'Blocks',
      description: 'Every block that you can place in a text, with its attributes.',
      body: await blocks(root),
    },
    {
      path: 'strings',
      title: 'Keys in strings.yaml',
      description: 'Every fixed sentence and label, with the package’s text.',
      body: `Each value is text of at most 2,000 characters.\n\n${stringsTable(schemas.strings as JsonSchema, strings)}`,
    },
    {
      path: 'tokens',
      title: 'Tokens',
      description: 'Names in braces, each replaced with the brand’s value in any text.',
      body: `A name in braces that is not a token is an error ([\`content/unknown-token\`](${codeAddress('content/unknown-token')})); its hint suggests the nearest token. In code, braces have no special meaning. In \`brand.yaml\`, only \`companyLine\` may contain tokens.\n\n| Token | Value | Example |\n|---|---|---|\n${Object.entries(
        tokenMeanings,
      )
        .map(([name, [meaning, example]]) => `| \`{${name}}\` | ${meaning} | ${example} |`)
        .join('\n')}`,
    },
    {
      path: 'commands',
      title: 'Commands and flags',
      description: 'Every imprint command, with its arguments and flags.',
      body: commandReference(commands),
    },
    {
      path: 'content-rules',
      title: 'Every content rule',
      description:
        'Every rule that imprint check applies to texts, with its legal basis and what to write instead.',
      body: rules
        .map(({ id, severity, basis, fix }) => {
          const { means = '', examples = [] } = explained.get(`compliance/${id}`) ?? {}
          return [
            `## \`compliance/${id}\``,
            ...(means === fix ? [] : [safe(means)]),
            ...examples.map(text => text.replace(/^/gm, '    ')),
            `${severityNames[severity]}. ${safe(fix)}`,
            `Basis: ${safe(basis)}.`,
          ].join('\n\n')
        })
        .join('\n\n'),
    },
    {
      path: 'diagnostics',
      title: 'Diagnostics',
      description: 'Every code that Imprint reports, with an example and a remedy.',
      body: [
        '| Code | Severity |',
        '|---|---|',
        ...codes.map(({ code, severity }) => `| [\`${code}\`](${codeAddress(code)}) | ${severity} |`),
      ].join('\n'),
    },
    ...[...families].map(([family, members]) => ({
      path: `diagnostics/${family}`,
      title: `Diagnostics: ${family}`,
      description: `What each ${family}/… code means and what to do about it.`,
      body: familyPage(members, code => meaningBeside(explained.get(code))),
    })),
  ]
}

/** The meaning of a code, unless it only repeats its example. */
function meaningBeside(explanation: Explanation | undefined): string {
  const { means = '', examples = [] } = explanation ?? {}
  return examples[0]?.includes(means.slice(1, -1)) ? '' : means
}

/** The manual's example of such a file. */
function exampleOfFile(root: string, file: string): string {
  const chapters = ['content.md', 'compliance.md'].map(name => readFileSync(join(root, 'docs', name), 'utf8'))
  const start = `\`\`\`yaml\n# ${file}\n`
  const [, rest] = chapters.join('\n').split(start)
  return rest === undefined ? '' : `${start}${rest.slice(0, rest.indexOf('\n```'))}\n\`\`\`\n\n`
}

function ofZod(schema: z.ZodType): string {
  const made = z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any' }) as JsonSchema
  return keySections(keysOf(made), 3)
}

/** The blocks of the package. The comment above each component describes it. */
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
