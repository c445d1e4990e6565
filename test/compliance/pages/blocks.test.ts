import { describe, expect, it } from 'vitest'
import { contentsOf, type PagePart } from '../../../src/compliance/pages/blocks.ts'

const blocksOf = (...parts: (PagePart | null)[]) => contentsOf(parts).blocks

describe('the blocks of a page', () => {
  it('mark which belong to its own text, except shared parts in it', () => {
    const shared = { html: '<p>Shared</p>' }
    const own = ['<h2>Heading</h2><ul><li>One</li><li>Two</li></ul>', shared, '<p>Own</p>']
    const found = blocksOf('<main><h1>Title</h1><div>', null, ...own, null, '</div>After</main>')
    expect(found.map(({ text, ownText }) => [text, ownText])).toEqual([
      ['Title', false],
      ['Heading', true],
      ['One', true],
      ['Two', true],
      ['One; Two', true],
      ['Shared', false],
      ['Own', true],
      ['After', false],
    ])
  })

  it('have a word in place of code, and show the code', () => {
    const html = '<p>Run <code>a &amp;&amp; b</code> and <code>c</code>.</p><pre><code>d</code></pre>'
    expect(blocksOf(`${html}<ul><li><code>npm</code></li><li>x</li></ul>`)).toMatchObject([
      { text: 'Run Codeee and C.', shown: 'Run a && b and c.' },
      { text: 'Cod', shown: 'npm' },
      { text: 'x', shown: 'x' },
      { text: 'Cod; x', shown: 'npm; x', whole: true },
    ])
  })

  it('know the landmarks around a shared part', () => {
    const shared = { html: '<header><p>Date</p></header>' }
    expect(blocksOf('<main>', shared, '</main>', shared).map(({ region }) => region)).toEqual([
      'main',
      'header',
    ])
  })

  it('are read on behind an element that is not read and ends in a later part', () => {
    expect(
      blocksOf('<p>a</p><style>', { html: '<p>b</p>' }, '</style><p>c</p>').map(({ text }) => text),
    ).toEqual(['a', 'c'])
  })

  it('are one for each keyword, which is no part of a sentence', () => {
    expect(
      blocksOf('<meta name="keywords" content="loan, credit score, car repair">').map(({ text }) => text),
    ).toEqual(['loan', 'credit score', 'car repair'])
  })
})
