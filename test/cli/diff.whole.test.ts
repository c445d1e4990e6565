import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  article,
  brandYaml,
  project,
  readTree,
  runImprint,
  runShared,
  writeFiles,
} from '../support/project.ts'
import { jsonOf } from './json.ts'

const ids = ['one', 'two', 'three', 'four', 'five', 'six']

const shell = `#!/bin/sh
[ "$1" = --version ] && exit 0
for word in "$@"; do
  case "$word" in --screenshot=*) file="\${word#--screenshot=}" ;; esac
done
printf %s "$word" > "$file"
`

/** Six brands, of which four word a shared sentence differently. */
function house(): string {
  const own = 'header:\n  about: Who we are\n'
  return project({
    ...Object.fromEntries(
      ids.map(id => [
        `brands/${id}/brand.yaml`,
        brandYaml({ name: `Brand ${id}`, siteUrl: `https://www.${id}.example`, formId: id }),
      ]),
    ),
    ...Object.fromEntries(ids.slice(0, 4).map(id => [`brands/${id}/content/strings.yaml`, own])),
    'content/articles/rent.md': article('rent'),
    '.gitignore': '.imprint/\n',
  })
}

test('a shared sentence that four of six brands override changes two; nothing is published', async () => {
  const cwd = house()
  const run = (...words: string[]) => runShared(words, { cwd })
  expect((await run('build', '--all')).code).toBe(0)
  const published = readTree(join(cwd, 'dist'))
  // Nor does the time change, which it would if files were linked.
  const timesOf = () => Object.keys(published).map(path => statSync(join(cwd, 'dist', path)).ctimeMs)
  const times = timesOf()
  expect((await run('diff', '--all', '--exit-code')).stdout).toBe(
    'Nothing changes in 6 brands compared with dist.\n',
  )
  writeFileSync(join(cwd, 'content/strings.yaml'), 'header:\n  about: About this service\n')
  const changed = await run('diff', '--all', '--exit-code', '--format', 'json')
  expect(changed.code).toBe(10)
  const { brands, groups } = JSON.parse(changed.stdout)
  expect(
    brands
      .filter(({ state }: { state: string }) => state === 'changed')
      .map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual(['five', 'six'])
  expect(groups).toHaveLength(1)
  expect(groups[0]).toMatchObject({ kind: 'text', added: ['About this service'] })
  expect(readTree(join(cwd, 'dist'))).toEqual(published)

  // Writes the address instead of the picture that a browser would save.
  const browser = join(project({ browser: shell }), 'browser')
  chmodSync(browser, 0o755)
  const page = await runImprint(['diff', 'five', '--format', 'html'], { cwd, env: { CHROMIUM: browser } })
  const pictures = [...page.stdout.matchAll(/base64,([\w+/=]+)/g)].map(([, png = '']) =>
    Buffer.from(png, 'base64').toString(),
  )
  expect(pictures).toHaveLength(2)
  for (const shown of pictures) expect(shown).toMatch(/^http:\/\/localhost:\d+\//)
  expect(timesOf()).toEqual(times)
  expect(page.stdout).not.toContain('No screenshots')

  expect((await run('release', '--all', '--stale')).code).toBe(0)
  expect((await run('build', '--all')).code).toBe(0)
  expect((await run('diff', '--all')).stdout).toMatch(/^Nothing/)
  expect((await run('diff', '--all', '--against', 'release:live')).stdout).toMatch(/^2 of 6 brands differ/)

  rmSync(join(cwd, 'content/articles/rent.md'))
  const lost = await run('diff', 'one', '--json')
  expect(lost.code).toBe(1)
  expect(jsonOf(lost).diagnostics.map(({ code }) => code)).toContain('diff/page-lost')
  expect((await run('diff', 'one', '--allow-removals')).code).toBe(0)
})

test('against a commit', async () => {
  const cwd = house()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'first')
  const path = join(cwd, 'content/articles/rent.md')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/\n---\n/, '\n---\n\nA new sentence.\n'))
  const run = await runShared(['diff', 'one', '--against', 'git:HEAD'], { cwd })
  expect(run.stdout).toContain('+ A new sentence.')
  expect(git('status', '--short').toString()).toBe(' M content/articles/rent.md\n')
  expect(git('worktree', 'list').toString().trim().split('\n')).toHaveLength(1)
})

test('of a brand that is renamed, both names are shown', async () => {
  const named = (name: string) => ({ 'brands/one/brand.yaml': brandYaml({ name }) })
  const cwd = project(named('Harbor Finder'))
  expect((await runShared(['build'], { cwd })).code).toBe(0)
  writeFiles(cwd, named('Meadow Match'))
  const { stdout } = await runShared(['diff', '--all'], { cwd })
  expect(stdout).toContain('  - Harbor Finder\n')
  expect(stdout).toContain('  + Meadow Match\n')
  expect(stdout).not.toContain('{name}')
  expect(stdout).not.toContain('Removed')
})

test.each(['nowhere', 'release:abc', 'git:no-such-commit'])(
  'against %s, which is not there',
  async against => {
    const run = await runShared(['diff', 'one', '--against', against], { cwd: house() })
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('usage/invalid')
  },
)

