// What V8 made of the command line when it was compiled, and that nothing but time depends on it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { repositoryRoot, temporaryFolder } from '../support/project.ts'

const lib = join(repositoryRoot, 'lib')
const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))

/** A copy of no more than the command line itself, and the name of its code. */
function copyOfCommandLine(): { readonly root: string; readonly code: string } {
  const root = temporaryFolder()
  mkdirSync(join(root, 'lib'))
  const [code = ''] = readdirSync(lib).filter(name => name.endsWith('.code'))
  for (const name of ['bin', 'package.json', 'lib/imprint.script.js', `lib/${code}`])
    cpSync(join(repositoryRoot, name), join(root, name), { recursive: true })
  return { root, code: join(root, 'lib', code) }
}

/** Loads the command line of a folder in a process of its own: whether V8 took the code. */
function isCodeTaken(root: string): boolean {
  const loader = pathToFileURL(join(root, 'bin', 'command-line.js')).href
  const script = `
    import commandLine from '${loader}'
    console.log(commandLine.loadCommandLine(${JSON.stringify(join(root, 'lib'))}).script.cachedDataRejected)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  return stdout === 'false\n'
}

function printedVersion(root: string): string {
  return spawnSync(process.execPath, [join(root, 'bin', 'imprint.js'), '--version'], { encoding: 'utf8' })
    .stdout
}

describe('the code of the command line', () => {
  test('is what V8 goes on with', () => {
    expect(isCodeTaken(repositoryRoot)).toBe(true)
  })

  test.each([
    ['empty', ''],
    ['of something else', 'not code'],
    ['cut short', undefined],
  ])('may be %s: then V8 compiles the script', (_, content) => {
    const { root, code } = copyOfCommandLine()
    const whole = readFileSync(code)
    writeFileSync(code, content ?? whole.subarray(0, whole.length / 2))
    expect(isCodeTaken(root)).toBe(false)
    expect(printedVersion(root)).toBe(`${version}\n`)
  })

  test('is not taken for a script that is another, of the same length', () => {
    const { root } = copyOfCommandLine()
    const path = join(root, 'lib', 'imprint.script.js')
    const script = readFileSync(path, 'latin1')
    writeFileSync(
      path,
      script.replace(/^\/\/./, start => (start === '//0' ? '//1' : '//0')),
    )
    expect(isCodeTaken(root)).toBe(false)
  })
})
