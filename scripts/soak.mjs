// `npm run soak -- [edits] [seed]`: the long form of test/dev/equal.test.ts. 2,000 random edits take some minutes.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [edits = '2000', seed = '1'] = process.argv.slice(2)
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'test/dev/equal.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, IMPRINT_EDITS: edits, IMPRINT_SEED: seed } },
)
process.exitCode = status ?? 1
