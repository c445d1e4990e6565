// A project like a user's: written by `imprint init`, with the packed package in node_modules/.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './project.ts'

const { dependencies, version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))

/** The package as `init` puts it into a project. */
export const packed = `vendor/imprint-${version}.tgz`

/** Does the same as `npm ci` in a project of `init`, without the network. Returns the installed command. */
export function installPacked(root: string, others: readonly string[] = []): string {
  const packages = join(root, 'node_modules')
  const target = join(packages, 'imprint')
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', join(root, packed), '-C', target, '--strip-components', '1'])
  for (const name of [...Object.keys(dependencies), '@types/react', 'csstype', ...others]) {
    mkdirSync(join(packages, name, '..'), { recursive: true })
    symlinkSync(join(repositoryRoot, 'node_modules', name), join(packages, name))
  }
  return join(target, 'bin/imprint.js')
}
