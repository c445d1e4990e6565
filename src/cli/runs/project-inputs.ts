// The inputs of a project's brands, now and at a commit.

import { hash } from 'node:crypto'
import { brandsFolder, type Host } from '../../brand/index.ts'
import {
  type BrandInputs,
  type Decisions,
  type FactsReader,
  type InputsOptions,
  inputsReader,
  openDecisions,
  openFacts,
  type ProjectState,
  type SharedWork,
  type SharedWorkOptions,
} from '../../build/index.ts'
import { openCache } from '../../cache/index.ts'
import { rulesFile } from '../../compliance/index.ts'
import { sharedFolders } from '../../content/index.ts'
import type { Outcome } from '../../diagnostics/index.ts'
import { type Files, linksIn, snapshot, sumOf, throughLinks, withChanges } from '../../files/index.ts'
import { cacheOf, type Project, packageRoot } from '../project.ts'
import { today } from '../today.ts'

/** Folders and files of a project that its sites are made from. */
export const inputPaths: readonly string[] = [brandsFolder, ...sharedFolders, rulesFile]

/** Targets of the symbolic links among them, from the project's root. */
export function linkTargets({ root }: Project): readonly string[] {
  return linksIn(root, inputPaths).map(({ target }) => target)
}

/** Flags that change a site; they are the same for every command. */
export interface ResultFlags {
  readonly drafts?: boolean
  /** The date that sites are built for; default: today. */
  readonly asOf?: string
  readonly env?: string
  readonly host?: Host
}

/** Bundles a project's templates, once for all brands that have the same. */
export type Bundling = InputsOptions['templates']

function bundlingOf(project: Project): Bundling {
  const { defaults, files } = project
  const templates = lazyTemplates({ defaults, cacheFolder: cacheOf(project, true) })
  const still = snapshot(files)
  return brand => templates(still, brand)
}

/** Bundles templates, and loads the bundler on the first request: few projects' inputs depend on bundles. */
export function lazyTemplates(options: SharedWorkOptions): SharedWork['templates'] {
  let opened: Promise<SharedWork> | undefined
  return async (files, brand) => {
    opened ??= import('../processes/stages.ts').then(({ openSharedWork }) => openSharedWork(options))
    return (await opened).templates(files, brand)
  }
}

/** Reads the inputs of a project's brands as they are now. */
export function readInputs(
  project: Project,
  flags: ResultFlags,
  templates: Bundling = bundlingOf(project),
  files: Files = project.files,
  facts: FactsReader = openFacts(openCache(cacheOf(project, true))),
): (id: string) => Promise<BrandInputs> {
  const { defaults } = project
  return inputsReader({
    files,
    defaults,
    flags: {
      drafts: flags.drafts ?? false,
      asOf: flags.asOf ?? today(),
      environment: flags.env,
      host: flags.host,
    },
    templates,
    facts,
  })
}

/** Files that cannot name a brand. */
const binaries = /\.(?:avif|gif|ico|jpe?g|otf|pdf|png|ttf|webp|woff2?)$/i

/** The state of a project with these files. */
export function projectState(
  project: Project,
  flags: ResultFlags,
  templates: Bundling,
  files: Files,
  facts: FactsReader,
): ProjectState {
  const { defaults } = project
  const textOf = (path: string): string | undefined => {
    if (binaries.test(path)) return ''
    const bytes = [files, defaults]
      .map(({ readBytes }) => readBytes(path).value)
      .find(value => value !== undefined)
    return bytes && Buffer.from(bytes).toString('utf8')
  }
  return {
    inputs: readInputs(project, flags, templates, files, facts),
    fleet: () => facts.fleet(files),
    text: path =>
      path === 'imprint'
        ? sharedFolders
            .flatMap(folder => defaults.list(folder).value)
            .map(textOf)
            .join('\n')
        : textOf(path),
  }
}

/** Finds out whether each brand's published site is what a build would give now. Writes nothing. */
export function publishedSites(
  project: Project,
  flags: ResultFlags,
  out: string,
  { sitesOnly }: Pick<Parameters<typeof openDecisions>[0], 'sitesOnly'> = {},
): Pick<Decisions, 'unchanged'> {
  const cache = openCache(cacheOf(project, true))
  const state = projectState(project, flags, bundlingOf(project), project.files, openFacts(cache))
  const decisions = openDecisions({
    command: 'build',
    cache,
    out,
    state: () => state,
    strict: false,
    day: flags.asOf ?? today(),
    sitesOnly,
  })
  return {
    async unchanged(id) {
      const result = await decisions.unchanged(id)
      return result?.status === 'failed' ? undefined : result
    },
  }
}

/** Identifies the current state of a project by its brands and their shared files. */
export function projectSum({ files, brands }: Project): string {
  const shared = sharedFolders.flatMap(folder => files.list(folder).value)
  const sums = shared.map(path => [path, hash('sha256', files.readBytes(path).value ?? '')])
  return sumOf([brands, sums])
}

/** The inputs of a brand's site, now and at a commit. */
interface Affected {
  readonly id: string
  readonly now: BrandInputs
  /** Absent if unknown: then the brand counts as affected. */
  readonly then?: BrandInputs
}

/** The brands whose sites may differ from those of a commit. Fails if git has no such commit. */
export async function affectedSince(
  project: Project,
  ids: readonly string[],
  ref: string,
  flags: ResultFlags,
): Promise<Outcome<readonly Affected[] | undefined>> {
  const { changesSince } = await import('../git.ts')
  const templates = bundlingOf(project)
  const readNow = readInputs(project, flags, templates)
  const current = new Map<string, BrandInputs>()
  for (const id of ids) current.set(id, await readNow(id))
  const imported = [...current.values()].flatMap(inputs => inputs.imported.map(({ path }) => path))
  const paths = [...new Set([...inputPaths, ...imported.filter(path => path !== 'node_modules')])]
  const links = linksIn(project.root, paths)
  const targets = links.map(({ target }) => target)
  const { value: changes, diagnostics } = changesSince(project.root, ref, paths, targets)
  if (changes === undefined) return { value: undefined, diagnostics }
  const before = withChanges(project.files, throughLinks(changes.changed, links))
  const readThen = readInputs(project, flags, templates, before)
  // Other packages may include another Imprint, whose results are unknown.
  const ownCode =
    project.root === packageRoot && [...changes.changed.keys()].some(path => path.startsWith('src/'))
  const known = !changes.packages && !ownCode
  const affected: Affected[] = []
  for (const [id, now] of current) {
    const isKnown = known && !(changes.elsewhere && now.imported.length > 0)
    const then = isKnown ? await readThen(id) : undefined
    if (then?.hash !== now.hash) affected.push({ id, now, ...(then && { then }) })
  }
  return { value: affected, diagnostics }
}
