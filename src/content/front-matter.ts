// Splits a Markdown file into front matter and body. gray-matter does the cutting, fenced in on all sides: by
// default it runs `---js` blocks as code (jonschlinkert/gray-matter#131), takes a missing end for the end of the
// file, closes at any line that starts with `---`, and turns a failed parse into an empty success the second
// time the same text comes (it caches unless it is given options).

import matter from 'gray-matter'
import { diagnostic, type Outcome } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { type LocatedMap, parseYaml } from '../yaml/index.ts'

export interface FrontMatter {
  readonly data: LocatedMap
  /** The whole file with the front matter blanked out, so that positions in it are those of the file. */
  readonly body: string
}

const refuse = (): never => {
  throw new Error('Front matter in another language than YAML reached gray-matter.')
}
const options = {
  language: 'yaml',
  delimiters: '---',
  engines: {
    // The YAML is parsed afterwards, with positions; gray-matter only cuts.
    yaml: { parse: () => ({}), stringify: refuse },
    json: { parse: refuse, stringify: refuse },
    javascript: { parse: refuse, stringify: refuse },
  },
}

/** Cuts a file at its front matter and parses that. The value is undefined when there is none or it is broken. */
export function splitFrontMatter(source: SourceFile): Outcome<FrontMatter | undefined> {
  const { path, text } = source
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
    return fail('article/no-front-matter', 'The file does not start with front matter.', {
      at: at(1),
      hint: 'The first line must be "---", then "slug", "title", "description" and "date", then "---" again.',
    })
  }
  const closing = rest.findIndex(line => line.startsWith('---'))
  if (closing === -1 || !/^---[ \t]*$/.test(rest[closing] ?? '')) {
    return fail(
      'article/unclosed-front-matter',
      closing === -1
        ? 'The front matter has no end.'
        : 'The front matter ends in a line that is more than "---".',
      { at: at(closing === -1 ? 1 : closing + 2), hint: 'Close it with a line that holds just "---".' },
    )
  }
  const cut = matter(
    ['---', ...rest.slice(0, closing), '---', ...rest.slice(closing + 1)].join('\n'),
    options,
  )
  const yaml = parseYaml({ path, text: `\n${rest.slice(0, closing).join('\n')}\n` })
  if (yaml.value !== undefined && yaml.value.kind !== 'map') {
    return fail('yaml/not-a-map', 'The front matter does not hold "key: value" lines.', {
      at: yaml.value.origin,
      hint: 'For example: "title: Rent and utilities".',
    })
  }
  const broken = yaml.diagnostics.some(problem => problem.severity === 'error')
  const data: LocatedMap = yaml.value ?? { kind: 'map', origin: at(1), entries: new Map() }
  const bodyLines = cut.content.split('\n').length
  const body = '\n'.repeat(rest.length + 1 - bodyLines) + cut.content
  return { value: broken ? undefined : { data, body }, diagnostics: yaml.diagnostics }
}

function fail(...problem: Parameters<typeof diagnostic>): Outcome<undefined> {
  return { value: undefined, diagnostics: [diagnostic(...problem)] }
}
