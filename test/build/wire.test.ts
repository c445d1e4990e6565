import { describe, expect, it } from 'vitest'
import {
  packFacts,
  packMarkups,
  packPages,
  sentOnce,
  unpackFacts,
  unpackMarkups,
  unpackPages,
} from '../../src/build/wire.ts'
import type { Markup } from '../../src/content/index.ts'
import type { InspectedHtml } from '../../src/render/index.ts'
import type { BlogList, Page } from '../../src/site/index.ts'

const blog: BlogList = {
  items: [
    {
      slug: 'a',
      title: '“A” </script>',
      description: 'ä\u2028',
      date: { iso: '2025-01-02', text: 'January 2, 2025' },
      href: '/articles/a/#header',
    },
  ],
}
const place = { route: '/x/', outputPath: 'x/index.html' }
const page = (more: object) =>
  ({ ...place, head: { title: 'T', description: 'D' }, ...more }) as unknown as Page

describe('pages on their way to a thread', () => {
  it('arrive as they were; what they share arrives once, and is one object there', () => {
    const other: BlogList = { items: [], more: '/articles/' }
    const batches = [
      [
        page({ kind: 'notFound', blog }),
        page({ kind: 'ccpa', bodyHtml: '<p>' }),
        page({ kind: 'notFound', blog }),
      ],
      [page({ kind: 'notFound', blog: other }), page({ kind: 'faq', blog, faq: [] })],
    ]
    const sent = sentOnce<BlogList>()
    const received = new Map<number, BlogList>()
    const texts = batches.map(batch => packPages(batch, sent))
    const arrived = texts.map(text => unpackPages(text, received))
    expect(arrived).toEqual(batches)
    const lists = arrived.flat().flatMap(({ ...found }) => ('blog' in found ? [found.blog] : []))
    expect(new Set(lists).size).toBe(2)
    expect(texts[1]).not.toContain('January')
  })
})

describe('texts on their way', () => {
  it('arrive as they were, with those in their places that are to be parsed elsewhere', () => {
    const origin = { file: 'a.md', line: 3, column: 5 }
    const markups: (Markup | undefined)[] = [
      {
        parts: [
          '<p>By ',
          { kind: 'token', token: 'name' },
          '. <a',
          { kind: 'link', index: 0 },
          '>“x”</a></p>',
        ],
        links: [{ url: '/faq/', origin }],
        images: [],
        anchors: ['costs'],
      },
      undefined,
      { parts: [''], links: [], images: [], anchors: [] },
    ]
    const packed = packMarkups(markups)
    expect(unpackMarkups(structuredClone(packed))).toEqual(markups)
    expect(packed.json).not.toContain('<p>')
  })
})

describe('facts on their way back', () => {
  it('arrive as they were, with the pages that failed in their places', () => {
    const header: InspectedHtml = { ids: ['header'], references: ['/'] }
    const own = (id: string): InspectedHtml => ({ ids: [id], references: ['https://a.example/'] })
    const rendered = (id: string, shared: readonly InspectedHtml[]) => ({
      value: {
        facts: {
          hashes: { scripts: ["'sha256-a'"], styles: [] },
          islands: ['form'],
          links: { route: `/${id}/`, inspected: [own(id), ...shared] },
        },
        entries: [{ path: `${id}.html`, size: 3, sha256: id, standing: { inode: 7, modifiedAt: 1.5 } }],
      },
      diagnostics: [],
    })
    const failed = {
      value: undefined,
      diagnostics: [{ severity: 'error', code: 'template/throws', message: 'It failed.' } as const],
    }
    const batches = [[rendered('a', [header]), failed], [rendered('b', [header, own('c')])]]
    const sent = sentOnce<InspectedHtml>()
    const received = new Map<number, InspectedHtml>()
    const arrived = batches.map(batch => unpackFacts(packFacts(batch as never, sent), received))
    expect(arrived).toEqual(batches)
    const inspected = (batch: number) => arrived[batch]?.[0]?.value?.facts.links.inspected
    expect(inspected(0)?.[1]).toBe(inspected(1)?.[1])
  })
})
