// A Chromium on the machine: it takes pictures of pages, and checks whether forms load.

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

/** Milliseconds within which a program must print its version. */
const patience = 60_000

/** A browser on this machine; `CHROMIUM` takes precedence. */
export async function findBrowser({ CHROMIUM }: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const name of CHROMIUM ? [CHROMIUM] : [...names, ...places]) {
    const works = await promisify(execFile)(name, ['--version'], { timeout: patience }).catch(() => undefined)
    if (works !== undefined) return name
  }
  return undefined
}

/** The arguments for every use of the browser: no window, and a separate profile. */
export function browserWords(profile: string): string[] {
  return [
    '--headless',
    `--user-data-dir=${profile}`,
    // Chromium refuses to run as root with its sandbox.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}
