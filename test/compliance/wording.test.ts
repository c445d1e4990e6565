import { expect, it } from 'vitest'
import { diagnosticOf } from '../../src/compliance/wording.ts'

it.each([
  ['says that', '"/" says that. []', '"/" and "/faq/" say that. []'],
  ['vouches for it', '"/" vouches for it. []', '"/" and "/faq/" vouch for it. []'],
  ['presses it', '"/" presses it. []', '"/" and "/faq/" press it. []'],
  ['promises it', '"/" promises it. []', '"/" and "/faq/" promise it. []'],
  ['does not say it', '"/" does not say it. []', '"/" and "/faq/" do not say it. []'],
  ['has it', '"/" has it. []', '"/" and "/faq/" have it. []'],
])('the verb of "%s" agrees with the number of pages', (problem, one, two) => {
  const messageFor = (...routes: string[]) => {
    const pages = routes.map(route => ({ route }) as never)
    const finding = { rule: 'house/x', problem, pages, level: 'error' } as const
    return diagnosticOf(
      finding,
      { file: 'brand.yaml', line: 1, column: 1 } as never,
      { infos: new Map() } as never,
    ).message
  }
  expect(messageFor('/')).toBe(one)
  expect(messageFor('/', '/faq/')).toBe(two)
})
