import fc from 'fast-check'
import { parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import {
  decodeReferences,
  escapeHtml,
  escapeLikeRehype,
  escapeXml,
  jsonForScript,
} from '../../src/html/index.ts'

const evil = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '&', '"', "'", '`', '&amp;', '&lt;', '&#38;', '</script>'),
      fc.string(),
    ),
  )
  .map(pieces => pieces.join(''))
  // HTML parsers change these themselves.
  .map(text => text.replace(/[\0\r]/g, ''))

it('a number that is not a character becomes U+FFFD', () => {
  expect(decodeReferences('a&#1114112;&#x110000;&#99999999999;&#x41;')).toBe('a\ufffd\ufffd\ufffdA')
})

const escapes = {
  'of HTML': [escapeHtml, escapeHtml],
  'of XML': [escapeXml, escapeXml],
  'like those of rehype': [escapeLikeRehype.text, escapeLikeRehype.attribute],
} as const

describe.each(Object.entries(escapes))('escapes %s', (_, [escapeText, escapeAttribute]) => {
  it('preserve any text and any attribute', () => {
    fc.assert(
      fc.property(evil, text => {
        const [element] = parseFragment(
          `<b title="${escapeAttribute(text)}">${escapeText(text)}</b>`,
        ).childNodes
        expect(element).toMatchObject({
          nodeName: 'b',
          attrs: [{ name: 'title', value: text }],
          childNodes: text === '' ? [] : [{ nodeName: '#text', value: text }],
        })
      }),
    )
  })

  it('are taken back by decodeReferences, once', () => {
    fc.assert(
      fc.property(evil, text => {
        expect(decodeReferences(escapeText(text))).toBe(text)
        expect(decodeReferences(escapeAttribute(text))).toBe(text)
      }),
    )
  })
})

describe('decodeReferences', () => {
  it('reads numbers in both spellings and leaves unknown references', () => {
    expect(decodeReferences('&#x3c;&#X3C;&#60;&copy;&')).toBe('<<<&copy;&')
  })
})

describe('jsonForScript', () => {
  it('is the same data, and nothing in it ends the script or begins a comment', () => {
    fc.assert(
      fc.property(evil, text => {
        const json = jsonForScript({ [text]: [text] })
        expect(json).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(json)).toEqual({ [text]: [text] })
      }),
    )
  })
})
