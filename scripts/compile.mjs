// Bundles the command line into lib/, so that it starts without loading hundreds of modules. Runs as npm's
// "prepare": on `npm ci` in a checkout and before packing, never where the package is installed as a dependency.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
rmSync(join(root, 'lib'), { recursive: true, force: true })

await build({
  absWorkingDir: root,
  entryPoints: {
    cli: 'src/cli/index.ts',
    kit: 'src/kit/index.ts',
    schema: 'src/brand/schema.ts',
    standIn: 'src/dev/index.ts',
  },
  outdir: 'lib',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  jsx: 'automatic',
  // React must be the one copy that templates get too; esbuild and koffi bring binaries.
  external: ['react', 'react-dom', 'esbuild', 'koffi', 'sharp', 'satori', 'subset-font'],
  define: { IMPRINT_VERSION: JSON.stringify(version) },
  // For CommonJS packages inside the bundle that ask for Node's own modules.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
})
