// Trains the model of the content rules from `examples/`: `npm run train`. `-- --check` compares it with the existing one
// instead; `-- --figures [folder…]` measures the rules on the held-out texts, and on the honest prose below the folders.
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { yamlAsData } from './yaml-as-data.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const script = join(root, '.imprint', `train.${process.pid}.mjs`)
await build({
  entryPoints: [join(root, 'scripts/rules/main.ts')],
  plugins: [yamlAsData],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  // These packages are loaded on demand.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
  outfile: script,
})
const { main } = await import(pathToFileURL(script).href).finally(() => rmSync(script))
process.exitCode = main(root, process.argv.slice(2))
