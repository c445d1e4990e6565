// `npm test`: compiles, makes sure that there is a browser, and runs every test. `npm run test:fast` (`--fast`) leaves out
// the tests that need a browser or the built brands. Further arguments are passed to vitest.
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

const isFast = process.argv[2] === '--fast'
const words = process.argv.slice(isFast ? 3 : 2)
const env = isFast ? process.env : { ...process.env, CHROMIUM: requireChromium() }
const names = isFast ? ['fast', 'apart'] : ['fast', 'apart', 'whole']
const projects = names.flatMap(name => ['--project', name])
run('scripts/compile.mjs', [])
run('node_modules/vitest/vitest.mjs', ['run', ...projects, ...words], env)
