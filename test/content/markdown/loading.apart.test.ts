// Slow packages are loaded for the first text that needs them. A separate file, so that no other test has needed them.

import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { article } from '../../support/project.ts'
import { parseArticle } from '../support.ts'

const { cache } = createRequire(import.meta.url)
const loaded = () =>
  ['gray-matter', 'unified'].filter(name =>
    Object.keys(cache).some(path => path.includes(`/node_modules/${name}/`)),
  )
const parse = (text: string) => parseArticle({ path: 'content/articles/a.md', text })

it('an ordinary article loads neither gray-matter nor the reference for Markdown', () => {
  expect(parse(article('a', {}, '## Ask *{name}*\n\n- [a](/b/)\n')).diagnostics).toEqual([])
  expect(loaded()).toEqual([])
})

it('an odd one does', () => {
  expect(parse(article('a', {}, '\\*\n').replace('---\n', '--- \n')).diagnostics).toEqual([])
  expect(loaded()).toEqual(['gray-matter', 'unified'])
})
