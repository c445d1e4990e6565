import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillTokens, type TokenValues } from '../../../src/content/index.ts'
import { splitTokens, tokenNames, unknownTokens } from '../../../src/content/texts/tokens.ts'

const values = Object.fromEntries(tokenNames.map(name => [name, `<${name}>`])) as TokenValues

describe('fillTokens', () => {
  it.each([
    ['no token', 'no token'],
    ['{name}', '<name>'],
    ['Call {phone} or {email}.', 'Call <phone> or <email>.'],
    ['{name}{name}', '<name><name>'],
    ['{{name}}', '{<name>}'],
    ['{unknown} {name}', '{unknown} <name>'],
    ['{ name } {name', '{ name } {name'],
    ['{Name} {NAME}', '{Name} {NAME}'],
    ['{constructor} {__proto__} {toString}', '{constructor} {__proto__} {toString}'],
    ['', ''],
  ])('%j is %j', (text, filled) => {
    expect(fillTokens(text, values)).toBe(filled)
  })

  it('puts values in as they are: neither tokens nor patterns in them mean anything', () => {
    expect(fillTokens('{name} {email}', { ...values, name: "{email} $& $1 $'" })).toBe(
      "{email} $& $1 $' <email>",
    )
  })

  it('knows every token', () => {
    for (const name of tokenNames) expect(fillTokens(`{${name}}`, values)).toBe(`<${name}>`)
  })
})

describe('unknownTokens', () => {
  it.each([
    ['Ask {brand} or {name}, {fone} or {brand}', ['brand', 'fone', 'brand']],
    ['{constructor}', ['constructor']],
    ['{a b} {1} {} {a-b}', []],
  ])('of %j are %j', (text, names) => {
    expect(unknownTokens(text)).toEqual(names)
  })
})

describe('splitTokens', () => {
  it('cuts a text so that its pieces make it up again', () => {
    const pieces = fc.constantFrom('{', '}', '{name}', '{apr}', '{nope}', ' ', 'a', '{{', '}}')
    fc.assert(
      fc.property(
        fc.array(pieces).map(parts => parts.join('')),
        text => {
          const parts = splitTokens(text)
          expect(parts.map(part => (typeof part === 'string' ? part : `{${part.token}}`)).join('')).toBe(text)
          expect(parts.map(part => (typeof part === 'string' ? part : values[part.token])).join('')).toBe(
            fillTokens(text, values),
          )
        },
      ),
    )
  })
})
