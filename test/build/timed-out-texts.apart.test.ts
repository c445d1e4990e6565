import { expect, test, vi } from 'vitest'
import { cachedTexts } from '../../src/build/cached-texts.ts'
import { parseArticleBody } from '../../src/content/index.ts'

// On a busy machine, any text may take too long.
vi.mock('../../src/content/markdown/limits.ts', async original => ({
  ...(await original<object>()),
  withinLimits: () => undefined,
}))

test('a text that took too long to parse is parsed again by the next run', () => {
  const texts = new Map<string, string>()
  const pack = {
    get: (key: string) => texts.get(key),
    set: (key: string, text: string) => void texts.set(key, text),
    save: () => undefined,
  }
  const text = '---\nslug: a\n---\n\nA footnote.[^1]\n\n[^1]: Its text.\n'
  const parsed = cachedTexts(pack)(parseArticleBody, { path: 'content/articles/a.md', text })
  expect(parsed.diagnostics.map(({ code }) => code)).toEqual(['markdown/too-complex'])
  expect(texts.size).toBe(0)
})
