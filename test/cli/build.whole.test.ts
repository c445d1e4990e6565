import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { picture } from '../output/disk.ts'
import {
  article,
  brandYaml,
  command,
  completeBrandYaml,
  project,
  readTree,
  runShared,
  sitesIn,
  temporaryFolder,
} from '../support/project.ts'
import { buildJsonOf } from './json.ts'

const single = { 'brands/acme/brand.yaml': completeBrandYaml(), 'content/articles/a.md': article('first') }
const several = {
  'brands/alpha/brand.yaml': brandYaml({ siteUrl: 'https://alpha.example' }),
  'brands/beta/brand.yaml': brandYaml({ siteUrl: 'https://beta.example' }),
  'brands/gamma/brand.yaml': brandYaml({ siteUrl: 'https://gamma.example' }),
  'brands/_base/brand.yaml': 'companyLine: A line.\n',
}
const stack = /\n\s+at [\w.<]/

describe('build', () => {
  test('of the only brand needs no name, and ends with a table', async () => {
    const cwd = project(single)
    const run = await runShared(['build'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const [header, row, ...rest] = run.stdout.trimEnd().split('\n')
    expect(header).toMatch(/^brand\s+result\s+pages\s+size\s+time\s+problems\s+folder$/)
    expect(row).toMatch(/^acme\s+built\s+7\s+[\d.]+ kB\s+\d+ ms\s+none\s+dist\/acme$/)
    expect(rest).toEqual([])
    expect(sitesIn(join(cwd, 'dist'))).toEqual(['acme'])
  })

  test('finds the project from a folder inside', async () => {
    const root = project(single)
    const run = await runShared(['build'], { cwd: join(root, 'content', 'articles') })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(sitesIn(join(root, 'dist'))).toEqual(['acme'])
    expect(readdirSync(join(root, 'content', 'articles'))).toEqual(['a.md'])
  })

  test('takes the project from --root and the folder from --out, which is the caller’s', async () => {
    const root = project(single)
    const cwd = temporaryFolder()
    const run = await runShared(['build', '--root', root, '--out', 'here'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(cwd)).toEqual(['here'])
    expect(sitesIn(join(cwd, 'here'))).toEqual(['acme'])
    expect(readdirSync(root)).not.toContain('dist')
  })

  test('of an environment goes to its own folder and is hidden from search engines', async () => {
    const environments = '{staging: {siteUrl: https://staging.acme.example}}'
    const cwd = project({
      'brands/acme/brand.yaml': brandYaml({ environments, analytics: '{gtm: GTM-ABC1234}' }),
      'brands/other/brand.yaml': brandYaml({ siteUrl: 'https://other.example' }),
    })
    const run = await runShared(['build', '--all', '--env', 'staging'], { cwd })
    // A brand without the environment must not be built with the values of its real site.
    const left = 'brand/unknown-environment  Left out: 1 brand without an environment "staging": other.'
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining(left) })
    expect((await runShared(['build', 'other', '--env', 'staging'], { cwd })).code).toBe(3)
    expect((await runShared(['build', '--all', '--env', 'stagin'], { cwd })).code).toBe(3)
    expect(readdirSync(cwd)).not.toContain('dist')
    expect(sitesIn(join(cwd, 'dist-staging'))).toEqual(['acme'])
    const read = (path: string) => readFileSync(join(cwd, 'dist-staging', 'acme', path), 'utf8')
    expect(read('robots.txt')).toBe('User-agent: *\nDisallow: /\n')
    expect(read('_headers')).toContain('  X-Content-Type-Options: nosniff\n')
    expect(read('_headers')).toContain('  X-Robots-Tag: noindex\n')
    for (const page of ['index.html', 'faq/index.html', 'ccpa.html', '404.html'])
      expect(read(page)).toContain('<meta name="robots" content="noindex"/>')
    expect(read('index.html')).toContain('https://staging.acme.example/')
    expect(read('index.html')).not.toContain('GTM-')
  })

  test('of named brands builds those, each once', async () => {
    const cwd = project(several)
    const run = await runShared(['build', 'gamma', 'alpha', 'gamma'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout.match(/^(?:alpha|beta|gamma)/gm)).toEqual(['gamma', 'alpha'])
    expect(sitesIn(join(cwd, 'dist'))).toEqual(['alpha', 'gamma'])
  })

  test('of all builds all but bases', async () => {
    const cwd = project(several)
    expect(await runShared(['build', '--all'], { cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(sitesIn(join(cwd, 'dist'))).toEqual(['alpha', 'beta', 'gamma'])
  })

  test('of none, with several there, lists them', async () => {
    const cwd = project(several)
    const before = picture(cwd)
    const run = await runShared(['build'], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('usage/brand-required')
    expect(run.stderr).toContain('alpha, beta, gamma')
    expect(picture(cwd)).toEqual(before)
  })

  test.each([
    ['bteta', 'Did you mean "beta"?'],
    ['nothing-like-it', 'Brands: alpha, beta, gamma.'],
    ['_base', 'it is not built itself'],
    ['../alpha', 'usage/unknown-brand'],
    ['Alpha', 'Did you mean "alpha"?'],
    ['', 'usage/unknown-brand'],
  ])('of the brand %j, which does not exist', async (id, said) => {
    const cwd = project(several)
    const before = picture(cwd)
    const run = await runShared(['build', 'alpha', id], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('usage/unknown-brand')
    expect(run.stderr).toContain(said)
    expect(run.stderr).not.toMatch(stack)
    expect(picture(cwd)).toEqual(before)
  })

  test('of several that do not exist names each', async () => {
    const run = await runShared(['build', 'nope', 'neither'], { cwd: project(several) })
    expect(run.code).toBe(2)
    expect(run.stderr.match(/usage\/unknown-brand/g)).toHaveLength(2)
  })

  test('of brands and all of them is a contradiction', async () => {
    const run = await runShared(['build', 'alpha', '--all'], { cwd: project(several) })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toContain('Brand ids and --all')
  })

  test('with one brand’s config broken ends with 3, and builds the others', async () => {
    const cwd = project({ ...several, 'brands/beta/brand.yaml': brandYaml({ phone: 'soon' }) })
    const run = await runShared(['build', '--all'], { cwd })
    expect(run.code).toBe(3)
    expect(run.stderr).toMatch(/^brands\/beta\/brand\.yaml:4:\d+ {2}error {2}brand\/invalid-phone {2}/)
    expect(run.stderr).toContain('4 | phone: soon')
    expect(run.stdout).toMatch(/^beta\s+failed\s+–\s+–\s+\d+ ms\s+1 error\s+dist\/beta$/m)
    expect(run.stdout).toMatch(/\n1 error\n$/)
    expect(sitesIn(join(cwd, 'dist'))).toEqual(['alpha', 'gamma'])
  })

  test('the worst of several failures is the exit code', async () => {
    const cwd = project({
      ...several,
      'brands/alpha/content/strings.yaml': 'nothing: here\n',
      'brands/beta/brand.yaml': 'name: "',
    })
    expect((await runShared(['build', '--all'], { cwd })).code).toBe(3)
    expect((await runShared(['build', 'alpha', 'gamma'], { cwd })).code).toBe(1)
    expect((await runShared(['build', 'gamma'], { cwd })).code).toBe(0)
  })

  test('a warning does not fail it, but does with --strict, which says so', async () => {
    const cwd = project({ ...single, 'content/articles/b.md': 'no front matter' })
    const lenient = await runShared(['build'], { cwd })
    expect(lenient.code).toBe(0)
    expect(lenient.stderr).toMatch(/^content\/articles\/b\.md:1:1 {2}warning {2}article\/no-front-matter/)
    expect(lenient.stdout).toMatch(/^acme\s+built\s.*\s1 warning\s/m)
    const before = picture(join(cwd, 'dist'))
    const strict = await runShared(['build', '--strict'], { cwd })
    expect(strict.code).toBe(1)
    expect(strict.stdout).toContain('Warnings count as failures with --strict: 1 warning')
    expect(picture(join(cwd, 'dist'))).toEqual(before)
  })

  test('shows drafts with --drafts alone', async () => {
    const cwd = project({ ...single, 'content/articles/d.md': article('draft-one', { draft: 'true' }) })
    await runShared(['build'], { cwd })
    expect(readdirSync(join(cwd, 'dist/acme/articles'))).not.toContain('draft-one')
    await runShared(['build', '--drafts'], { cwd })
    expect(readdirSync(join(cwd, 'dist/acme/articles'))).toContain('draft-one')
  })

  test('reports a foreign file in the published folder, and keeps it', async () => {
    const cwd = project(single)
    await runShared(['build'], { cwd })
    writeFileSync(join(cwd, 'dist/acme/google.html'), 'mine')
    const run = await runShared(['build'], { cwd })
    expect(run.code).toBe(0)
    expect(run.stderr).toMatch(/^info {2}output\/foreign-file {2}".*dist\/acme\/google\.html"/)
    expect(readFileSync(join(cwd, 'dist/acme/google.html'), 'utf8')).toBe('mine')
  })

  test('publishes files that a web server can read, with any umask', () => {
    const cwd = project(single)
    const words = [process.execPath, command, 'build', '--no-cache', '--quiet']
    const { status } = spawnSync('sh', ['-c', `umask 077; exec "$@"`, 'sh', ...words], { cwd })
    expect(status).toBe(0)
    const rights = (path: string) => (statSync(join(cwd, path)).mode & 0o777).toString(8)
    expect(['dist', 'dist/acme', 'dist/acme/articles/first'].map(rights)).toEqual(Array(3).fill('755'))
    const files = ['index.html', 'articles/first/index.html', 'imprint-manifest.json']
    expect(files.map(path => rights(`dist/acme/${path}`))).toEqual(Array(3).fill('644'))
  })

  test('leaves a folder in the brand’s place that it did not write', async () => {
    const cwd = project({
      ...single,
      'dist/acme/thesis.tex': 'five years',
      'dist/other/imprint-manifest.json': '{}',
    })
    const before = readTree(cwd)
    const run = await runShared(['build', '--no-cache'], { cwd })
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('output/not-ours')
    expect(readTree(cwd)).toEqual(before)
  })

  test('takes --no-cache, and a number of workers', async () => {
    const cwd = project(several)
    const run = await runShared(['build', '--all', '--no-cache', '--concurrency', '64'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('check', () => {
  test('of a good project reports no findings, and writes only results for the next build', async () => {
    const cwd = project({
      ...single,
      'brands/acme/assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
    const before = readTree(cwd)
    const run = await runShared(['check'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^acme\s+ok\s+7\s/m)
    expect(run.stdout).not.toContain('dist')
    expect(readdirSync(cwd).sort()).toEqual(['.imprint', 'brands', 'content'])
    rmSync(join(cwd, '.imprint'), { recursive: true })
    // The column of times is as wide as the longest time.
    const untimed = (text: string) => text.replace(/\d+ ms/, '').replace(/ +/g, ' ')
    const again = await runShared(['check', '--no-cache'], { cwd })
    expect(untimed(again.stdout)).toBe(untimed(run.stdout))
    expect(readTree(cwd)).toEqual(before)
  })

  test('changes nothing published, and finds the same as a build', async () => {
    const cwd = project(single)
    await runShared(['build'], { cwd })
    rmSync(join(cwd, 'content'), { recursive: true })
    mkdirSync(join(cwd, 'content/articles'), { recursive: true })
    writeFileSync(join(cwd, 'content/articles/x.md'), article('x', { date: '2025-02-31' }))
    const before = picture(join(cwd, 'dist'))
    const checked = await runShared(['check', '--strict', '--allow-removals'], { cwd })
    expect(checked.code).toBe(1)
    expect(checked.stderr).toMatch(/^content\/articles\/x\.md:5:7 {2}warning {2}article\/invalid-date/)
    expect(picture(join(cwd, 'dist'))).toEqual(before)
    const built = await runShared(['build', '--strict', '--allow-removals'], { cwd })
    expect(built.stderr).toBe(checked.stderr)
    expect(built.code).toBe(checked.code)
  })

  test.each<[number, Record<string, string>]>([
    [3, { 'brands/acme/brand.yaml': brandYaml({ email: 'nobody' }) }],
    [1, { 'content/home.yaml': 'nothing: here\n' }],
    [1, { 'templates/index.ts': 'export const x =' }],
    [0, { 'content/articles/b.md': 'no front matter' }],
  ])('ends with %i as a build does, for %j', async (code, broken) => {
    const cwd = project({ ...single, ...broken })
    const before = picture(cwd)
    expect((await runShared(['check', '--no-cache'], { cwd })).code).toBe(code)
    expect(picture(cwd)).toEqual(before)
    expect((await runShared(['build'], { cwd })).code).toBe(code)
  })

  test('has no --out', async () => {
    const run = await runShared(['check', '--out', 'x'], { cwd: project(single) })
    expect(run.code).toBe(2)
    expect(run.stderr).toContain("Unknown option '--out'")
  })
})

test('a check with notes does not say that it found nothing', async () => {
  const found = async (files: Readonly<Record<string, string>>) => {
    const cwd = project({ 'brands/acme/brand.yaml': completeBrandYaml(), ...files })
    return (await runShared(['check', '--all'], { cwd })).stdout.trim().split('\n').at(-1)
  }
  const rest = '"imprint check --checklist" lists problems that no text check can find.'
  expect(await found({})).toBe(`No findings. ${rest}`)
  expect(await found({ 'content/README.md': '# For us\n' })).toBe(`1 note and no other findings. ${rest}`)
})

describe('without a project', () => {
  test.each([['build'], ['check'], ['list'], ['explain', 'acme'], ['new', 'article', 'a']])(
    '%s %s',
    async (...words) => {
      const cwd = temporaryFolder()
      const run = await runShared(words, { cwd })
      expect(run).toMatchObject({ code: 1, stdout: '' })
      expect(run.stderr).toMatch(/^error {2}project\/not-found {2}There is no brands\/ folder/)
      expect(run.stderr).toContain('imprint init')
      expect(run.stderr).not.toMatch(stack)
      expect(readdirSync(cwd)).toEqual([])
    },
  )

  test('with a --root that is wrong, or a file', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'file'), 'x')
    for (const root of ['nowhere', 'file', 'file/deeper']) {
      const run = await runShared(['build', '--root', root], { cwd })
      expect(run).toMatchObject({ code: 1, stdout: '' })
      expect(run.stderr).toContain(`There is no brands/ folder in "${root}".`)
    }
  })

  test.each([['build'], ['check']])('with brands/ empty: %s', async command => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'brands'))
    const run = await runShared([command, '--all'], { cwd })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('project/no-brands')
    expect(run.stderr).toContain('imprint new brand')
    expect(readdirSync(cwd)).toEqual(['brands'])
  })

  test('with a named pipe where Node and esbuild read, which would wait for ever', async () => {
    const cwd = project(single)
    spawnSync('mkfifo', [join(cwd, 'package.json')])
    const { code, stderr } = await runShared(['build'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^package\.json:1:1 {2}error {2}file\/not-regular/)
  })

  test('with nothing but a base in brands/', async () => {
    const run = await runShared(['build'], { cwd: project({ 'brands/_base/brand.yaml': 'name: Base\n' }) })
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('project/no-brands')
  })
})

describe('--json', () => {
  test('of a build', async () => {
    const cwd = project(several)
    const built = buildJsonOf(await runShared(['build', '--all', '--json'], { cwd }))
    expect(built.diagnostics).toEqual([])
    expect(built.brands).toMatchObject([
      { id: 'alpha', status: 'built', out: 'dist/alpha', pages: 5 },
      { id: 'beta', status: 'built', out: 'dist/beta', pages: 5 },
      { id: 'gamma', status: 'built', out: 'dist/gamma', pages: 5 },
    ])
    for (const { id, files, bytes } of built.brands) {
      const tree = readTree(join(cwd, 'dist', String(id)))
      expect(Object.keys(tree)).toHaveLength(Number(files))
      expect(Object.values(tree).reduce((sum, text) => sum + text.length, 0)).toBe(bytes)
    }
    const again = buildJsonOf(await runShared(['build', '--json', '--all'], { cwd }))
    expect(again.brands.map(brand => brand.status)).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(again.brands.map(brand => brand.bytes)).toEqual(built.brands.map(brand => brand.bytes))
  })

  test('of a build elsewhere gives the folder as seen from the project', async () => {
    const out = join(temporaryFolder(), 'out')
    const cwd = project(single)
    const run = await runShared(['build', '--json', '--out', out], { cwd })
    expect(buildJsonOf(run).brands).toMatchObject([{ out: relative(cwd, join(out, 'acme')) }])
  })

  test('of a build that failed in part', async () => {
    const cwd = project({ ...several, 'brands/beta/brand.yaml': brandYaml({ phone: 'soon' }) })
    const run = await runShared(['build', '--all', '--json'], { cwd })
    expect(run.code).toBe(3)
    const { brands, diagnostics } = buildJsonOf(run)
    expect(brands.map(brand => brand.status)).toEqual(['built', 'failed', 'built'])
    expect(brands[1]).toMatchObject({ pages: 0, files: 0, bytes: 0 })
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        code: 'brand/invalid-phone',
        file: 'brands/beta/brand.yaml',
        line: 4,
        column: 8,
        brand: 'beta',
      },
    ])
  })

  test('of a check has no folder', async () => {
    const run = await runShared(['check', '--json'], { cwd: project(single) })
    expect(buildJsonOf(run).brands).toMatchObject([{ id: 'acme', status: 'unchanged', out: null, pages: 7 }])
  })

  test.each([
    [2, 'usage/brand-required', ['build']],
    [2, 'usage/unknown-brand', ['build', 'nope']],
    [2, 'usage/unknown-brand', ['check', 'nope']],
    [2, 'usage/invalid', ['build', '--all', 'alpha']],
    [2, 'usage/invalid', ['build', '--nonsense']],
    [2, 'usage/invalid', ['build', '--concurrency', 'many']],
    [2, 'usage/invalid', ['build', '--out']],
    [2, 'output/refused', ['build', '--all', '--out', '.']],
    [1, 'project/not-found', ['build', '--root', 'nowhere']],
    [1, 'project/not-found', ['check', '--root', 'nowhere']],
  ])('of a failure with %i, %s: %j', async (code, problem, words) => {
    const run = await runShared([words[0] as string, '--json', ...words.slice(1)], { cwd: project(several) })
    expect(run.code).toBe(code)
    const document = buildJsonOf(run)
    expect(document.brands).toEqual([])
    expect(document.diagnostics).toMatchObject([{ severity: 'error', code: problem }])
  })
})

describe('--quiet', () => {
  test('keeps results and errors, and leaves out the rest', async () => {
    const cwd = project({ ...single, 'content/articles/b.md': 'no front matter' })
    const run = await runShared(['build', '--quiet'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^acme\s+built/m)
    writeFileSync(join(cwd, 'brands/acme/brand.yaml'), brandYaml({ phone: 'soon' }))
    const failed = await runShared(['build', '--quiet'], { cwd })
    expect(failed.code).toBe(3)
    expect(failed.stderr).toContain('brand/invalid-phone')
    expect(failed.stderr).not.toContain('warning')
  })
})
