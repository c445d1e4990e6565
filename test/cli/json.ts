// The output of `--json` in all cases: one document, in the shape that README and DESIGN promise.

import { expect } from 'vitest'
import { reportSchema } from '../../src/cli/report/schema.ts'
import type { Run } from '../support/project.ts'

export interface JsonDiagnostic {
  readonly severity: 'error' | 'warning' | 'info'
  readonly code: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly brand?: string
  readonly hint?: string
}

export interface JsonDocument {
  readonly ok: boolean
  readonly brands: readonly Record<string, unknown>[]
  readonly diagnostics: readonly JsonDiagnostic[]
}

/** The document on stdout. Also checks that it is the only output, and that stderr is empty. */
export function jsonOf(run: Run): JsonDocument {
  expect(run.stderr).toBe('')
  expect(run.stdout.endsWith('}\n')).toBe(true)
  const document = JSON.parse(run.stdout) as JsonDocument
  reportSchema.parse(document)
  expect(document.ok).toBe(run.code === 0)
  expect(Array.isArray(document.brands)).toBe(true)
  for (const problem of document.diagnostics) {
    expect(['error', 'warning', 'info']).toContain(problem.severity)
    expect(problem.code).toMatch(/^[a-z]+\/[a-z-]+$/)
    expect(problem.message).toMatch(/\S/)
    const known = ['severity', 'code', 'message', 'file', 'line', 'column', 'brand', 'hint']
    expect(known).toEqual(expect.arrayContaining(Object.keys(problem)))
    if (problem.file !== undefined) {
      expect(problem.file).not.toMatch(/^\/|\\/)
      expect(problem.line).toBeGreaterThan(0)
      expect(problem.column).toBeGreaterThan(0)
    }
  }
  return document
}

/** The same for `build` and `check`, whose brands have a fixed shape too. */
export function buildJsonOf(run: Run): JsonDocument {
  const document = jsonOf(run)
  // Only a check has waivers.
  const keys = Object.keys(document).filter(key => key !== 'waivers')
  expect(keys).toEqual(['schema', 'ok', 'brands', 'diagnostics'])
  for (const brand of document.brands) {
    const { inputs, ...rest } = brand
    expect(Object.keys(rest)).toEqual(['id', 'status', 'out', 'pages', 'files', 'bytes', 'ms'])
    if (brand.out !== null) expect(inputs).toMatch(/^[0-9a-f]{64}$/)
    expect(['built', 'failed', 'unchanged']).toContain(brand.status)
    for (const key of ['pages', 'files', 'bytes', 'ms']) expect(brand[key]).toBeGreaterThanOrEqual(0)
  }
  return document
}
