// Imprint itself as a dependency of a project: by its version if a registry can have it, otherwise as a file of the project.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts'
import { openTemporary } from '../../output/index.ts'
import { packageRoot } from '../project.ts'
import { runPackageManager } from './package-manager.ts'

/** The dependency on Imprint in a project's `package.json`, with the file that it names. */
export interface OwnPackage {
  readonly spec: string
  readonly file?: { readonly path: string; readonly content: Uint8Array }
}

/** The parts of the package's own `package.json` that are needed here. */
interface PackageDescription {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly files: readonly string[]
  readonly bin: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

export function packageDescription(): PackageDescription {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'))
}

/**
 * Packs this package, wherever it is installed or checked out, unless its version can come from a registry. `npm pack` knows
 * which files belong to the package. The package's scripts do not run: they are for a checkout.
 */
export async function ownPackage(signal: AbortSignal): Promise<OwnPackage | Diagnostic> {
  const description = packageDescription()
  const isInstalled = basename(dirname(packageRoot)) === 'node_modules'
  if (description.private !== true && isInstalled) return { spec: `^${description.version}` }
  const missing = missingFile(description)
  if (missing !== undefined)
    return diagnostic(
      'project/not-packed',
      `The Imprint installation in ${packageRoot} is incomplete: it has no ${missing}.`,
      {
        hint: isInstalled ? 'Install it again.' : 'Run "npm run prepare" there, then this command again.',
      },
    )
  const { path: folder, close } = openTemporary()
  try {
    const words = ['pack', packageRoot, '--ignore-scripts', '--silent', '--pack-destination', folder]
    await runPackageManager('npm', words, { cwd: folder, signal })
    const [name] = readdirSync(folder).filter(file => file.endsWith('.tgz'))
    if (name === undefined)
      return diagnostic(
        'project/not-packed',
        `"npm pack ${packageRoot}" failed, so the project was not created.`,
        {
          hint: 'npm is part of Node.js and must be on the PATH. Run that command to see its output.',
        },
      )
    const path = `vendor/${description.name}-${description.version}.tgz`
    return { spec: `file:${path}`, file: { path, content: readFileSync(join(folder, name)) } }
  } finally {
    close()
  }
}

/** A path that the package promises but does not have, as in a checkout that was not compiled. */
function missingFile({ files, bin, exports }: PackageDescription): string | undefined {
  const promised = [...files, ...Object.values(bin), ...Object.values(exports).flatMap(targets)]
  return promised
    .filter(path => !/[*!]/.test(path))
    .map(path => path.replace(/^\.\//, ''))
    .find(path => !existsSync(join(packageRoot, path)))
}

function targets(value: string | Readonly<Record<string, string>>): readonly string[] {
  return typeof value === 'string' ? [value] : Object.values(value)
}
