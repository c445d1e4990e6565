// The labelled texts in `examples/`, which test each rule and train the model.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { contentsOf } from '../../src/compliance/pages/blocks.ts'
import { type Passage, passagesOf } from '../../src/compliance/pages/passages.ts'
import { fillMarkup, parseMarkdown } from '../../src/content/index.ts'

/** A text in `examples/`. */
export interface Example {
  readonly text: string
  readonly writer: string
  /** How plainly it breaks a rule; absent if it breaks none. */
  readonly level?: 'plain' | 'varied' | 'hard'
  /** The rule that it breaks, or nearly breaks. */
  readonly rule: string
  /** Other rules that it breaks. */
  readonly also: readonly string[]
}

interface ExampleFile {
  readonly breaks?: readonly (readonly [
    writer: string,
    level: 'plain' | 'varied' | 'hard',
    text: string,
    also?: readonly string[],
  ])[]
  readonly fine?: readonly (readonly [writer: string, text: string])[]
}

/** The examples below a folder. Those in `held-out/` are read only if that is the folder. */
export function readExamples(folder: string): readonly Example[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter(name => name.endsWith('.yaml') && !name.startsWith('held-out'))
    .sort()
    .flatMap(name => {
      const rule = name.replace(/\.yaml$/, '')
      const { breaks = [], fine = [] } = parse(readFileSync(join(folder, name), 'utf8')) as ExampleFile
      return [
        ...breaks.map(([writer, level, text, also = []]) => ({ writer, level, text, rule, also })),
        ...fine.map(([writer, text]) => ({ writer, text, rule, also: [] })),
      ]
    })
}

/** The form in which rules read a brand's value. */
const value = (name: string): string => `@${name}`
const anything = <Value>(of: (name: string) => Value): Record<string, Value> =>
  new Proxy({}, { get: (_, name) => of(String(name)) })

/** The passages of some Markdown, as they would appear on a page. */
export function passagesOfText(text: string): readonly Passage[] {
  const { value: markup } = parseMarkdown(text, { originAt: () => ({ file: 'text.md', line: 1, column: 1 }) })
  if (markup === undefined) throw new Error(`An example is not Markdown: ${text}`)
  const parts = fillMarkup(markup, {
    tokens: anything(value) as never,
    labels: anything(name => name) as never,
    links: markup.links.map(({ url }) => url),
    images: [],
    blocks: markup.blocks.map(() => ({ block: '', attributes: {} })),
    idPrefix: '',
  })
  const html = parts
    .map(part =>
      typeof part === 'string'
        ? part
        : 'attributes' in part && 'image' in part
          ? `<img${part.attributes}>`
          : '',
    )
    .join('')
  return passagesOf(contentsOf([null, html, null]).blocks, [])
}
