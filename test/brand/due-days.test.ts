import { expect, it } from 'vitest'
import { approvalDue, dueDays, yearAfter } from '../../src/brand/due-days.ts'

it('an approval is due on the 91st day after it, a review on the same date of the next year', () => {
  expect(approvalDue('2026-11-20')).toBe('2027-02-19')
  expect(approvalDue('2024-02-28')).toBe('2024-05-29')
  expect(yearAfter('2026-01-31')).toBe('2027-01-31')
})

it('leaves out what is not a date', () => {
  expect(dueDays(['2026-01-31', 'soon'], ['2026-13-01', ''])).toEqual(['2027-01-31'])
})
