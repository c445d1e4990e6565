// The provider's disclosures as they were fetched and reviewed: `disclosures.lock.json` next to `brand.yaml`. With it, a page
// shows its legal text from the start, even if the provider's server is down.

import * as z from 'zod'
import { collecting, diagnostic, hasErrors, type Outcome, startOf } from '../diagnostics/index.ts'
import type { Files, SourceFile } from '../files/index.ts'
import { matching, parseYaml, text, validate } from '../yaml/index.ts'
import { disclosureLockName } from './chain.ts'

/** One disclosure, as the provider names and words it. */
export interface Disclosure {
  readonly heading: string
  readonly text: string
}

/** Shape of `disclosures.lock.json`. */
export const lockSchema = z.strictObject({
  source: matching(
    { test: value => value.startsWith('https://') && URL.canParse(value) },
    'is not an https URL.',
    'Write the address that the disclosures were fetched from.',
  ).describe('https address that the disclosures were fetched from'),
  fetchedAt: matching(
    { test: value => /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(value) && !Number.isNaN(Date.parse(value)) },
    'is not a date.',
    'Write it like "2025-08-21" or "2025-08-21T09:30:00Z".',
  ).describe('Date on which they were fetched, YYYY-MM-DD'),
  sha256: matching(/^[0-9a-f]{64}$/, 'is not a SHA-256 of 64 hexadecimal digits.').describe(
    'SHA-256 of the provider’s response, 64 hexadecimal digits',
  ),
  entries: z
    .array(
      z.strictObject({
        heading: text(120).describe('Heading in the provider’s words'),
        text: text(20_000).describe('Text in the provider’s words'),
      }),
    )
    .min(1)
    .max(64)
    .describe('Disclosures in the order in which the footer shows them'),
})

export interface DisclosureLock {
  /** Project-relative. */
  readonly path: string
  readonly fetchedAt: string
  readonly entries: readonly Disclosure[]
}

/** The lock file of the strongest folder that has one; undefined if none has. */
export function loadDisclosures(
  files: Files,
  folders: readonly string[],
): Outcome<DisclosureLock | undefined> {
  const { diagnostics, take } = collecting()
  for (const folder of folders.toReversed()) {
    const source = take(files.readText(`${folder}/${disclosureLockName}`))
    if (source !== undefined) return { value: take(parseDisclosures(source)), diagnostics }
  }
  return { value: undefined, diagnostics }
}

/** Parses a lock file. JSON is YAML, so its problems have positions like those of any other file. Pure. */
function parseDisclosures(source: SourceFile): Outcome<DisclosureLock | undefined> {
  const yaml = parseYaml(source)
  if (hasErrors(yaml.diagnostics)) return { value: undefined, diagnostics: yaml.diagnostics }
  if (yaml.value?.kind !== 'map') {
    const problem = diagnostic('yaml/not-a-map', 'The file does not contain a JSON object.', {
      at: yaml.value?.origin ?? startOf(source.path),
      hint: 'It must have the keys "source", "fetchedAt", "sha256" and "entries".',
    })
    return { value: undefined, diagnostics: [...yaml.diagnostics, problem] }
  }
  const checked = validate(lockSchema, yaml.value, 'brand')
  const value = checked.value && { ...checked.value, path: source.path }
  return { value, diagnostics: [...yaml.diagnostics, ...checked.diagnostics] }
}
