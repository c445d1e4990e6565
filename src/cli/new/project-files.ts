// The content of a new project: the files in `starter/`, filled in.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inWordsOf, type PackageManager } from './package-manager.ts'

/** The values for the placeholders of the starter. */
interface NewProject {
  /** The name of its folder. */
  readonly folder: string
  /** Id of the first brand. */
  readonly brand: string
  /** Name of the first brand. */
  readonly name: string
  /** Year of the copyright line. */
  readonly year: string
  /** The host of its sites. */
  readonly host: string | undefined
  /** The version or file of Imprint in `package.json`. */
  readonly imprint: string
  /** The versions of other packages that Imprint is made with. */
  readonly versions: Readonly<Record<string, string>>
}

export interface NewFile {
  readonly path: string
  readonly content: string | Uint8Array
}

/**
 * The files of a new project, with slashes in their paths.
 * @param starter The folder to copy them from.
 */
export function projectFiles(starter: string, project: NewProject, manager: PackageManager): NewFile[] {
  const files: NewFile[] = readdirSync(starter, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => !['publish', 'languages'].some(folder => path.startsWith(join(starter, folder))))
    .map(path => ({
      // npm leaves files named .gitignore out of packages.
      path: relative(starter, path)
        .replaceAll('\\', '/')
        .replace(/^gitignore$/, '.gitignore')
        .replace('brands/first', `brands/${project.brand}`),
      content: inWordsOf(manager, filled(readFileSync(path, 'utf8'), project, join(starter, 'publish'))),
    }))
  // Without a lock file here, Yarn treats the folder as part of a project above it.
  if (manager.name === 'yarn') files.push({ path: 'yarn.lock', content: '' })
  return [...files, { path: 'package.json', content: packageJson(project) }]
}

function filled(text: string, { folder, brand, name, year, host }: NewProject, steps: string): string {
  const values: Readonly<Record<string, string>> = {
    folder,
    brand,
    name,
    'name in quotes': JSON.stringify(name),
  }
  return text
    .replace(/^# %publish%\n/m, () => (host === undefined ? '' : indented(publishSteps(steps, host))))
    .replace(
      /^# %host%\n/m,
      host === undefined ? '' : `host: ${host} # a build writes this host's configuration\n`,
    )
    .replaceAll(/%([a-z ]+)%/g, (written, key: string) => values[key] ?? written)
    .replaceAll(/(?<=copyrightYear: )\d{4}/g, year)
}

/** The last steps of the workflow, which publish. A host without its own steps is a server that rsync copies sites to. */
function publishSteps(folder: string, host: string): string {
  const own = join(folder, `${host}.yml`)
  return readFileSync(existsSync(own) ? own : join(folder, 'rsync.yml'), 'utf8')
}

/** As steps of a workflow's job. */
function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(6))
}

function packageJson({ folder, imprint, versions }: NewProject): string {
  const content = {
    name:
      folder
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'sites',
    private: true,
    type: 'module',
    scripts: {
      start: 'imprint dev --all',
      build: 'imprint build --all',
      check: 'imprint check --all',
      preview: 'imprint preview',
      typecheck: 'tsc -p .',
    },
    engines: { node: '>=20.19' },
    dependencies: { imprint },
    // Both work without their scripts; without this setting, npm warns about them at each install.
    allowScripts: { esbuild: false, koffi: false },
    // The versions that Imprint's own templates are checked with.
    devDependencies: Object.fromEntries(
      ['@types/react', 'typescript'].map(name => [name, `^${versions[name]}`]),
    ),
  }
  return `${JSON.stringify(content, undefined, 2)}\n`
}

/** The lines of `.gitignore` that an existing one lacks, under a heading, to be added at its end. */
export function missingIgnores(present: string, wanted: string): string {
  const ignored = new Set(present.split(/\r?\n/).map(bare))
  const lines = wanted
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#') && !ignored.has(bare(line)))
  if (lines.length === 0) return ''
  const start = present === '' || present.endsWith('\n') ? '' : '\n'
  return `${start}\n# What Imprint writes.\n${lines.join('\n')}\n`
}

/** `/dist`, `dist` and `dist/` ignore the same folder at the top. */
function bare(line: string): string {
  return line.trim().replace(/^\/|\/$/g, '')
}
