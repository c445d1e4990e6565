// Finds a Chromium for the browser tests, or gets the one that the platform ships.
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Path of a browser on this machine, or undefined. `CHROMIUM` names another. */
export function findChromium() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
  return [process.env.CHROMIUM, ...onPath, ...places].find(path => path && isExecutable(path))
}

/** The same, but installs Debian's package where there is none and we may. Ends the process where it cannot. */
export function requireChromium() {
  const found = findChromium()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (isRoot && hasApt) {
    process.stderr.write('The browser tests need Chromium: installing Debian’s package.\n')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env: environment })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env: environment,
    })
    const installed = findChromium()
    if (installed) return installed
  }
  process.stderr.write(
    'The browser tests need Chromium or Chrome, and none was found.\n' +
      'Install it (Debian, Ubuntu: "sudo apt-get install chromium"; macOS: "brew install --cask chromium"),\n' +
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
