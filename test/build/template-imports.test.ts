import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { importsFromElsewhere } from '../../src/build/template-imports.ts'

/** The imports that esbuild finds, as the source names them. Imprint resolves templates, so the imports need not exist. */
async function importedBy(path: string, text: string): Promise<string[]> {
  const names: string[] = []
  await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    logLevel: 'silent',
    jsx: 'automatic',
    plugins: [
      {
        name: 'names',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /.*/ }, ({ path: name, kind }) => {
            if (kind === 'entry-point') return { path: name, namespace: 'text' }
            names.push(name)
            return { path: name, external: true }
          })
          onLoad({ filter: /.*/ }, () => ({ contents: text, loader: path.endsWith('.css') ? 'css' : 'tsx' }))
        },
      },
    ],
  })
  return names
}

describe('imports from elsewhere', () => {
  it.each([
    ["import a from '../lib/a.ts'; a()", '../lib/a.ts'],
    ["import a from './%2e%2e/lib/a.ts'; a()", './%2e%2e/lib/a.ts'],
    ["import a, { type B } from\n  'words'; a()", 'words'],
    ["import/**/'words'", 'words'],
    ["import { 'a b' as c } from 'words'; c()", 'words'],
    ["import a = require('words'); a()", 'words'],
    ["import a from './\\x2e./lib/a.ts'; a()", './../lib/a.ts'],
    ["import a from './.hidden.ts'; a()", './.hidden.ts'],
    ["import a from '.foo'; a()", '.foo'],
    ["import a from 'zod/mini'; a()", 'zod/mini'],
    ["export { a } /* of */ from // these\n 'words'", 'words'],
    ["export * as b from'words'", 'words'],
    ["import('wor' + 'ds')", 'words'],
    ['import(`words`)', 'words'],
    ["import(/* later */ '../lib/a.ts')", '../lib/a.ts'],
    ["require('..' + '/lib/a.json')", '../lib/a.json'],
    ["(require)('words')", 'words'],
    ["(require as Function)('words')", 'words'],
    ["r\\u0065quire('words')", 'words'],
    ["r\\u{0065}quire('words')", 'words'],
    ["`import './`; require('../lib/a.json') // '", '../lib/a.json'],
    ["`import 'react/`; require('../lib/a.json') // '", '../lib/a.json'],
    ['/** @jsxImportSource words */ export default () => <p />', 'words/jsx-runtime'],
  ])('are seen in %j', async (text, name) => {
    expect(await importedBy('templates/a.tsx', text)).toContain(name)
    expect(importsFromElsewhere('templates/a.tsx', text)).toBe(true)
  })

  it.each([
    ['@import "../a.css";', '../a.css'],
    ['@IMPORT URL(../a.css);', '../a.css'],
    ['@\\69mport "../a.css";', '../a.css'],
    ['p { background: URL(../a.svg) }', '../a.svg'],
    ['p { background: u\\72l("../a.svg") }', '../a.svg'],
    ['@im\\port "../a.css";', '../a.css'],
  ])('are seen in styles: %j', async (text, name) => {
    expect(await importedBy('templates/a.css', text)).toContain(name)
    expect(importsFromElsewhere('templates/a.css', text)).toBe(true)
  })

  it('are not suspected where everything is listed or comes with Imprint', () => {
    const text = [
      "import { Markup, type PageProps } from 'imprint/kit'",
      "import * as z from 'zod'",
      "import { useState } from 'react'",
      "import styles from './hero.css'",
      'import "../parts/later.ts"',
      "export * from './words.ts'",
      "export { a as b } from './words.ts'",
      "export const from = 'A loan from $100\\u00a0to \\u2014 any amount'",
      'export default function Hero() { return <p>Imported from <b>afar</b>, "as required"</p> }',
    ].join('\n')
    expect(importsFromElsewhere('templates/blocks/a.tsx', text)).toBe(false)
    expect(importsFromElsewhere('templates/a.css', 'p::before { content: "\\2014"; color: red }')).toBe(false)
  })
})
