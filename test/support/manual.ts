// The code blocks of the manual, with the files that they show.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './project.ts'

export interface CodeBlock {
  /** `docs/brand.md` */
  readonly page: string
  readonly line: number
  readonly language: string
  readonly text: string
  /** The path in a comment in its first lines: `# content/faq.yaml`, `// worker.js`, `/* templates/offer.css *\/` */
  readonly path: string | undefined
}

/** Every code block of README.md and docs/, page by page. */
export function codeBlocks(): readonly CodeBlock[] {
  const pages = readdirSync(join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.md') && !/^(?:site|reference)\//.test(path))
    .sort()
  return ['README.md', ...pages.map(path => `docs/${path}`)].flatMap(page =>
    blocksOf(page, readFileSync(join(repositoryRoot, page), 'utf8')),
  )
}

function blocksOf(page: string, text: string): CodeBlock[] {
  const blocks = text.matchAll(/^( *)(`{3,}|~{3,})(\S*)\n([\s\S]*?)^\1\2$/gm)
  return [...blocks].map(({ 1: indent = '', 3: language = '', 4: body = '', index }) => {
    const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    const [, path] = /^(?:#.*\n)?(?:#|\/\/|\/\*) (\.?[\w@][\w./-]*\.\w+)(?=[\s:,]|$)/.exec(code) ?? []
    return { page, line: text.slice(0, index).split('\n').length, language, text: code, path }
  })
}
