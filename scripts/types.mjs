// Writes the declarations of what templates and islands import (`imprint/kit`, `imprint/kit/browser`) to lib/types/ or to the
// given folder. Runs before packing. Declarations import each other through index files, which would lead `imprint/kit` to
// the types of the whole source and of packages that a user does not have. Therefore each import names the file that declares
// what it imports, and unreachable files are left out.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = resolve(process.argv[2] ?? join(root, 'lib/types'))
const emitted = mkdtempSync(`${folder}.`)
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--outDir', emitted], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

const statement = /^(import|export) (type )?\{([^}]*)\} from '(\.[^']+)';$/gm
/** The declaration file of a relative import. */
const declarationOf = (from, specifier) => resolve(dirname(from), specifier.replace(/\.tsx?$/, '.d.ts'))
const read = path => readFileSync(path, 'utf8')

/** The file that declares a name, found by following `export { name } from`. */
function declarer(path, name) {
  for (const [, keyword, , names, specifier] of read(path).matchAll(statement)) {
    if (keyword === 'export' && names.split(',').some(part => part.replace('type ', '').trim() === name)) {
      return declarer(declarationOf(path, specifier), name)
    }
  }
  for (const [, specifier] of read(path).matchAll(/^export (?:type )?\* from '(\.[^']+)';$/gm)) {
    const found = declarer(declarationOf(path, specifier), name)
    if (new RegExp(`^export .*\\b${name}\\b`, 'm').test(read(found))) return found
  }
  return path
}

const finished = new Map()
function finish(path) {
  if (finished.has(path)) return
  finished.set(path, '')
  const inline = read(path).replace(/import\("(\.[^"]+)\.tsx?"\)/g, (_, specifier) => {
    finish(declarationOf(path, `${specifier}.ts`))
    return `import("${specifier}.js")`
  })
  const lines = inline.replace(statement, (_, keyword, type, names, specifier) =>
    names
      .split(',')
      .filter(part => part.trim() !== '')
      .map(part => {
        const from = declarer(declarationOf(path, specifier), part.replace('type ', '').trim().split(' ')[0])
        finish(from)
        const to = relative(dirname(path), from).replace(/\.d\.ts$/, '.js')
        return `${keyword} ${type ?? ''}{ ${part.trim()} } from '${to.startsWith('.') ? to : `./${to}`}';`
      })
      .join('\n'),
  )
  const missed = lines.match(/(?:from |import\()['"]\.[^'"]+\.tsx?['"]/)
  if (missed)
    throw new Error(
      `${relative(emitted, path)}: ${missed[0]} is in a form that scripts/types.mjs does not read.`,
    )
  finished.set(path, lines)
}
for (const entry of ['kit/index.d.ts', 'kit/browser.d.ts']) finish(join(emitted, entry))

const made = `${emitted}.made`
for (const [path, text] of finished) {
  const target = join(made, relative(emitted, path))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
rmSync(emitted, { recursive: true })
rmSync(folder, { recursive: true, force: true })
renameSync(made, folder)
