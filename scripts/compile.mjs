// Bundles the command line into lib/, so that it starts without loading hundreds of modules. Runs as
// npm's "prepare": on `npm ci` in a checkout and before packing, never where the package is installed as a dependency.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const packages = await Promise.all([import('esbuild'), import('gemoji'), import('./yaml-as-data.mjs')]).catch(
  error => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    console.error('Packages are missing in this checkout. Run "npm ci" first.')
    process.exit(1)
  },
)
const [{ build }, { nameToEmoji }, { yamlAsData }] = packages

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// Part of the key of everything that is cached between runs, because results from other code must not be used.
const pipeline = createHash('sha256')
for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
  if (/\.(?:tsx?|yaml|model)$/.test(name))
    pipeline.update(`${name}\n${readFileSync(join(root, 'src', name))}`)
}
for (const name of ['package.json', 'package-lock.json']) {
  if (existsSync(join(root, name))) pipeline.update(readFileSync(join(root, name)))
}
// Written next to lib/ and moved into place at the end, so that a command that runs meanwhile finds either the old bundle or
// the new one.
const made = join(root, `lib.${process.pid}`)

/** Removes zod's messages in fifty languages. Nothing prints them, and they are a seventh of the command. */
const englishAlone = {
  name: 'english',
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

/** Only the names of the emoji are used. */
const emojiNames = {
  name: 'emoji',
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]gemoji[\\/]index\.js$/ }, () => ({
      contents: `export const nameToEmoji = JSON.parse(${JSON.stringify(JSON.stringify(nameToEmoji))})`,
    }))
  },
}

const common = {
  plugins: [yamlAsData, englishAlone, emojiNames],
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  // These have binaries or open their own files. Everything else is bundled and therefore not a dependency of the package.
  external: ['esbuild', 'koffi', 'sharp', 'satori', 'subset-font'],
  define: {
    IMPRINT_VERSION: JSON.stringify(version),
    IMPRINT_PIPELINE: JSON.stringify(pipeline.digest('hex')),
  },
  // Halves the code to read at each start. Names stay, for the stack traces of `--debug`.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
}

// For bundled CommonJS packages that require Node's own modules.
const requireInModule =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);"

// The command line in two scripts, because loading a hundred modules would take longer than a small build. The first script
// finds out what there is to do. The second contains everything that is imported on demand, including React.
const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
const command = {
  ...common,
  outdir: made,
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  define: {
    ...common.define,
    'process.env.NODE_ENV': '"production"',
    'import.meta.url': 'scriptUrl',
  },
  banner: { js: "const scriptUrl = require('node:url').pathToFileURL(__filename).href;" },
  charset: 'ascii',
}
const later = new Set()
/**
 * No module in `src/` has side effects when it is loaded, so unused code is left out: for most commands, everything except
 * their records.
 */
const first = {
  name: 'first',
  setup(plugin) {
    // commander loads this module at once, for commands that are separate programs. That takes 10 ms.
    plugin.onResolve({ filter: /^node:child_process$/ }, ({ path }) => ({ path, namespace: 'unused' }))
    plugin.onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
    plugin.onResolve({ filter: /^\..*\.ts$/ }, ({ path, kind, resolveDir }) => {
      const file = join(resolveDir, path)
      if (kind !== 'dynamic-import') return { path: file, sideEffects: false }
      later.add(file)
      return { path: file, namespace: 'later' }
    })
    plugin.onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
      contents: `module.exports = require('./stages.cjs')[${JSON.stringify(relative(root, path))}]`,
    }))
  },
}
await build({
  ...command,
  plugins: [...common.plugins, first],
  entryPoints: { imprint: 'src/cli/index.ts', 'judging-worker': 'src/build/judging-worker.ts' },
  external: [...common.external, './stages.cjs'],
})
const modules = [...later]
  .sort()
  .map(file => `get ${JSON.stringify(relative(root, file))}() { return require(${JSON.stringify(file)}) }`)
await build({
  ...command,
  stdin: {
    contents: `module.exports = { ${modules.join(', ')} }`,
    resolveDir: root,
    sourcefile: 'stages.js',
  },
  entryNames: 'stages',
  // Leaves out its streaming half, which nothing uses.
  alias: { 'react-dom/server': join(reactDom, 'cjs/react-dom-server-legacy.node.production.js') },
})
// The process that reads a store's folder. It is a separate bundle without React, so that it starts quickly.
await build({
  ...common,
  entryPoints: { 'store-process': 'src/cli/stores/store-process.ts' },
  outdir: made,
  format: 'esm',
  banner: { js: requireInModule },
})
// The parts of Imprint that scripts and templates import.
await build({
  ...common,
  entryPoints: {
    assets: 'src/assets/index.ts',
    cache: 'src/cache/index.ts',
    files: 'src/files/index.ts',
    kit: 'src/kit/index.ts',
    kitBrowser: 'src/kit/browser.ts',
    reportSchema: 'src/cli/report/schema.ts',
    schema: 'scripts/schemas.ts',
    standIn: 'scripts/failing-provider.ts',
  },
  outdir: made,
  format: 'esm',
  splitting: true,
  // This must be the same copy of React that templates get.
  external: [...common.external, 'react', 'react-dom'],
  banner: { js: requireInModule },
  charset: 'utf8',
})

// The output of `imprint explain <code>` and docs/reference/, which are made from test/invalid/, the examples and the manual.
// An installation has none of these.
const documenting = join(made, 'documenting.mjs')
await build({
  ...common,
  stdin: {
    contents: "export * from './scripts/docs/explanations.ts'; export * from './scripts/docs/reference.ts'",
    resolveDir: root,
  },
  loader: { '.css': 'text' },
  alias: { 'imprint/kit': join(root, 'src/kit/index.ts') },
  outfile: documenting,
  format: 'esm',
  banner: { js: requireInModule },
})
const { explanations, referenceFiles } = await import(pathToFileURL(documenting).href)
writeFileSync(join(made, 'explanations.json'), JSON.stringify(explanations(root)))
const reference = join(root, 'docs/reference')
for (const [path, text] of await referenceFiles(root)) {
  mkdirSync(dirname(join(made, 'reference', path)), { recursive: true })
  writeFileSync(join(made, 'reference', path), text)
}
rmSync(reference, { recursive: true, force: true })
renameSync(join(made, 'reference'), reference)
rmSync(documenting)

// The package's own templates are bundled here, so that no build has to do it. Recently changed files may differ from those
// that were bundled, so only the second build after an installation uses the bundle.
const [{ templateBundler }, { openCache }, { diskFiles }] = await Promise.all(
  ['assets.js', 'cache.js', 'files.js'].map(name => import(pathToFileURL(join(made, name)).href)),
)
for (let tries = 0; tries < 3; tries++) {
  const cache = openCache({ path: made, readOnly: false })
  const { value, diagnostics } = await templateBundler(diskFiles(root), [cache])(diskFiles(root))
  if (value === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  if (existsSync(join(made, 'templates')) && readdirSync(join(made, 'templates')).length === 3) break
  await new Promise(resolve => setTimeout(resolve, 1100))
}

// The declarations for templates are part of the package.
execFileSync(process.execPath, [join(root, 'scripts/types.mjs'), join(made, 'types')], { stdio: 'inherit' })
rmSync(join(root, 'lib'), { recursive: true, force: true })
renameSync(made, join(root, 'lib'))
