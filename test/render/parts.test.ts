import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { NotCacheable, partCache, type RenderPart } from '../../src/render/parts.ts'
import { createPiece } from '../../src/render/pieces.ts'

describe('partCache', () => {
  const rendered: string[] = []
  const render: RenderPart = (element: ReactElement, prefix) => {
    const { name } = element.props as { name: string }
    rendered.push(`${prefix}${name}`)
    if (name === 'island') throw new NotCacheable()
    if (name === 'fault') throw new Error('A fault of the template.')
    return { ...createPiece([name]), islands: [], styles: new Set() }
  }
  const Header = (_: { name: string; site?: object }) => null
  const Footer = (_: { name: string; site?: object }) => null
  const textOf = (part: { html: string } | undefined) => part?.html

  it('renders once for the same props, by identity', () => {
    const parts = partCache()
    const site = {}
    rendered.length = 0
    expect(textOf(parts(Header, { name: 'a', site }, render))).toBe('a')
    expect(textOf(parts(Header, { name: 'b', site }, render))).toBe('b')
    expect(textOf(parts(Header, { name: 'a', site }, render))).toBe('a')
    expect(rendered).toEqual(['Header-a', 'Header-b'])
    parts(Header, { name: 'a', site: {} }, render)
    parts(Header, { name: 'a' }, render)
    parts(Footer, { name: 'a', site }, render)
    expect(rendered.slice(2)).toEqual(['Header-a', 'Header-a', 'Footer-a'])
  })

  it('drops the least recently used', () => {
    const parts = partCache()
    parts(Header, { name: 'first' }, render)
    for (let index = 0; index < 100; index++) {
      parts(Header, { name: 'first' }, render)
      parts(Header, { name: `other ${index}` }, render)
    }
    rendered.length = 0
    parts(Header, { name: 'first' }, render)
    parts(Header, { name: 'other 99' }, render)
    expect(rendered).toEqual([])
    parts(Header, { name: 'other 0' }, render)
    expect(rendered).toEqual(['Header-other 0'])
  })

  it('leaves a component in its place that cannot be cached, and tries but once', () => {
    const parts = partCache()
    rendered.length = 0
    expect(parts(Header, { name: 'island' }, render)).toBeUndefined()
    expect(parts(Header, { name: 'a' }, render)).toBeUndefined()
    expect(rendered).toEqual(['Header-island'])
  })

  it('passes on errors of a template', () => {
    expect(() => partCache()(Header, { name: 'fault' }, render)).toThrow('A fault of the template.')
  })
})
