import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstTouch } from '../../src/kit/first-touch.ts'
import { nameExpression } from '../../src/site/lead-source.ts'
import { rounds } from '../support/soak.ts'

const keptBy = (pass: Readonly<Record<string, string>>, search: string) => {
  const kept = firstTouch(search, new RegExp(nameExpression(Object.keys(pass))), pass)
  return kept === undefined ? undefined : JSON.parse(kept)
}
const same = (...names: string[]) => Object.fromEntries(names.map(name => [name, name]))
const pass = { ...same('gclid', 'subid', 'utm_*', 'a.b'), fbclid: 'click_id' }

describe('the stored part of an address', () => {
  it('the listed parameters, by their names at the provider, the first of each', () => {
    const search = '?x=1&gclid=A&gclid=B&fbclid=C&utm_source=d+e&utm_term=%C3%A9&a.b=1&axb=2&subid='
    expect(keptBy(pass, search)).toEqual({
      gclid: 'A',
      click_id: 'C',
      utm_source: 'd e',
      utm_term: 'é',
      'a.b': '1',
    })
    expect(keptBy(pass, '?x=1&GCLID=2&gclid2=3&my_gclid=4&utm=5&utm_=6')).toBeUndefined()
    expect(keptBy(pass, '')).toBeUndefined()
  })

  it('no personal data behind a name with "*"', () => {
    for (const name of ['utm_email', 'utm_Email', 'utm_your_name', 'utm_phone', 'utm_ssn'])
      expect(keptBy(pass, `?${name}=x`), name).toBeUndefined()
  })

  it('200 characters of a value, and nothing that cannot be printed', () => {
    expect(keptBy(pass, `?gclid=${'x'.repeat(10_000)}`)).toEqual({ gclid: 'x'.repeat(200) })
    expect(keptBy(pass, `?gclid=${encodeURIComponent(`${'x'.repeat(199)}😀`)}`)).toEqual({
      gclid: 'x'.repeat(199),
    })
    expect(keptBy(pass, '?gclid=a%0D%0Ab%00%E2%80%A8%E2%80%AEc%ED%A0%80')).toEqual({ gclid: 'abc���' })
    expect(keptBy(pass, '?gclid=%0A%09')).toBeUndefined()
  })

  it('any address gives a short query with the same result', () => {
    const name = fc.oneof(
      fc.constantFrom('gclid', 'fbclid', 'utm_a', 'utm___proto__', '__proto__', 'constructor', 'a.b'),
      fc.string({ unit: 'binary' }),
    )
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        'javascript:alert(1)',
        '"\'`$1\\',
        '\ud800',
        'é'.repeat(9999),
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 60 }), pairs => {
        const kept = keptBy(pass, `?${new URLSearchParams(pairs)}`) ?? {}
        const query = new URLSearchParams(kept)
        expect(String(query).length).toBeLessThan(4200)
        expect(Object.fromEntries(query)).toEqual(kept)
        for (const [name, text] of Object.entries<string>(kept)) {
          expect(name).toMatch(/^(?:gclid|subid|click_id|a\.b|utm_[a-z\d._-]+)$/)
          expect(text).toMatch(/^[^\p{C}\u2028\u2029]{1,200}$/u)
        }
      }),
      { numRuns: rounds(300) },
    )
  })
})
