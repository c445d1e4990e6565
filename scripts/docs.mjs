// Builds the documentation with Imprint itself: the site of docs/, and the reference, which is made from the code. `npm run
// docs` writes dist-docs/imprint/; `npm run docs -- <folder>` writes <folder>/imprint/.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { yamlAsData } from './yaml-as-data.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = resolve(process.argv[2] ?? join(root, 'dist-docs'))
const project = join(root, '.imprint', 'docs')
// Keeps the results of the last build, in `.imprint`.
mkdirSync(project, { recursive: true })
for (const name of readdirSync(project))
  if (name !== '.imprint') rmSync(join(project, name), { recursive: true })

const script = join(root, '.imprint', `docs.${process.pid}.mjs`)
await build({
  entryPoints: [join(root, 'scripts/docs/project.ts')],
  plugins: [yamlAsData],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  loader: { '.css': 'text' },
  outfile: script,
})
const { docsProject } = await import(pathToFileURL(script).href).finally(() => rmSync(script))
for (const [path, content] of await docsProject(root)) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), content)
}
const words = ['build', '--all', '--strict', '--allow-removals', '--root', project, '--out', out]
const { status } = spawnSync(process.execPath, [join(root, 'bin/imprint.js'), ...words], { stdio: 'inherit' })
process.exitCode = status ?? 1
