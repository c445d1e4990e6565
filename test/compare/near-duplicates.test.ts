import { describe, expect, it } from 'vitest'
import { nearDuplicates, sketchOf } from '../../src/compare/near-duplicates.ts'

/** A text with this number of words, the same for the same seed. */
function words(seed: number, count: number): string {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return `word${(state >>> 8) % 5000}`
  }).join(' ')
}

const runsOf = (text: string) => {
  const all = text.split(' ')
  return new Set(all.slice(4).map((_, start) => all.slice(start, start + 5).join(' ')))
}
function jaccard(a: string, b: string): number {
  const [x, y] = [runsOf(a), runsOf(b)]
  return [...x].filter(run => y.has(run)).length / new Set([...x, ...y]).size
}

/** Notes about brands with one page each. */
function notesOn(
  pages: Record<string, Record<string, string>>,
  files: Record<string, string> = {},
): string[] {
  const brands = Object.entries(pages).map(([id, texts]) => ({
    id,
    texts: Object.entries(texts).map(([route, text]) =>
      text in files
        ? { route, source: text }
        : { route, source: 'content/home.yaml', sketch: sketchOf(text) },
    ),
  }))
  const known: Record<string, string> = { 'content/home.yaml': '', ...files }
  const bytes = (path: string) => (path in known ? new TextEncoder().encode(known[path]) : undefined)
  return nearDuplicates(brands, bytes).map(({ message, severity, code }) => {
    expect([code, severity]).toEqual(['fleet/near-duplicate', 'info'])
    return message
  })
}
const scoreIn = (notes: readonly string[]): number => Number(/\((\d\.\d\d)\)/.exec(notes[0] ?? '')?.[1])

describe('pages with nearly the same text', () => {
  it('are named with both brands and how much they have in common: the Jaccard index of runs of five words', () => {
    const text = words(1, 180)
    const other = `${text} ${words(2, 12)}`
    const notes = notesOn({ aurora: { '/': text }, bolt: { '/': other }, comet: { '/': words(3, 180) } })
    expect(notes).toEqual([
      expect.stringContaining('"aurora" and "bolt" have nearly the same text on one page: / ('),
    ])
    // Exact for short texts.
    expect(scoreIn(notes)).toBe(Number(jaccard(text, other).toFixed(2)))
    const long = words(4, 3000)
    const longer = `${words(5, 200)} ${long}`
    expect(
      Math.abs(scoreIn(notesOn({ a: { '/': long }, b: { '/': longer } })) - jaccard(long, longer)),
    ).toBeLessThan(0.07)
  })

  it('are not reported below four fifths, in one brand alone, or with hardly any words', () => {
    const text = words(1, 100)
    expect(jaccard(text, `${text} ${words(2, 40)}`)).toBeLessThan(0.8)
    expect(notesOn({ a: { '/': text }, b: { '/': `${text} ${words(2, 40)}` } })).toEqual([])
    expect(notesOn({ a: { '/': text, '/x/': `${text} more` }, b: { '/': words(9, 100) } })).toEqual([])
    expect(
      notesOn({ a: { '/': 'one two three four five six' }, b: { '/': 'one two three four five six seven' } }),
    ).toEqual([])
  })

  it('are found in files too, at any address, without front matter and the targets of links', () => {
    const text = words(1, 150)
    const files = {
      'content/articles/a.md': `---\nslug: a\n---\n${text}\n`,
      'brands/b/content/articles/other.md': `---\nslug: other\ntitle: ${words(7, 60)}\n---\n${text} [more](/${words(8, 40).replaceAll(' ', '/')})\n`,
    }
    const notes = notesOn(
      {
        a: { '/articles/a/': 'content/articles/a.md' },
        b: { '/articles/other/': 'brands/b/content/articles/other.md' },
      },
      files,
    )
    expect(notes).toEqual([
      expect.stringMatching(
        /^"a" and "b" have .* on one page: \/articles\/a\/ and \/articles\/other\/ \(0\.9\d\)\.$/,
      ),
    ])
  })

  it('are one note for each set of brands, and pages are counted', () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`content/articles/${at}.md`, words(at + 100, 200)]),
    )
    const articles = Object.fromEntries(Object.keys(files).map((path, at) => [`/articles/${at}/`, path]))
    const brands = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [
        `brand-${String(at).padStart(3, '0')}`,
        { '/': words(at + 1000, 300), ...articles },
      ]),
    )
    const notes = notesOn(brands, files)
    expect(notes).toEqual([
      expect.stringMatching(
        /^1000 brands \(brand-000, .*\) have nearly the same text on 40 pages: \/articles\/0\/ \(1\.00\), .*, and 30 more\.$/,
      ),
    ])
    // A page that all brands have in nearly the same words is named before the files that they share.
    const alike = words(1, 300)
    const same = Object.fromEntries(
      Object.entries(brands).map(([id, pages]) => [id, { ...pages, '/': `${alike} ${id}` }]),
    )
    expect(notesOn(same, files)).toEqual([
      expect.stringMatching(/on 41 pages: \/ \(0?[01]\.\d\d\), \/articles\/0\/ \(1\.00\)/),
    ])
  })

  it('does not list a thousand pairs one by one', () => {
    const pages = Array.from({ length: 2000 }, (_, at) => [`b${at}`, { '/': `${words(at >> 1, 200)} ${at}` }])
    const notes = notesOn(Object.fromEntries(pages))
    expect(notes).toHaveLength(20)
    expect(notes.at(-1)).toContain('980 more groups of brands have such pages.')
  })

  it('that the package brings are not compared', () => {
    const brands = ['a', 'b'].map(id => ({
      id,
      texts: [{ route: '/ccpa.html', source: 'content/pages/ccpa.md' }],
    }))
    expect(nearDuplicates(brands, () => undefined)).toEqual([])
  })
})
