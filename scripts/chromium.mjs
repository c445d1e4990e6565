// Finds a Chromium for the browser tests, or installs the operating system's.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell has the same engine, but not the parts of a desktop browser, which take three quarters of the CPU time
// of a visit.
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a browser on this machine, or the one in `CHROMIUM`. Undefined if there is none. */
export function findChromium() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
  return [process.env.CHROMIUM, ...onPath, ...places].find(path => path && isExecutable(path))
}

/**
 * Finds a browser. If there is none, installs Debian's headless shell. Ends the process if that is not permitted.
 */
export function requireChromium() {
  const found = findChromium()
  if (found && (process.env.CHROMIUM || found.endsWith(shell))) return found
  const isRoot = process.getuid?.() === 0
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (isRoot && hasApt) {
    process.stderr.write(
      'The browser tests are faster in Chromium’s headless shell: installing Debian’s package.\n',
    )
    const options = {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 300_000,
    }
    const once = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-qq']
    spawnSync('apt-get', ['update', ...once], options)
    spawnSync('apt-get', ['install', '-y', ...once, '--no-install-recommends', shell], options)
  }
  const best = findChromium()
  if (best) return best
  process.stderr.write(
    'The browser tests need Chromium or Chrome, and none was found.\n' +
      'Install it (Debian, Ubuntu: "sudo apt-get install chromium-headless-shell"; macOS: "brew install --cask chromium"),\n' +
      'or set CHROMIUM to the path of its program. Then run "npm test" again.\n',
  )
  process.exit(1)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
