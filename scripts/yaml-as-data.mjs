import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

/**
 * The value of a data file that source imports: YAML as its value, all YAML files in a folder (`folder/*.yaml`) by name, and
 * other bytes in base64.
 */
function dataOf(path) {
  if (!path.endsWith('.yaml')) return readFileSync(path, 'base64')
  if (!path.endsWith('/*.yaml')) return parse(readFileSync(path, 'utf8'))
  const folder = dirname(path)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.yaml'),
  )
  return Object.fromEntries(
    names.sort().map(name => [name.replace(/\.yaml$/, ''), dataOf(join(folder, name))]),
  )
}

const imported = /(?:\.yaml|\.model)$/

/** For esbuild: data as text, which V8 reads faster than code. */
export const yamlAsData = {
  name: 'data',
  setup(plugin) {
    plugin.onResolve({ filter: imported }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      namespace: 'data',
    }))
    plugin.onLoad({ filter: /./, namespace: 'data' }, ({ path }) => ({
      contents: `export default JSON.parse(${JSON.stringify(JSON.stringify(dataOf(path)))})`,
    }))
  },
}

/** The same for vitest. */
export const dataInTests = {
  name: 'data',
  enforce: 'pre',
  resolveId: (path, importer) =>
    imported.test(path) && importer !== undefined ? `\0data:${join(dirname(importer), path)}.js` : undefined,
  load: id =>
    id.startsWith('\0data:')
      ? `export default ${JSON.stringify(dataOf(id.slice('\0data:'.length, -'.js'.length)))}`
      : undefined,
}
