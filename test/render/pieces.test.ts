import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { textPool } from '../../src/render/index.ts'
import {
  NotCacheable,
  partCache,
  pieceMark,
  putTogether,
  type RenderPart,
  sharedPiece,
} from '../../src/render/pieces.ts'

const pool = textPool()

describe('putTogether', () => {
  it('puts each piece in the place of its mark, as often as it stands there', () => {
    const pieces = [sharedPiece('<b>zero</b>', pool), sharedPiece('', pool), sharedPiece('“zwei”', pool)]
    const page = Buffer.from(
      `ä${pieceMark(2)}-${pieceMark(0)}${pieceMark(1)}${pieceMark(0)}-ö${pieceMark(2)}`,
    )
    expect(putTogether(page, pieces).toString()).toBe('ä“zwei”-<b>zero</b><b>zero</b>-ö“zwei”')
  })

  it('refuses a page that holds the character of its marks', () => {
    expect(() => putTogether(Buffer.from('a \u0001 b'), [])).toThrow('U+0001')
  })
})

describe('sharedPiece', () => {
  it('knows what is in the pieces inside it', () => {
    const inner = sharedPiece('<a id="b" href="/c">c</a><style>.c{}</style>', pool)
    const outer = sharedPiece(`<p id="a">${pieceMark(0)}</p><script>go()</script>`, pool, [inner])
    expect(outer.bytes.toString()).toBe(
      '<p id="a"><a id="b" href="/c">c</a><style>.c{}</style></p><script>go()</script>',
    )
    expect(outer.links).toEqual({ ids: ['a', 'b'], references: ['/c'] })
    expect(outer.hashes).toEqual(sharedPiece('<style>.c{}</style><script>go()</script>', pool).hashes)
  })
})

describe('partCache', () => {
  const rendered: string[] = []
  const render: RenderPart = (element: ReactElement, prefix) => {
    const { name } = element.props as { name: string }
    rendered.push(`${prefix}${name}`)
    if (name === 'island') throw new NotCacheable()
    if (name === 'fault') throw new Error('A fault of the template.')
    return { ...sharedPiece(name, pool), islands: [] }
  }
  const Header = (_: { name: string; site?: object }) => null
  const Footer = (_: { name: string; site?: object }) => null
  const textOf = (part: { bytes: Buffer } | undefined) => part?.bytes.toString()

  it('renders once for the same props, by identity', () => {
    const parts = partCache()
    const site = {}
    rendered.length = 0
    expect(textOf(parts.find(Header, { name: 'a', site }, render))).toBe('a')
    expect(textOf(parts.find(Header, { name: 'b', site }, render))).toBe('b')
    expect(textOf(parts.find(Header, { name: 'a', site }, render))).toBe('a')
    expect(rendered).toEqual(['Header-a', 'Header-b'])
    parts.find(Header, { name: 'a', site: {} }, render)
    parts.find(Header, { name: 'a' }, render)
    parts.find(Footer, { name: 'a', site }, render)
    expect(rendered.slice(2)).toEqual(['Header-a', 'Header-a', 'Footer-a'])
  })

  it('forgets what has not been used for longest', () => {
    const parts = partCache()
    parts.find(Header, { name: 'first' }, render)
    for (let index = 0; index < 100; index++) {
      parts.find(Header, { name: 'first' }, render)
      parts.find(Header, { name: `other ${index}` }, render)
    }
    rendered.length = 0
    parts.find(Header, { name: 'first' }, render)
    parts.find(Header, { name: 'other 99' }, render)
    expect(rendered).toEqual([])
    parts.find(Header, { name: 'other 0' }, render)
    expect(rendered).toEqual(['Header-other 0'])
  })

  it('leaves a component in its place that cannot be cached, and tries but once', () => {
    const parts = partCache()
    rendered.length = 0
    expect(parts.find(Header, { name: 'island' }, render)).toBeUndefined()
    expect(parts.find(Header, { name: 'a' }, render)).toBeUndefined()
    expect(rendered).toEqual(['Header-island'])
  })

  it('hands on what a template throws', () => {
    expect(() => partCache().find(Header, { name: 'fault' }, render)).toThrow('A fault of the template.')
  })
})
