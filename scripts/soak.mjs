// `npm run soak -- [factor] [seed] [files]`: runs the tests that make random choices, for `factor` times as many rounds as
// `npm test`.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireChromium } from './chromium.mjs'

const [factor = '20', seed = '1', ...named] = process.argv.slice(2)
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map(path => join('test', path))
  .filter(path => /\.test\.tsx?$/.test(path) && /\/soak\.ts'/.test(readFileSync(join(root, path), 'utf8')))
const env = { ...process.env, IMPRINT_SOAK: factor, IMPRINT_SEED: seed, CHROMIUM: requireChromium() }

for (const words of [
  ['scripts/compile.mjs'],
  // One round takes seconds at most; this is the limit for all rounds together.
  ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=14400000', ...(named.length > 0 ? named : files)],
]) {
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}
