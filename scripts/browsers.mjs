// `npm run test:browsers`: the scenarios of test/engines/ in Firefox and WebKitGTK. As root, installs missing browsers from
// Debian's packages; any that are still missing are named and skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

function find() {
  const first = paths => paths.find(path => existsSync(path)) ?? ''
  const folders = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').filter(name => name.includes('linux-gnu'))
    : []
  return {
    FIREFOX: first([process.env.FIREFOX ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'].filter(Boolean)),
    WEBKIT_DRIVER: first(['/usr/bin/WebKitWebDriver']),
    WEBKIT_BROWSER: first(
      folders.flatMap(folder =>
        ['4.1', '4.0'].map(version => `/usr/lib/${folder}/webkit2gtk-${version}/MiniBrowser`),
      ),
    ),
    XVFB: first(['/usr/bin/Xvfb']),
  }
}

const isMissing = found => Object.values(found).includes('')

let found = find()
if (isMissing(found) && process.getuid?.() === 0) {
  process.stderr.write(`Installing Debian’s packages: ${packages.join(', ')}.\n`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Without a network, the run continues without the packages.
    timeout: 150_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  // If one browser is unavailable, the other still runs.
  for (const names of [packages.slice(0, 1), packages.slice(1)])
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
  found = find()
}
const why = 'It is not on this machine, and only root on Debian can have it installed here'
if (!found.FIREFOX)
  process.stderr.write(`Skipped: Firefox. ${why}: "sudo apt-get install firefox-esr", or set FIREFOX.\n`)
if (!found.WEBKIT_DRIVER || !found.WEBKIT_BROWSER || !found.XVFB)
  process.stderr.write(`Skipped: WebKitGTK. ${why}: "sudo apt-get install webkit2gtk-driver xvfb".\n`)

const words = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--project',
  'engines',
  ...process.argv.slice(2),
]
// Node 20 has WebSocket only with this option.
const env = {
  ...process.env,
  ...found,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-websocket`,
}
const compiled = spawnSync(process.execPath, [join(root, 'scripts/compile.mjs')], {
  cwd: root,
  stdio: 'inherit',
})
const { status } =
  compiled.status === 0 ? spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit', env }) : compiled
process.exit(status ?? 1)
