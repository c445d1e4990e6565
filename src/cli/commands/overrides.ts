// `imprint overrides`: the values that a brand overrides, and whether the inherited value has changed since.

import { join } from 'node:path'
import { brandsFolder, loadBrand, overridesLockName } from '../../brand/index.ts'
import { contentFolders, locateContent } from '../../content/index.ts'
import { diagnostic, hasErrors, type Origin, startOf, suggest } from '../../diagnostics/index.ts'
import { attempt, type Files } from '../../files/index.ts'
import { replaceFile, sha256Of, writeFailure } from '../../output/index.ts'
import { entryAt, type Located, leaves, plain } from '../../yaml/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { environment } from '../command-line/flags.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { cannotBegin, type Project, sourceReader, unknownBrand } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'

export const overridesCommand = {
  name: 'overrides',
  group: 'look',
  summary: 'list overrides that are redundant, dead or drifted',
  chapter: 'many-brands',
  flags: [environment],
  examples: [
    ['overrides --all', 'for every brand, list the overrides that no longer make sense'],
    ['overrides aurora --json', 'print all overrides of one brand, with their states, as JSON for a script'],
  ],
  exitCodes: ['failed', 'brandInvalid'],
  on: 'all-brands',
} as const satisfies CommandRecord

export const overridesAcceptCommand: CommandRecord = {
  name: 'overrides accept',
  group: 'look',
  summary:
    'record the value that an override replaces; if that value changes later, the override has drifted',
  chapter: 'many-brands',
  arguments: [
    { name: '<brand>', summary: 'brand id' },
    {
      name: '<path>',
      summary:
        'name of the override, such as strings.header.about or content/articles/rent.md; "." selects all',
    },
  ],
  examples: [
    [
      'overrides accept aurora strings.header.about',
      'record the inherited value that this override replaces',
    ],
    ['overrides accept aurora .', 'record the inherited values that all overrides of the brand replace'],
  ],
  exitCodes: ['failed'],
  on: 'project',
}

/**
 * - `redundant`: it equals the inherited value.
 * - `dead`: it overrides nothing, but its name is close to that of something it could override.
 * - `drifted`: the inherited value has changed since the override was accepted.
 */
type OverrideState = 'redundant' | 'dead' | 'drifted' | 'ok'

interface Override {
  readonly path: string
  readonly at: Origin
  readonly state: OverrideState
  readonly isAccepted: boolean
  /** SHA-256 of the overridden value; absent if it overrides nothing. */
  readonly covered?: string
  readonly hint?: string
}

type OverridesFlags = FlagsOf<typeof overridesCommand.flags>

export const overrides: BrandsCommand<OverridesFlags> = async ({ project, brands: ids }, flags, reporter) => {
  const brands = ids.map(id => ({ id, ...overridesOf(project, id, flags.env) }))
  const problems = brands.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ severity }) => severity === 'error'),
  )
  reporter.problems(problems, sourceReader(project))
  const rows = brands.flatMap(({ id, found }) =>
    found
      .filter(({ state }) => state !== 'ok')
      .map(({ path, state, at, hint = '' }) => [id, state, path, `${at.file}:${at.line}`, hint]),
  )
  const count = (state: OverrideState) =>
    brands.flatMap(({ found }) => found).filter(override => override.state === state).length
  reporter.result(
    `${rows.length === 0 ? '' : `${table(['brand', 'state', 'override', 'where', ''], rows)}\n`}${count('ok')} ok, ${count('redundant')} redundant, ${count('dead')} dead, ${count('drifted')} drifted.\n`,
  )
  reporter.document({
    brands: brands.map(({ id, found }) => ({
      id,
      overrides: found.map(({ hint, ...override }) => ({ ...override, ...(hint && { hint }) })),
    })),
    diagnostics: problems,
  })
  return hasErrors(problems) ? exitCodes.brandInvalid : exitCodes.done
}

