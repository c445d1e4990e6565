import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { decodeReferences, readHtml } from '../../src/html/index.ts'

type Event = string | readonly [what: string, ...details: readonly (string | undefined)[]]

/** Everything that the reader reports, with the requested attributes. */
function eventsOf(html: string, names: readonly string[] = []): Event[] {
  const events: Event[] = []
  const attributesOf = (tag: { get(name: string): string | undefined }) =>
    names.flatMap(name => (tag.get(name) === undefined ? [] : `${name}=${tag.get(name)}`))
  readHtml(html, {
    start: tag => void events.push([tag.isSelfClosing ? 'empty' : 'start', tag.name, ...attributesOf(tag)]),
    end: name => void events.push(['end', name]),
    text: (from, to) => void events.push(html.slice(from, to)),
    raw: (tag, from, to) => void events.push(['raw', tag.name, ...attributesOf(tag), html.slice(from, to)]),
  })
  return events
}

describe('readHtml', () => {
  it.each([
    ['', []],
    ['a &amp; b', ['a &amp; b']],
    ['<p>One<br/>two</p>', [['start', 'p'], 'One', ['empty', 'br'], 'two', ['end', 'p']]],
    ['<!DOCTYPE html><!-- <p> -->x<!-- ', ['x']],
    ['1 < 2, <3 <', ['1 < 2, <3 <']],
    ['<i title="', ['<i title="']],
    ['<script>a("<p>")</script>x', [['raw', 'script', 'a("<p>")'], 'x']],
    [
      '<style></style><styled>',
      [
        ['raw', 'style', ''],
        ['start', 'styled'],
      ],
    ],
    [
      '<script><p>',
      [
        ['start', 'script'],
        ['start', 'p'],
      ],
    ],
  ] satisfies [string, Event[]][])('reads %j', (html, events) => {
    expect(eventsOf(html)).toEqual(events)
  })

  it.each([
    ['<a id="x" href="/?a&amp;b">', ['id=x', 'href=/?a&b']],
    ['<a title=" href=" data-id="x" id="">', ['id=']],
    ["<a id='x > y' href=/b>", ['id=x > y', 'href=/b']],
    ['<a href id>', ['id=', 'href=']],
    ['<a href="/b"/>', ['href=/b']],
  ])('has of %j the attributes', (html, attributes) => {
    expect((eventsOf(html, ['id', 'href'])[0] as readonly string[]).slice(2)).toEqual(attributes)
  })

  it('skips the content of an element, and returns whether it is closed', () => {
    const namesIn = (html: string): unknown[] => {
      const names: unknown[] = []
      readHtml(html, {
        start: tag => void names.push(tag.name, tag.name === 'svg' && tag.skipContent()),
        end: name => void names.push(`/${name}`),
      })
      return names
    }
    expect(namesIn('<svg><path/></svg><p>')).toEqual(['svg', true, '/svg', 'p', false])
    expect(namesIn('<svg><path/><p>')).toEqual(['svg', false])
  })

  it('begins at a given offset', () => {
    const ends: string[] = []
    readHtml('<p>a</p><b>c</b>', { end: name => void ends.push(name) }, 8)
    expect(ends).toEqual(['b'])
  })
})

const words = fc.array(fc.constantFrom('a', ' ', '<', '>', '&', '"', "'", '=', '</p>', '<!--', '&lt;', 'ñ'), {
  maxLength: 6,
})
const text = words.map(parts => parts.join(''))
const attributes = fc.record(
  { id: text, title: text, className: text, 'data-x': text, hidden: fc.boolean() },
  { requiredKeys: [] },
)
const { tree } = fc.letrec<{ tree: ReactNode }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.tuple(fc.constantFrom('br', 'img'), attributes).map(([name, props]) => createElement(name, props)),
    fc
      .tuple(
        fc.constantFrom('div', 'span', 'section', 'em'),
        attributes,
        fc.array(tie('tree'), { maxLength: 4 }),
      )
      .map(([name, props, children]) => createElement(name, props, ...children)),
    fc
      .tuple(fc.constantFrom('script', 'style'), attributes, fc.constantFrom('', 'a < b', '"<p id="x">"'))
      .map(([name, props, content]) =>
        createElement(name, { ...props, dangerouslySetInnerHTML: { __html: content } }),
      ),
  ),
}))
const names = ['id', 'title', 'class', 'data-x', 'hidden']

/** The same events from a parser that follows the standard. */
function eventsOfTree(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): Event[] {
  return nodes.flatMap((node): Event[] => {
    if (!('tagName' in node)) return 'value' in node ? [node.value] : []
    const own = names.flatMap(name =>
      node.attrs.filter(item => item.name === name).map(item => `${name}=${item.value}`),
    )
    const inside = eventsOfTree(node.childNodes)
    if (node.tagName === 'script' || node.tagName === 'style')
      return [['raw', node.tagName, ...own, ...(inside.length > 0 ? (inside as string[]) : [''])]]
    if (node.tagName === 'br' || node.tagName === 'img') return [['empty', node.tagName, ...own]]
    return [['start', node.tagName, ...own], ...inside, ['end', node.tagName]]
  })
}

it("reads React's output as an HTML parser does", () => {
  fc.assert(
    fc.property(tree, node => {
      const html = renderToStaticMarkup(node)
      const read = eventsOf(html, names).map(event =>
        typeof event === 'string' ? decodeReferences(event) : event,
      )
      expect(read).toEqual(eventsOfTree(parseFragment(html).childNodes))
    }),
    { numRuns: 1000 },
  )
})
