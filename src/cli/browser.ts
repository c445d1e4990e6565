// A Chromium that is on the machine: it takes pictures of pages, and looks whether forms come.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chromium-headless-shell',
]
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Milliseconds until a program must say which version it is. */
const patience = 60_000

/** A browser on this machine. `CHROMIUM` names another. */
export async function findBrowser({ CHROMIUM }: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const name of CHROMIUM ? [CHROMIUM] : [...names, ...places]) {
    const works = await promisify(execFile)(name, ['--version'], { timeout: patience }).catch(() => undefined)
    if (works !== undefined) return name
  }
  return undefined
}

/** The words that every use of it begins with: no window, and a profile of its own. */
export function browserWords(profile: string): string[] {
  return [
    '--headless',
    `--user-data-dir=${profile}`,
    // Chromium refuses to run as root with its sandbox.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}
