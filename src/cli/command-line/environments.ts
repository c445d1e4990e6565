// The brands that have the environment of `--env`, and the problems if a named brand does not have it.

import {
  compareText,
  counted,
  type Diagnostic,
  diagnostic,
  didYouMean,
  listOf,
} from '../../diagnostics/index.ts'
import type { Project } from '../project.ts'

/** All brands that have an environment. If none has, the name is wrong. */
export async function brandsWith({ brands: { brands }, files, diagnostics }: Project, env: string) {
  const { environmentNames, hasEnvironment } = await import('../../brand/index.ts')
  const without = brands.filter(id => !hasEnvironment(files, id, env))
  if (without.length === 0) return { value: brands, diagnostics }
  if (without.length === brands.length) {
    const known = brands.flatMap(id => environmentNames(files, id))
    return {
      value: undefined,
      diagnostics: [...diagnostics, unknownEnvironment('No brand has an', env, known)],
    }
  }
  const message = `Left out: ${counted(without.length, 'brand')} without an environment "${env}": ${listOf(without, 20)}.`
  const hint = `To include a brand, add "environments: {${env}: {siteUrl: …}}" to its brand.yaml.`
  const note = diagnostic('brand/unknown-environment', message, { hint, severity: 'info' })
  return { value: brands.filter(id => !without.includes(id)), diagnostics: [...diagnostics, note] }
}

/** Checks `--env` for named brands, for a command that does not load them. */
export async function unknownEnvironments(
  { files }: Project,
  ids: readonly string[],
  env: string | undefined,
): Promise<readonly Diagnostic[]> {
  if (env === undefined) return []
  const { environmentNames, hasEnvironment } = await import('../../brand/index.ts')
  return ids
    .filter(id => !hasEnvironment(files, id, env))
    .map(id => unknownEnvironment(`"${id}" has no`, env, environmentNames(files, id)))
}

function unknownEnvironment(who: string, env: string, known: readonly string[]): Diagnostic {
  const hint =
    didYouMean(env, [...new Set(known)].sort(compareText), 'Environments') ??
    `Add "environments: {${env}: {siteUrl: …}}" to the brand.yaml of each brand that needs it.`
  return diagnostic('brand/unknown-environment', `${who} environment "${env}".`, { hint })
}
