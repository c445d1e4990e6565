import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const json = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const run = (...words: string[]) => spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })

it('an installation brings few packages', () => {
  const packages = Object.entries<{ dev?: boolean; devOptional?: boolean; optional?: boolean }>(
    json('package-lock.json').packages,
  ).filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
  expect(packages.length).toBeLessThanOrEqual(60)
})

it.each(['sharp', 'esbuild', 'satteri', 'koffi'])(
  '%s has binaries for Linux and macOS on x64 and arm64',
  name => {
    const { packages } = json('package-lock.json')
    const binaries = Object.keys(packages[`node_modules/${name}`].optionalDependencies)
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
      const found = binaries.filter(binary => binary.endsWith(platform) || binary.endsWith(`${platform}-gnu`))
      expect(found, platform).not.toEqual([])
    }
  },
)

it('the package contains what users need, and nothing else', () => {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' })
  const [{ files, size }] = JSON.parse(stdout) as [{ files: { path: string }[]; size: number }]
  const paths = files.map(({ path }) => path)
  const allowed =
    /^(?:bin|lib|src|starter|docs|templates|schemas|content\/pages|brands\/_es\/content\/pages)\/|^(?:brands\/_es\/)?content\/\w+\.yaml$|^(?:package|brand\.schema|report\.schema)\.json$|^(?:README|CHANGELOG)\.md$/
  expect(paths.filter(path => !allowed.test(path))).toEqual([])
  expect(paths.filter(path => /\.test\.|^docs\/site|\/articles\/.*\.md$/.test(path))).toEqual([
    'starter/content/articles/before-you-borrow.md',
    'starter/languages/es/articles/before-you-borrow.md',
  ])
  const needed = [
    'lib/imprint.cjs',
    'lib/explanations.json',
    'lib/types/kit/index.d.ts',
    'docs/upgrading.md',
    'docs/reference/brand.md',
    'docs/reference/diagnostics/link.md',
    'CHANGELOG.md',
  ]
  const starter = [
    'starter/AGENTS.md',
    'starter/gitignore',
    'starter/.vscode/tasks.json',
    'starter/.github/workflows/imprint.yml',
  ]
  expect(paths).toEqual(expect.arrayContaining([...needed, ...starter]))
  expect(size).toBeLessThan(5_000_000)
})

it('the newest version in the changelog is the version of the package', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  expect(newest).toBe(json('package.json').version)
  expect(json('package-lock.json').version).toBe(newest)
})

it('declarations lead to no package that an installation does not have', () => {
  const { dependencies } = json('package.json')
  const folder = join(root, 'lib/types')
  const imported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.d.ts'))
    .flatMap(path => [
      ...readFileSync(join(folder, path), 'utf8').matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g),
    ])
    .map(([, name = '']) => name.split('/')[0])
  expect([...new Set(imported)].filter(name => !Object.hasOwn(dependencies, String(name)))).toEqual([])
  expect(imported).toContain('zod')
})

it('a Node that is too old gets a one-line message', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imprint-node-'))
  try {
    const old = join(folder, 'old.cjs')
    const versions = "{ value: { ...process.versions, node: '20.18.3' } }"
    writeFileSync(old, `Object.defineProperty(process, 'versions', ${versions})`)
    const { status, stderr } = run('--require', old, 'bin/imprint.js', '--version')
    expect(status).toBe(1)
    expect(json('package.json').engines.node).toBe('>=20.19')
    expect(stderr).toMatch(/^error {2}Imprint needs Node 20\.19 or newer; this is 20\.18\.3\.\n {2}→ .*\n$/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('a build with nothing to do loads little code', () => {
  // This shows an import of zod, the rules or React: load it with import() where it is needed.
  expect(statSync(join(root, 'lib/imprint.cjs')).size).toBeLessThan(300_000)
  const script = readFileSync(join(root, 'lib/imprint.cjs'), 'utf8')
  expect(script).not.toMatch(/ZodString|renderToStaticMarkup|(?:exec|spawn)\w*Sync\(/)
  // Only the record of a command, not its handler.
  expect(script).toContain('serve built sites as their hosts would')
  expect(script).not.toContain('Serving built sites. Press Ctrl-C to stop.')
})

it('templates outside the repository type-check against the published declarations alone', () => {
  const named = Object.values<string | Record<string, string>>(json('package.json').exports)
  const paths = named.flatMap(value => (typeof value === 'string' ? value : Object.values(value)))
  const folder = mkdtempSync(join(tmpdir(), 'imprint-types-'))
  try {
    // Not in lib/, which other tests use at the same time.
    const types = join(folder, 'types')
    expect(run('scripts/types.mjs', types)).toMatchObject({ status: 0, stderr: '' })
    for (const path of paths.filter(name => !name.includes('*')))
      expect(
        existsSync(path.replace(/^\.\/lib\/types|^\./, start => (start === '.' ? root : types))),
        path,
      ).toBe(true)
    cpSync(join(root, 'templates'), join(folder, 'templates'), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const compilerOptions = {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      jsx: 'react-jsx',
      noEmit: true,
      allowImportingTsExtensions: true,
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      paths: {
        'imprint/kit': [join(types, 'kit/index.d.ts')],
        'imprint/kit/browser': [join(types, 'kit/browser.d.ts')],
      },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['templates'] }))
    const { stdout, status } = run('node_modules/typescript/bin/tsc', '-p', folder)
    expect(stdout).toBe('')
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)
