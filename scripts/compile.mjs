// Bundles the command line into lib/, so that it starts without loading hundreds of modules. Runs as npm's
// "prepare": on `npm ci` in a checkout and before packing, never where the package is installed as a dependency.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// Part of the key of whatever is kept between runs: results of other code are not used.
const pipeline = createHash('sha256')
for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
  if (/\.tsx?$/.test(name)) pipeline.update(`${name}\n${readFileSync(join(root, 'src', name))}`)
}
pipeline.update(readFileSync(join(root, 'package.json')))
// Made beside lib/ and put in its place at the end: a command that runs meanwhile finds one or the other.
const made = join(root, `lib.${process.pid}`)

await build({
  absWorkingDir: root,
  entryPoints: {
    cli: 'src/cli/index.ts',
    kit: 'src/kit/index.ts',
    schema: 'src/brand/schema.ts',
    standIn: 'src/dev/index.ts',
    thread: 'src/build/thread.ts',
  },
  outdir: made,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  jsx: 'automatic',
  // React must be the one copy that templates get too; esbuild, koffi and satteri bring binaries, open a script.
  external: ['react', 'react-dom', 'esbuild', 'koffi', 'sharp', 'satori', 'satteri', 'subset-font', 'open'],
  define: {
    IMPRINT_VERSION: JSON.stringify(version),
    IMPRINT_PIPELINE: JSON.stringify(pipeline.digest('hex')),
  },
  // For CommonJS packages inside the bundle that ask for Node's own modules.
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
})

rmSync(join(root, 'lib'), { recursive: true, force: true })
renameSync(made, join(root, 'lib'))
