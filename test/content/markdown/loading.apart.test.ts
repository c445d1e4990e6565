// A slow package is loaded for the first document that needs it. This is a separate file, so that no earlier test has needed
// it.

import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { article } from '../../support/project.ts'
import { parseArticle } from '../support.ts'

const { cache } = createRequire(import.meta.url)
const isLoaded = () => Object.keys(cache).some(path => path.includes('/node_modules/unified/'))
const parse = (text: string) => parseArticle({ path: 'content/articles/a.md', text })

it('an ordinary article does not load the reference for Markdown', () => {
  expect(parse(article('a', {}, '## Ask *{name}*\n\n- [a](/b/)\n')).diagnostics).toEqual([])
  expect(isLoaded()).toBe(false)
})

it('an odd one does', () => {
  expect(parse(article('a', {}, '\\*\n')).diagnostics).toEqual([])
  expect(isLoaded()).toBe(true)
})
