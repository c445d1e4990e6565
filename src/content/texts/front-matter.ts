// Splits a Markdown file into front matter and body. gray-matter does the cutting, guarded on all sides, because by default it
// runs `---js` blocks as code (jonschlinkert/gray-matter#131), treats the whole rest as front matter if the closing line is
// missing, closes at any line that starts with `---`, and, if it gets text again that it has failed to parse, returns an empty
// success from its cache.

import { diagnostic, type Outcome } from '../../diagnostics/index.ts'
import type { SourceFile } from '../../files/index.ts'
import { entryAt, type LocatedMap, parseYaml } from '../../yaml/index.ts'
import type { MarkupReference } from '../markdown/markup.ts'
import { placeholderProblem } from './placeholders.ts'

interface FrontMatter {
  readonly data: LocatedMap
  /** The whole file with the front matter blanked out, so that positions in it are positions in the file. */
  readonly body: string
}

/** Front matter and body as text, each with an empty line for every line before it, so that line numbers stay the same. */
interface Cut {
  readonly yaml: string
  readonly body: string
}

/** Cuts a file and parses its front matter. The value is undefined if there is none or it is broken. */
export function splitFrontMatter(source: SourceFile): Outcome<FrontMatter | undefined> {
  const { path } = source
  const { value, diagnostics } = cutFrontMatter(source)
  if (value === undefined) return { value, diagnostics }
  const yaml = parseYaml({ path, text: value.yaml })
  if (yaml.value !== undefined && yaml.value.kind !== 'map') {
    return fail('yaml/not-a-map', 'The front matter does not contain "key: value" lines.', {
      at: yaml.value.origin,
      hint: 'Write lines like "title: Rent and utilities".',
    })
  }
  const broken = yaml.diagnostics.some(problem => problem.severity === 'error')
  const data: LocatedMap = yaml.value ?? {
    kind: 'map',
    origin: { file: path, line: 1, column: 1 },
    entries: new Map(),
  }
  return {
    value: broken ? undefined : { data, body: value.body },
    diagnostics: [...yaml.diagnostics, ...placeholderProblem(source)],
  }
}

/** The image that front matter names. It is looked for even if another key is wrong. */
export function imageIn(data: LocatedMap): MarkupReference | undefined {
  const image = entryAt(data, ['image'])?.value
  return image?.kind === 'scalar' && typeof image.value === 'string' && image.value.trim() !== ''
    ? { url: image.value.trim(), origin: image.origin }
    : undefined
}

/** Cuts a file. The value is undefined if there is no front matter or its end is missing. */
export function cutFrontMatter({ path, text }: SourceFile): Outcome<Cut | undefined> {
  const at = (line: number, column = 1) => ({ file: path, line, column })
  const [firstLine = '', ...rest] = text.split('\n')
  if (!/^---[ \t]*$/.test(firstLine)) {
    if (/^---[ \t]*[A-Za-z_]/.test(firstLine)) {
      const language = firstLine.slice(3).trim()
      return fail(
        'article/front-matter-language',
        `The front matter is marked as "${language}". Only YAML is read; code is never run.`,
        {
          at: at(1, 4),
          hint: 'Make the first line just "---" and write "key: value" lines.',
        },
      )
    }
    const other = /^\+\+\+[ \t]*$/.test(firstLine) ? 'TOML' : firstLine.startsWith('{') ? 'JSON' : undefined
    if (other !== undefined) {
      return fail('article/front-matter-language', `The front matter is ${other}. Only YAML is read.`, {
        at: at(1),
        hint: 'Put it between two "---" lines, and write lines like "title: Rent and utilities".',
      })
    }
    return fail('article/no-front-matter', 'The file does not start with front matter.', {
      at: at(1),
      hint: 'Start with a "---" line, then "title", "description" and, in an article, "date", then "---" again.',
    })
  }
  const closing = rest.findIndex(line => line.startsWith('---'))
  if (closing === -1 || !/^---[ \t]*$/.test(rest[closing] ?? '')) {
    return fail(
      'article/unclosed-front-matter',
      closing === -1
        ? 'The front matter is never closed.'
        : 'The line that ends the front matter contains more than "---".',
      { at: at(closing === -1 ? 1 : closing + 2), hint: 'Close it with a line that is just "---".' },
    )
  }
  const content = cutByPackage(
    ['---', ...rest.slice(0, closing), '---', ...rest.slice(closing + 1)].join('\n'),
  )
  const body = '\n'.repeat(rest.length + 1 - content.split('\n').length) + content
  return { value: { yaml: `\n${rest.slice(0, closing).join('\n')}\n`, body }, diagnostics: [] }
}

/** Loaded on first use, so that a command that reads no front matter does not wait for it. */
function cutByPackage(text: string): string {
  const matter = require('gray-matter') as typeof import('gray-matter')
  const refuse = (): never => {
    throw new Error('Front matter in a language other than YAML reached gray-matter.')
  }
  return matter(text, {
    language: 'yaml',
    delimiters: '---',
    engines: {
      // The YAML is parsed afterwards, with positions; gray-matter only cuts.
      yaml: { parse: () => ({}), stringify: refuse },
      json: { parse: refuse, stringify: refuse },
      javascript: { parse: refuse, stringify: refuse },
    },
  }).content
}

function fail(...problem: Parameters<typeof diagnostic>): Outcome<undefined> {
  return { value: undefined, diagnostics: [diagnostic(...problem)] }
}