/** Records the value that an override currently replaces; when that value changes, the override becomes `drifted`. */
export function acceptOverride(
  project: Project,
  id: string,
  path: string,
  flags: OverridesFlags,
  reporter: Reporter,
): number {
  if (!project.brands.brands.includes(id)) return cannotBegin(reporter, [unknownBrand(id, project.brands)])
  const { found } = overridesOf(project, id, flags.env)
  const wanted = found.filter(
    override => override.covered !== undefined && (path === '.' || override.path === path),
  )
  if (wanted.length === 0) {
    const paths = found.map(override => override.path)
    const near = suggest(path, paths)
    const problem = diagnostic(
      'usage/unknown-key',
      `"${id}" has no override "${path}" that replaces anything.`,
      {
        hint:
          near === undefined
            ? `Run "imprint overrides ${id}" to list its overrides; "." accepts all of them.`
            : `Did you mean "${near}"?`,
      },
    )
    return cannotBegin(reporter, [problem])
  }
  const accepted = {
    ...acceptedOf(project.files, id),
    ...Object.fromEntries(wanted.map(({ path, covered }) => [path, covered])),
  }
  const present = new Set(found.map(override => override.path))
  const sorted = Object.entries(accepted)
    .filter(([key]) => present.has(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  try {
    replaceFile(
      join(project.root, acceptedPath(id)),
      `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`,
    )
  } catch (error) {
    return cannotBegin(reporter, [writeFailure(acceptedPath(id), error)])
  }
  reporter.result(
    `Accepted ${wanted.length === 1 ? path : `${wanted.length} overrides`} in ${acceptedPath(id)}.\n`,
  )
  reporter.document({ brands: [{ id, accepted: wanted.map(override => override.path) }] })
  return exitCodes.done
}

function overridesOf(project: Project, id: string, environment: string | undefined) {
  const { files, defaults } = project
  const { value: brand, diagnostics } = loadBrand(files, id, defaults, environment)
  if (brand === undefined) return { found: [], diagnostics }
  const accepted = acceptedOf(files, id)
  const own = `${brandsFolder}/${id}/`
  const stateOf = (
    path: string,
    covered: string,
    isSame: boolean,
  ): Pick<Override, 'state' | 'isAccepted' | 'covered'> => {
    const before = accepted[path]
    const state = isSame ? 'redundant' : before !== undefined && before !== covered ? 'drifted' : 'ok'
    return { state, isAccepted: before === covered, covered }
  }
  const found: Override[] = []
  const located: [string, Located][] = [['', brand.located], ...locateContent(files, defaults, brand).located]
  for (const [name, root] of located) {
    for (const { path, value } of leaves(root)) {
      const [shadowed] = entryAt(root, path)?.shadowed ?? []
      if (shadowed === undefined || !value.origin.file.startsWith(own)) continue
      const key = [...(name === '' ? [] : [name]), ...path].join('.')
      const [is, was] = [JSON.stringify(plain(value)), JSON.stringify(plain(shadowed))]
      found.push({ path: key, at: value.origin, ...stateOf(key, sha256Of(Buffer.from(was)), is === was) })
    }
  }
  const layers = contentFolders(brand).filter(folder => !folder.startsWith(own))
  for (const kind of ['content', 'templates']) {
    const weaker = weakerFiles(kind, files, defaults, layers)
    for (const file of files.list(`${own}${kind}`).value) {
      const name = file.slice(`${own}${kind}/`.length)
      if (/\.yaml$/.test(name) && name !== 'faq.yaml') continue
      const below = weaker.get(name)
      if (below === undefined) {
        const near = suggest(name, [...weaker.keys()])
        if (near !== undefined)
          found.push({
            path: `${kind}/${name}`,
            at: startOf(file),
            state: 'dead',
            isAccepted: false,
            hint: `Did you mean ${near}?`,
          })
        continue
      }
      const sum = sha256Of(below)
      const isSame = sum === sha256Of(files.readBytes(file).value ?? new Uint8Array())
      found.push({ path: `${kind}/${name}`, at: startOf(file), ...stateOf(`${kind}/${name}`, sum, isSame) })
    }
  }
  return { found: found.sort((a, b) => (a.path < b.path ? -1 : 1)), diagnostics }
}

/**
 * The bytes of files that a brand's own would override, by their names inside `content/` or `templates/`; the strongest layer
 * wins.
 */
function weakerFiles(
  kind: string,
  files: Files,
  defaults: Files,
  layers: readonly string[],
): ReadonlyMap<string, Uint8Array> {
  const byName = new Map<string, Uint8Array>()
  const add = (from: Files, folder: string) => {
    for (const path of from.list(folder).value) {
      const bytes = from.readBytes(path).value
      if (bytes !== undefined) byName.set(path.slice(folder.length + 1), bytes)
    }
  }
  add(defaults, kind)
  for (const folder of new Set([kind, ...layers.map(layer => layer.replace(/content$/, kind))]))
    add(files, folder)
  return byName
}

function acceptedPath(id: string): string {
  return `${brandsFolder}/${id}/${overridesLockName}`
}

function acceptedOf(files: Files, id: string): Readonly<Record<string, string>> {
  return attempt(() => JSON.parse(files.readText(acceptedPath(id)).value?.text ?? '{}'), {})
}
