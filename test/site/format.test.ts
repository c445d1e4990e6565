import { describe, expect, it } from 'vitest'
import { costExampleView, dateFormatter, listText, phoneView } from '../../src/site/format.ts'
import { brandOf } from './support.ts'

describe('phoneView', () => {
  it.each([
    ['+18005550142', '(800) 555-0142'],
    ['+12065550117', '(206) 555-0117'],
    ['+442079460958', '020 7946 0958'],
    ['+99999999999999', '+99999999999999'],
  ])('%s is shown as %s', (phone, text) => {
    expect(phoneView(phone)).toEqual({ number: phone, text, href: `tel:${phone}` })
  })
})

describe('dateFormatter', () => {
  it.each([
    ['en-US', '2025-08-21', 'August 21, 2025'],
    ['en-US', '2025-01-01', 'January 1, 2025'],
    ['en-US', '2024-02-29', 'February 29, 2024'],
    ['en-GB', '2025-08-21', '21 August 2025'],
    ['es-US', '2025-08-21', '21 de agosto de 2025'],
    ['de-DE', '2025-12-31', '31. Dezember 2025'],
  ])('%s: %s is %s', (locale, iso, text) => {
    expect(dateFormatter(locale)(iso)).toEqual({ iso, text })
  })

  it.each(['Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'does not ask the machine in %s',
    zone => {
      const before = process.env.TZ
      process.env.TZ = zone
      try {
        expect(dateFormatter('en-US')('2025-08-21').text).toBe('August 21, 2025')
      } finally {
        if (before === undefined) delete process.env.TZ
        else process.env.TZ = before
      }
    },
  )
})

describe('listText', () => {
  it.each([
    ['en-US', [], ''],
    ['en-US', ['Vermont'], 'Vermont'],
    ['en-US', ['Vermont', 'New York'], 'Vermont and New York'],
    ['en-US', ['A', 'B', 'C'], 'A, B, and C'],
    ['es-US', ['A', 'B'], 'A y B'],
  ])('%s: %j', (locale, items, text) => {
    expect(listText(locale, items)).toBe(text)
  })
})

describe('costExampleView', () => {
  it.each([
    [
      '{principal: 300, feePer100: 15, days: 14}',
      { principal: '$300', feePer100: '$15', fee: '$45', total: '$345', days: '14', apr: '391%' },
    ],
    [
      '{principal: 255, feePer100: 17.64, days: 31}',
      { principal: '$255', feePer100: '$17.64', fee: '$44.98', total: '$299.98', days: '31', apr: '208%' },
    ],
    [
      '{principal: 1000, feePer100: 5, days: 365}',
      { principal: '$1,000', feePer100: '$5', fee: '$50', total: '$1,050', days: '365', apr: '5%' },
    ],
    [
      '{principal: 100, feePer100: 3.5, days: 100}',
      { principal: '$100', feePer100: '$3.50', fee: '$3.50', total: '$103.50', days: '100', apr: '12.8%' },
    ],
  ])('%s', (costExample, expected) => {
    expect(costExampleView(brandOf({ costExample }))).toMatchObject(expected)
  })
})