describe('against the live sites', () => {
  const files = {
    'brands/one/brand.yaml': brandYaml({ name: 'One' }),
    'content/articles/rent.md': article('rent'),
    'content/articles/credit.md': article('credit'),
    'content/articles/early.md': article('early', { expires: '2025-09-01' }),
  }
  /** A host that serves a built folder unchanged. */
  async function live(folder: string, asked: string[] = []): Promise<string> {
    const server = createServer(({ url = '/' }, response) => {
      const path = join(folder, url.replace(/\/$/, '/index.html'))
      asked.push(url)
      if (!existsSync(path)) return response.writeHead(404).end()
      return response.end(readFileSync(path))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test.each(['', 'nginx', 's3'])(
    'a fresh runner sees the pages that would be lost, host "%s"',
    async host => {
      const cwd = project(files)
      const run = (...words: string[]) => runShared(words, { cwd })
      const flags = host === '' ? [] : ['--host', host]
      expect((await run('build', '--as-of', '2025-08-25', '--out', 'public-site', ...flags)).code).toBe(0)
      const served = host === 'nginx' ? 'public-site/one/site' : 'public-site/one'
      const url = await live(join(cwd, served))
      const diff = (...words: string[]) => run('diff', 'one', '--against', url, ...flags, ...words)
      rmSync(join(cwd, '.imprint'), { recursive: true })

      // An expired article disappears as its author planned. Another page has changed.
      writeFiles(cwd, { 'content/articles/credit.md': article('credit', {}, 'Other words.\n') })
      const fine = await diff('--json')
      expect(fine.code).toBe(0)
      const groups = (
        JSON.parse(fine.stdout) as { groups: { kind: string; brands: { routes: string[] }[] }[] }
      ).groups
      const changed = groups
        .filter(({ kind }) => kind === 'changed')
        .flatMap(({ brands }) => brands[0]?.routes)
      expect(changed).toContain('/articles/credit/')
      expect(changed).not.toContain('/imprint-manifest.json')

      const before = readTree(cwd)
      rmSync(join(cwd, 'content/articles/rent.md'))
      const lost = await diff('--json')
      expect(lost.code).toBe(1)
      expect(jsonOf(lost).diagnostics).toMatchObject([
        { code: 'diff/page-lost', brand: 'one', message: expect.stringContaining('/articles/rent/') },
      ])
      const after = Object.keys(readTree(cwd)).filter(path => !path.startsWith('.imprint/'))
      expect(after).toEqual(
        Object.keys(before).filter(
          path => !path.startsWith('.imprint/') && path !== 'content/articles/rent.md',
        ),
      )
      writeFiles(cwd, { 'content/redirects.yaml': '- {from: /articles/rent/, to: /articles/credit/}\n' })
      expect((await diff()).code).toBe(0)
    },
  )

  test('the changed pages are fetched on request, and compared as built ones', async () => {
    const cwd = project(files)
    const run = (...words: string[]) => runShared(words, { cwd })
    expect((await run('build', '--out', 'public-site')).code).toBe(0)
    const asked: string[] = []
    const url = await live(join(cwd, 'public-site/one'), asked)
    const texts = {
      'rent.md': article('rent', {}, 'New words.\n'),
      'credit.md': article('credit', {}, 'More.\n'),
    }
    for (const [name, text] of Object.entries(texts)) writeFiles(cwd, { [`content/articles/${name}`]: text })
    const local = await run('diff', 'one', '--against', 'public-site', '--pages')
    expect(local.stdout).toContain('+ New words.')
    const plain = await run('diff', 'one', '--against', url, '--pages')
    expect(plain.stdout).not.toContain('New words.')
    expect(asked.splice(0)).toEqual(['/imprint-manifest.json'])
    const fetched = await run('diff', 'one', '--against', url, '--texts', '--pages')
    for (const line of ['+ New words.', '+ More.']) expect(fetched.stdout).toContain(line)
    expect(asked.sort()).toEqual(['/articles/credit/', '/articles/rent/', '/imprint-manifest.json'])
    // Bytes that differ from the manifest are not trusted.
    const page = join(cwd, 'public-site/one/articles/rent/index.html')
    writeFileSync(page, readFileSync(page, 'utf8').replace('</main>', 'Injected.</main>'))
    const injected = await run('diff', 'one', '--against', url, '--texts', '--pages')
    expect(injected.stdout).toContain('+ More.')
    expect(injected.stdout).not.toMatch(/Injected|New words/)
  })

  test('one address, one brand; a site that is missing, or does not answer', async () => {
    const cwd = project({ ...files, 'brands/two/brand.yaml': brandYaml({ name: 'Two' }) })
    const run = (...words: string[]) => runShared(words, { cwd })
    const several = await run('diff', '--all', '--against', 'https://www.one.example')
    expect(several.code).toBe(2)
    expect(several.stderr).toContain('usage/invalid')
    const none = await run('diff', 'one', '--against', await live(cwd), '--json')
    expect(none.code).toBe(0)
    expect(jsonOf(none).diagnostics).toMatchObject([{ code: 'diff/not-live', severity: 'info' }])
    const down = await run('diff', 'one', '--against', 'http://127.0.0.1:1')
    expect(down.code).toBe(4)
    expect(down.stderr).toContain('live/unreachable  http://127.0.0.1:1/imprint-manifest.json')
    expect(down.stdout).toBe('No brand was compared with http://127.0.0.1:1: 1 live site did not respond.\n')
    // Each brand is compared with its own siteUrl, which does not exist.
    const live4 = await run('diff', '--all', '--against', 'live', '--json')
    expect([0, 4]).toContain(live4.code)
    expect(jsonOf(live4).diagnostics.map(({ brand }) => brand)).toEqual(['one', 'two'])
  })
})
