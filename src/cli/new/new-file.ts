// Shared by the `imprint new` commands: each creates one file that builds without errors.

import { brandsFolder, isSlug } from '../../brand/index.ts'
import type { Diagnostic } from '../../diagnostics/index.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { cannotBegin, mistake, type Project, unknownBrand } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { createFiles } from './create-files.ts'

export interface NewTextFlags {
  readonly title?: string
  readonly brand?: string
}

/** Creates a file in the content of the project, or of one brand. */
export function createText(
  { root, brands }: Project,
  path: string,
  text: string,
  invalid: Diagnostic | undefined,
  { brand, title }: NewTextFlags,
  reporter: Reporter,
): number {
  const isKnown = brand === undefined || [...brands.brands, ...brands.bases].includes(brand)
  const problem =
    invalid ?? lineProblem('--title', title, 150) ?? (isKnown ? undefined : unknownBrand(brand, brands))
  if (problem !== undefined) return cannotBegin(reporter, [problem])
  const folder = brand === undefined ? 'content' : `${brandsFolder}/${brand}/content`
  return create(root, `${folder}/${path}`, text, 'fill it in, then run "imprint check --all"', reporter)
}

/** Creates a file, and prints the next step. Returns the exit code. */
export function create(root: string, path: string, text: string, next: string, reporter: Reporter): number {
  const problems = createFiles(root, [{ path, content: text }])
  if (problems.length > 0) return cannotBegin(reporter, problems)
  reporter.conclude(`Created ${path}\nNext: ${next}.\n`, { created: [path] })
  return exitCodes.done
}

/** Reports text that cannot be a brand id, a slug or the like. */
export function idProblem(what: string, text: string): Diagnostic | undefined {
  if (isSlug(text) && text.length <= 80) return undefined
  return mistake(
    `"${text}" is not a valid ${what}.`,
    'Use lowercase letters, digits and single hyphens, for example "my-name"; at most 80 characters.',
  )
}

/** Reports text that is not a single line. */
export function lineProblem(flag: string, text: string | undefined, maximum: number): Diagnostic | undefined {
  const isLine = (line: string) =>
    /^\S(?:.*\S)?$/.test(line) && !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(line)
  if (text === undefined || (isLine(text) && text.length <= maximum)) return undefined
  return mistake(
    `The value of ${flag} must be one line of text.`,
    `Use 1 to ${maximum} characters on one line, without leading or trailing spaces.`,
  )
}

/** `second-chance` → `Second Chance` */
export function titleOf(slug: string): string {
  return slug
    .split('-')
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}
