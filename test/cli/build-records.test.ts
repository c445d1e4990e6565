import { expect, test, vi } from 'vitest'
import type { BrandInputs } from '../../src/build/index.ts'
import { recordBuilds } from '../../src/cli/runs/build-records.ts'
import { firstDay } from '../../src/cli/today.ts'
import { manifestName, readBuildRecord } from '../../src/output/index.ts'
import { temporaryFolder, writeFiles } from '../support/project.ts'

test('a build that ends after midnight is for the day on which it began, not for a date that was asked for', () => {
  const out = temporaryFolder()
  writeFiles(out, { [`default/${manifestName}`]: '{}', [`asked/${manifestName}`]: '{}' })
  const inputsOf = (id: string): BrandInputs => ({ id, hash: 'a'.repeat(64), files: [], imported: [] })
  const record = (id: string, asOf: string) =>
    recordBuilds(out, new Map([[id, inputsOf(id)]]), { asOf }, { unchanged: [], made: [id] })
  vi.useFakeTimers({ now: Date.parse(firstDay) + 24 * 60 * 60 * 1000 })
  try {
    expect(record('default', firstDay)).toEqual([])
    expect(record('asked', '2026-01-01')).toEqual([])
  } finally {
    vi.useRealTimers()
  }
  expect(readBuildRecord(out, 'default')?.flags.asOf).toBeNull()
  expect(readBuildRecord(out, 'asked')?.flags.asOf).toBe('2026-01-01')
})
