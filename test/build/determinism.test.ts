import { chmodSync, cpSync, mkdirSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTree, repositoryRoot, runImprint, temporaryFolder } from '../support/project.ts'

const inputs = ['brands', 'content', 'templates']
const canary = 'canary-5f2d9c'
const environments = [
  { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  { TZ: 'America/Los_Angeles', LANG: 'C', LC_ALL: 'C' },
] as const

/** The repository's project in a folder of its own. */
function copy(...steps: string[]): string {
  const root = join(temporaryFolder(), ...steps)
  mkdirSync(root, { recursive: true })
  for (const name of inputs) cpSync(join(repositoryRoot, name), join(root, name), { recursive: true })
  return root
}

test('the same bytes from any folder, time zone, language and number of workers', async () => {
  const roots = [copy('p'), copy('a', 'much', 'deeper', 'place', `with spaces and ${canary}`)]
  const trees: Record<string, string>[] = []
  for (const [index, root] of roots.entries()) {
    for (const concurrency of ['1', '4']) {
      const out = join(root, `dist-${concurrency}`)
      const words = ['build', '--all', '--strict', '--concurrency', concurrency, '--out', out]
      const run = await runImprint(words, {
        cwd: root,
        env: {
          ...environments[index],
          USER: canary,
          LOGNAME: canary,
          HOSTNAME: canary,
          IMPRINT_SECRET: canary,
          API_TOKEN: canary,
          SOURCE_DATE_EPOCH: String(index * 1_000_000_000),
        },
      })
      expect(run).toMatchObject({ code: 0, stderr: '' })
      trees.push(readTree(out))
    }
  }
  const [first = {}, ...others] = trees
  expect(Object.keys(first).length).toBeGreaterThan(30)
  for (const tree of others) {
    expect(Object.keys(tree)).toEqual(Object.keys(first))
    for (const [path, bytes] of Object.entries(tree)) expect(bytes === first[path], path).toBe(true)
  }
  const secrets = [...roots, repositoryRoot, tmpdir(), realpathSync(tmpdir()), canary, process.execPath]
  if (homedir().length > 6) secrets.push(homedir())
  if (hostname().length > 6) secrets.push(hostname())
  for (const [path, bytes] of Object.entries(first))
    for (const secret of secrets) expect(bytes.includes(secret), `${secret} in ${path}`).toBe(false)
})

test('the same names and bytes where the packages are linked', async () => {
  const root = copy()
  const linked = join(temporaryFolder(), 'store', 'imprint')
  for (const name of ['bin', 'lib', 'src/kit', 'templates', 'content', 'package.json'])
    cpSync(join(repositoryRoot, name), join(linked, name), { recursive: true })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(linked, 'node_modules'))
  const build = (out: string, command?: string) =>
    runImprint(['build', 'meadow', '--out', out], { cwd: root, ...(command && { command }) })
  expect(await build('dist')).toMatchObject({ code: 0 })
  expect(await build('dist-linked', join(linked, 'bin', 'imprint.js'))).toMatchObject({ code: 0 })
  const tree = readTree(join(root, 'dist'))
  expect(Object.keys(tree).filter(path => /assets\/chunk-/.test(path))).not.toEqual([])
  const other = readTree(join(root, 'dist-linked'))
  expect(Object.keys(other)).toEqual(Object.keys(tree))
  for (const [path, bytes] of Object.entries(other)) expect(bytes === tree[path], path).toBe(true)
})

test('files have the rights of any new file, whatever those of the sources are', async () => {
  const root = copy()
  chmodSync(join(root, 'content/faq.yaml'), 0o600)
  expect((await runImprint(['build', 'meadow'], { cwd: root })).code).toBe(0)
  const modes = ['index.html', 'faq/index.html', 'imprint-manifest.json', 'sitemap.xml'].map(
    path => statSync(join(root, 'dist/meadow', path)).mode & 0o777,
  )
  expect(new Set(modes).size).toBe(1)
})
