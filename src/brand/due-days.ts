// Days on which a person must look again at what was signed off in a `brand.yaml`.

import { isDay } from './allowed-values.ts'

/** The number of days for which an approval of the provider's disclosures is valid. */
export const approvalDays = 90

/** The same date in the following year. */
export const yearAfter = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`

/** The first day on which an approval is no longer valid. */
export function approvalDue(approvedOn: string): string {
  const due = new Date(approvedOn)
  due.setUTCDate(due.getUTCDate() + approvalDays + 1)
  return due.toISOString().slice(0, 10)
}

/** The days that follow from dates of a `brand.yaml`; anything that is not a date is left to the schema. */
export function dueDays(reviewedOn: readonly string[], approvedOn: readonly string[]): string[] {
  return [...reviewedOn.filter(isDay).map(yearAfter), ...approvedOn.filter(isDay).map(approvalDue)]
}
