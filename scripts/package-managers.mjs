// Installs the packed package in empty folders with npm, pnpm and Yarn, with and without install scripts, and creates and
// builds a project with each. All must produce the same bytes. It uses the network, so it is not part of `npm test`. `npm run
// test:install -- pnp` tests only one of them. Run it with every supported version of Node.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const work = mkdtempSync(join(tmpdir(), 'imprint-install-'))
const run = (command, words, cwd, env = {}) =>
  execFileSync(command, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const npm = (words, cwd, env) => run('npm', words, cwd, env).trim()

npm(['install', '--prefix', work, 'pnpm@10', '@yarnpkg/cli-dist@4'], work)
const tool = name => join(work, 'node_modules', name)
const pnpm = [tool('pnpm/bin/pnpm.cjs')]
const yarn = [tool('@yarnpkg/cli-dist/bin/yarn.js')]
const archive = join(work, npm(['pack', '--silent', '--pack-destination', work], root))
const registry = npm(['config', 'get', 'registry', '--silent'], work)
const imprint = `imprint@file:${archive}`

/** By name: Yarn's linker, the command that installs, and the command that runs Imprint. */
const managers = {
  npm: { install: ['npm', 'install', archive], command: ['npx', 'imprint'] },
  pnpm: {
    install: [process.execPath, ...pnpm, 'add', archive],
    command: [process.execPath, ...pnpm, 'exec', 'imprint'],
  },
  yarn: {
    linker: 'node-modules',
    install: [process.execPath, ...yarn, 'add', imprint],
    command: [process.execPath, ...yarn, 'imprint'],
  },
  pnp: {
    linker: 'pnp',
    install: [process.execPath, ...yarn, 'add', imprint],
    command: [process.execPath, ...yarn, 'imprint'],
  },
}

function sumOf(folder) {
  const sum = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (name.includes('.')) sum.update(`${name}\n${readFileSync(join(folder, name), 'latin1')}`)
  return sum.digest('hex').slice(0, 12)
}

function attempt(name, ignoreScripts) {
  const { linker, install, command } = managers[name]
  const folder = join(work, `${name}-${ignoreScripts}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"name":"house","private":true,"type":"module"}\n')
  if (linker !== undefined) {
    writeFileSync(join(folder, 'yarn.lock'), '')
    writeFileSync(join(folder, '.yarnrc.yml'), `nodeLinker: ${linker}\nenableTelemetry: false\n`)
  }
  const env = {
    PATH: dirname(process.execPath) + delimiter + process.env.PATH,
    YARN_NPM_REGISTRY_SERVER: registry,
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    ...(ignoreScripts && { npm_config_ignore_scripts: 'true', YARN_ENABLE_SCRIPTS: 'false' }),
  }
  const step = words => run(words[0], words.slice(1), folder, env)
  step(install)
  step([...command, 'init', 'made', '--no-install'])
  for (const part of ['brands', 'content'])
    cpSync(join(folder, 'made', part), join(folder, part), { recursive: true })
  for (const words of [['eject', 'footer.tsx'], ['build', '--all'], ['check', '--all'], ['doctor']])
    step([...command, ...words])
  return sumOf(join(folder, 'dist'))
}

try {
  const named = process.argv.slice(2)
  const sums = new Set()
  for (const name of named.length > 0 ? named : Object.keys(managers)) {
    for (const ignoreScripts of [false, true]) {
      const sum = attempt(name, ignoreScripts)
      sums.add(sum)
      console.log(`${process.version}  ${name}${ignoreScripts ? '  without install scripts' : ''}  ${sum}`)
    }
  }
  if (sums.size > 1) throw new Error('The sites differ.')
} finally {
  rmSync(work, { recursive: true, force: true })
}
