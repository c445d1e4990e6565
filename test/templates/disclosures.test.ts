import { describe, expect, it } from 'vitest'
import { paragraphsOf, parseAnswer } from '../../templates/islands/disclosures/answer.ts'

describe('the answer with the disclosures', () => {
  it('gives the tooltip its entry at any position, and the footer all others', () => {
    const body = JSON.stringify({ First: 'one', 'Advertiser Disclosure': 'ours', Last: 'two' })
    expect(parseAnswer(body)).toEqual({
      advertiser: 'ours',
      entries: [
        { heading: 'First', text: 'one' },
        { heading: 'Last', text: 'two' },
      ],
    })
  })

  it('skips the first entry where none is the tooltip’s', () => {
    expect(parseAnswer('{"First":"one","Second":"two"}')).toEqual({
      entries: [{ heading: 'Second', text: 'two' }],
    })
  })

  it('keeps markup as the text it is', () => {
    const text = '<img src=x onerror=alert(1)>'
    expect(parseAnswer(JSON.stringify({ First: '', Second: text })).entries).toEqual([
      { heading: 'Second', text },
    ])
  })

  it.each([
    'null',
    '1',
    '"text"',
    '[]',
    '["text"]',
    '{}',
    '{"First":"one","Second":2}',
    '{"First":null}',
    '{"First":{"text":"one"}}',
  ])('refuses %s', body => {
    expect(() => parseAnswer(body)).toThrow(TypeError)
  })

  it.each(['', '<!DOCTYPE html>', '{"First":"one"'])('refuses what is not JSON: %j', body => {
    expect(() => parseAnswer(body)).toThrow(SyntaxError)
  })
})

describe('paragraphs', () => {
  it('are parted by blank lines', () => {
    expect(paragraphsOf(' one\nstill one\n\ntwo\r\n \r\n\n three \n')).toEqual([
      'one\nstill one',
      'two',
      'three',
    ])
  })

  it('are none in an empty text', () => {
    expect(paragraphsOf(' \n\n ')).toEqual([])
  })
})
