// `npm test`: compiles, makes sure there is a browser, runs every test. Words after it go to vitest.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireChromium } from './chromium.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const run = (script, words, env = process.env) => {
  const { status } = spawnSync(process.execPath, [join(root, script), ...words], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
}

const chromium = requireChromium()
run('scripts/compile.mjs', [])
run('node_modules/vitest/vitest.mjs', ['run', ...process.argv.slice(2)], {
  ...process.env,
  CHROMIUM: chromium,
})
