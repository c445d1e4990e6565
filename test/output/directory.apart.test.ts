import { spawnSync } from 'node:child_process'
import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  type MakeDirectoryOptions,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { directoryOutput } from '../../src/output/directory.ts'
import * as exchange from '../../src/output/exchange.ts'
import type { Output, Published } from '../../src/output/output.ts'
import { WriteError } from '../../src/output/write-error.ts'
import { type FileMap, readTree, temporaryFolder, writeFiles } from '../support/project.ts'
import { failOnRemoval, leftovers, picture, replaceCall } from './disk.ts'

vi.mock('../../src/output/exchange.ts', { spy: true })
afterEach(() => vi.mocked(exchange.exchangePaths).mockReset())

const encoder = new TextEncoder()
const one = { 'index.html': 'one', 'faq/index.html': 'faq', 'articles/a/index.html': 'a' }
const two = { 'index.html': 'two', 'faq/index.html': 'faq', 'articles/b/index.html': 'b' }

function newTarget(): { out: string; target: string } {
  const out = temporaryFolder()
  return { out, target: join(out, 'acme') }
}

async function open(target: string): Promise<{ output: Output; codes: string[] }> {
  const { value, diagnostics } = await directoryOutput({ target, brand: 'acme', lockPatience: 60_000 })
  if (value === undefined) throw new Error(JSON.stringify(diagnostics))
  return { output: value, codes: diagnostics.map(problem => problem.code) }
}

function put(output: Output, files: FileMap): void {
  for (const [path, content] of Object.entries(files))
    output.put({ path, bytes: typeof content === 'string' ? encoder.encode(content) : content })
}

async function publish(target: string, files: FileMap): Promise<Published> {
  const { output } = await open(target)
  put(output, files)
  return output.commit()
}

function pages(target: string): Record<string, string> {
  const { 'imprint-manifest.json': manifest, ...rest } = readTree(target)
  expect(manifest).toBeDefined()
  return rest
}

/** The diagnostics if the folder may not be used, in which case nothing may change. */
async function refusal(out: string, target: string) {
  const before = picture(out)
  const { value, diagnostics } = await directoryOutput({ target, brand: 'acme' })
  expect(value).toBeUndefined()
  expect(picture(out)).toEqual(before)
  return diagnostics
}

describe('publishing', () => {
  test('writes next to the target, and swaps at the end', async () => {
    const { out, target } = newTarget()
    const { output } = await open(target)
    put(output, one)
    expect(existsSync(target)).toBe(false)
    expect(leftovers(out).map(name => name.replace(/-\d+-\w+$/, ''))).toEqual(['.acme.lock', '.acme.stage'])
    const published = output.commit()
    expect(pages(target)).toEqual(one)
    const manifest = JSON.parse(readFileSync(join(target, 'imprint-manifest.json'), 'utf8'))
    expect(manifest.files.map((file: { path: string }) => file.path)).toEqual(Object.keys(one).sort())
    expect(published).toMatchObject({ status: 'built', files: 4, diagnostics: [] })
    expect(leftovers(out)).toEqual([])
  })

  test('replaces a site whose manifest is older and has no base path', async () => {
    const { target } = newTarget()
    await publish(target, one)
    const path = join(target, 'imprint-manifest.json')
    const { basePath, ...older } = JSON.parse(readFileSync(path, 'utf8'))
    expect(basePath).toBe('')
    writeFileSync(path, JSON.stringify(older))
    expect(await publish(target, one)).toMatchObject({ status: 'built', diagnostics: [] })
    expect(pages(target)).toEqual(one)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ ...older, basePath })
  })

  test('makes the folders above the target', async () => {
    const target = join(temporaryFolder(), 'deep', 'down', 'acme')
    await publish(target, one)
    expect(pages(target)).toEqual(one)
  })

  test('takes an empty folder', async () => {
    const { out, target } = newTarget()
    mkdirSync(target)
    expect(await publish(target, one)).toMatchObject({ status: 'built' })
    expect(pages(target)).toEqual(one)
    expect(leftovers(out)).toEqual([])
  })

  test('replaces a site as one, and removes what it no longer has', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    const { output } = await open(target)
    put(output, two)
    expect(pages(target)).toEqual(one)
    expect(output.commit()).toMatchObject({ status: 'built', diagnostics: [] })
    expect(pages(target)).toEqual(two)
    expect(existsSync(join(target, 'articles/a'))).toBe(false)
    expect(leftovers(out)).toEqual([])
  })

  test('touches no file if nothing changed', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    const before = picture(target)
    expect(await publish(target, one)).toMatchObject({ status: 'unchanged', files: 4 })
    expect(picture(target)).toEqual(before)
    expect(leftovers(out)).toEqual([])
  })

  test('is not fooled by a page changed by hand under an unchanged manifest', async () => {
    const { target } = newTarget()
    await publish(target, one)
    writeFileSync(join(target, 'index.html'), 'ONE')
    expect(await publish(target, one)).toMatchObject({ status: 'built' })
    expect(pages(target)).toEqual(one)
  })

  test('repairs a site with a page missing', async () => {
    const { target } = newTarget()
    await publish(target, one)
    rmSync(join(target, 'faq/index.html'))
    expect(await publish(target, one)).toMatchObject({ status: 'built' })
    expect(pages(target)).toEqual(one)
  })

  test.each(['no JSON', 'null', '[]', '{}', '{"files":5}', '{"files":[null]}', '{"files":[{"path":5}]}', ''])(
    'trusts no manifest that says %j: the files it should list are kept as someone else’s',
    async manifest => {
      const { target } = newTarget()
      writeFiles(target, { 'imprint-manifest.json': manifest, 'mine.txt': 'mine' })
      expect(await publish(target, one)).toMatchObject({ status: 'built' })
      expect(pages(target)).toEqual({ ...one, 'mine.txt': 'mine' })
    },
  )

  test('leaves the site as it was on discard, also twice and after a commit', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    const before = picture(target)
    const { output } = await open(target)
    put(output, two)
    output.discard()
    output.discard()
    expect(picture(target)).toEqual(before)
    const { output: next } = await open(target)
    put(next, one)
    next.commit()
    next.discard()
    expect(picture(target)).toEqual(before)
    expect(leftovers(out)).toEqual([])
  })

  test('refuses paths that leave the folder', async () => {
    const { out, target } = newTarget()
    const { output } = await open(target)
    expect(() => put(output, { '../evil.html': 'x' })).toThrow('Not a path inside a site')
    output.discard()
    expect(readdirSync(out)).toEqual([])
  })

  test('turns an error of the disk into a diagnostic with path and code', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    const before = picture(target)
    const { output } = await open(target)
    put(output, { a: 'a file' })
    let thrown: unknown
    try {
      put(output, { 'a/b': 'below a file' })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(WriteError)
    const { diagnostic } = thrown as WriteError
    expect(diagnostic.code).toBe('output/write-failed')
    expect(diagnostic.message).toContain(join(target, 'a/b'))
    expect(diagnostic.message).toMatch(/\((?:ENOTDIR|EEXIST)\)|EEXIST|ENOTDIR/)
    output.discard()
    expect(picture(target)).toEqual(before)
    expect(leftovers(out)).toEqual([])
  })
})

describe('files of others in the published folder', () => {
  test('stay byte for byte and are reported', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    writeFiles(target, { 'google123.html': bytes, 'faq/notes/todo.txt': 'mine', '.htaccess': 'Deny' })
    chmodSync(join(target, '.htaccess'), 0o600)
    utimesSync(join(target, 'google123.html'), 1_000_000, 1_000_000)
    symlinkSync('google123.html', join(target, 'verify.html'))
    symlinkSync('/nowhere/at/all', join(target, 'dangling'))
    symlinkSync('faq', join(target, 'folder-link'))
    const published = await publish(target, two)
    expect(published.status).toBe('built')
    expect(published.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      Array(6).fill('info output/foreign-file'),
    )
    for (const path of ['google123.html', 'faq/notes/todo.txt', '.htaccess', 'verify.html'])
      expect(published.diagnostics.some(({ message }) => message.includes(join(target, path)))).toBe(true)
    expect(new Uint8Array(readFileSync(join(target, 'google123.html')))).toEqual(bytes)
    expect(statSync(join(target, 'google123.html')).mtimeMs).toBe(1_000_000_000)
    expect(readFileSync(join(target, 'faq/notes/todo.txt'), 'utf8')).toBe('mine')
    expect(statSync(join(target, '.htaccess')).mode & 0o777).toBe(0o600)
    expect(readlinkSync(join(target, 'verify.html'))).toBe('google123.html')
    expect(readlinkSync(join(target, 'dangling'))).toBe('/nowhere/at/all')
    expect(readlinkSync(join(target, 'folder-link'))).toBe('faq')
    expect(leftovers(out)).toEqual([])
    const manifest = readFileSync(join(target, 'imprint-manifest.json'), 'utf8')
    expect(manifest).not.toContain('google123')
  })

  test('of other kinds stay too: empty folders, named pipes', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    mkdirSync(join(target, 'empty/inside'), { recursive: true })
    mkdirSync(join(target, 'faq/own'))
    mkdirSync(join(target, 'b.html'))
    spawnSync('mkfifo', [join(target, 'pipe'), join(target, 'faq/own pipe')])
    const published = await publish(target, { ...two, 'b.html': 'b' })
    expect(published.status).toBe('built')
    expect(published.diagnostics.map(({ message }) => message.split('"')[1])).toEqual([
      join(target, 'faq/own pipe'),
      join(target, 'pipe'),
    ])
    for (const path of ['empty/inside', 'faq/own'])
      expect(statSync(join(target, path)).isDirectory()).toBe(true)
    for (const path of ['pipe', 'faq/own pipe']) expect(lstatSync(join(target, path)).isFIFO()).toBe(true)
    expect(readFileSync(join(target, 'b.html'), 'utf8')).toBe('b')
    expect(leftovers(out)).toEqual([])
  })

  test('survive any number of builds, and an unchanged one still reports them', async () => {
    const { target } = newTarget()
    await publish(target, one)
    writeFiles(target, { 'mine.txt': 'mine' })
    for (const site of [two, one, two]) await publish(target, site)
    const before = picture(target)
    const published = await publish(target, two)
    expect(published.status).toBe('unchanged')
    expect(published.diagnostics.map(problem => problem.code)).toEqual(['output/foreign-file'])
    expect(picture(target)).toEqual(before)
  })

  test.each([
    ['the name of a page', 'articles/b/index.html', { 'articles/b/index.html': 'b' }],
    ['the name of a folder of the site', 'articles', { 'articles/b/index.html': 'b' }],
    ['a folder with the name of a page', 'faq.html/mine.txt', { 'faq.html': 'faq' }],
    ['a folder with the name of the file itself', 'legal/mine.txt', { legal: 'text' }],
  ])('with %s stop the build, and neither is lost', async (_, path, site) => {
    const { out, target } = newTarget()
    await publish(target, { 'index.html': 'one' })
    writeFiles(target, { [path]: 'mine' })
    const before = picture(target)
    const { output } = await open(target)
    put(output, site)
    let thrown: unknown
    try {
      output.commit()
    } catch (error) {
      thrown = error
    }
    output.discard()
    expect((thrown as WriteError).diagnostic).toMatchObject({ severity: 'error', code: 'output/not-ours' })
    expect((thrown as WriteError).diagnostic.message).toContain(join(target, path))
    expect(picture(target)).toEqual(before)
    expect(leftovers(out)).toEqual([])
  })
})

describe('a foreign target', () => {
  test('a file', async () => {
    const { out, target } = newTarget()
    writeFileSync(target, 'precious')
    expect(await refusal(out, target)).toMatchObject([{ code: 'output/not-ours', severity: 'error' }])
  })

  test('a symbolic link, to a folder, to one of our sites, to nothing', async () => {
    const { out, target } = newTarget()
    const site = join(out, 'site')
    await publish(site, one)
    mkdirSync(join(out, 'empty'))
    for (const aim of ['site', 'empty', 'nothing']) {
      symlinkSync(join(out, aim), `${target}-${aim}`)
      const [problem] = await refusal(out, `${target}-${aim}`)
      expect(problem).toMatchObject({ code: 'output/not-ours' })
      expect(problem?.message).toContain('symbolic link')
    }
  })

  test('a folder with files and without a manifest', async () => {
    const { out, target } = newTarget()
    writeFiles(target, { 'thesis.tex': 'five years' })
    expect(await refusal(out, target)).toMatchObject([{ code: 'output/not-ours' }])
  })

  test('a folder whose manifest is a folder or a link', async () => {
    const { out, target } = newTarget()
    writeFiles(target, { 'imprint-manifest.json/x': 'x' })
    expect(await refusal(out, target)).toMatchObject([{ code: 'output/not-ours' }])
    writeFiles(out, { 'elsewhere.json': '{}', 'b/thesis.tex': 'x' })
    symlinkSync(join(out, 'elsewhere.json'), join(out, 'b/imprint-manifest.json'))
    expect(await refusal(out, join(out, 'b'))).toMatchObject([{ code: 'output/not-ours' }])
  })

  test('a folder with .git, even if it has our manifest', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    writeFiles(target, { '.git/HEAD': 'ref: refs/heads/main' })
    expect(await refusal(out, target)).toMatchObject([{ code: 'output/not-ours' }])
  })

  test('a path below a file', async () => {
    const out = temporaryFolder()
    writeFileSync(join(out, 'file'), 'precious')
    const [problem] = await refusal(out, join(out, 'file', 'acme'))
    expect(problem?.code).toBe('output/write-failed')
  })
})

test.each(['parent', 'folder itself'])('another build may make the %s at the same moment', async which => {
  const out = join(temporaryFolder(), 'deep', 'out')
  const { mkdirSync } = fs
  const restore = replaceCall('mkdirSync', (path: string, options?: MakeDirectoryOptions) => {
    if (path !== out || existsSync(which === 'parent' ? dirname(out) : out)) return mkdirSync(path, options)
    try {
      return mkdirSync(path, options)
    } finally {
      mkdirSync(which === 'parent' ? dirname(out) : out, { recursive: true })
    }
  })
  expect(await publish(join(out, 'acme'), one)).toMatchObject({ status: 'built', diagnostics: [] })
  restore()
})

describe('after a killed build', () => {
  test('its unfinished stages are removed', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    writeFiles(out, {
      '.acme.stage-99-abc/index.html': 'half',
      '.acme.stage-98-xyz/faq/index.html': 'half',
      '.acme.lock.break': 'half',
    })
    const { output, codes } = await open(target)
    expect(codes).toEqual([])
    put(output, one)
    expect(output.commit().status).toBe('unchanged')
    expect(readdirSync(out)).toEqual(['acme'])
  })

  test('the folder it had moved aside is put back, and reported', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    const before = picture(target)
    renameSync(target, join(out, '.acme.old-99-abc'))
    writeFiles(out, { '.acme.stage-99-abc/index.html': 'half' })
    const { output, codes } = await open(target)
    expect(codes).toEqual(['output/recovered'])
    output.discard()
    expect(picture(target)).toEqual(before)
    expect(readdirSync(out)).toEqual(['acme'])
  })

  test('an old site next to a published one is removed', async () => {
    const { out, target } = newTarget()
    await publish(target, two)
    writeFiles(out, {
      '.acme.old-99-abc/index.html': 'old',
      '.acme.old-99-abc/imprint-manifest.json': '{}',
    })
    const { output, codes } = await open(target)
    output.discard()
    expect(codes).toEqual([])
    expect(pages(target)).toEqual(two)
    expect(readdirSync(out)).toEqual(['acme'])
  })

  const lookalikes = {
    '.acme.old-2024-backup/index.html': 'mine',
    '.acme.old-12-abc/index.html': 'mine, without a manifest',
    '.acme.stage-mine/index.html': 'mine',
    '.acme.stage-1-a.txt': 'mine',
    '.acme.lock.notes': 'mine',
  }
  test.each([true, false])(
    'what only begins like a name of ours is left alone (a site stands: %s)',
    async stands => {
      const { out, target } = newTarget()
      if (stands) await publish(target, one)
      writeFiles(out, lookalikes)
      const { output, codes } = await open(target)
      expect(codes).toEqual([])
      put(output, two)
      expect(output.commit().status).toBe('built')
      expect(pages(target)).toEqual(two)
      expect(readTree(out)).toMatchObject(lookalikes)
    },
  )

  test('files of other brands are left alone', async () => {
    const { out, target } = newTarget()
    const others = {
      '.acme-two.stage-1-a/index.html': 'x',
      '.acm.stage-1-a/index.html': 'x',
      '.other.old-1-a/index.html': 'x',
      '.acme': 'a file',
      '.acme.txt': 'a file',
    }
    writeFiles(out, others)
    await publish(target, one)
    expect(readTree(out)).toMatchObject(others)
  })
})

describe('a lock that cannot be removed', () => {
  test('is reported, and the site is published all the same', async () => {
    const { target } = newTarget()
    await publish(target, one)
    const { output } = await open(target)
    put(output, two)
    const restore = failOnRemoval(`${dirname(target)}/.acme.lock`)
    try {
      const published = output.commit()
      expect(published).toMatchObject({
        status: 'built',
        diagnostics: [{ severity: 'warning', code: 'output/lock-left' }],
      })
    } finally {
      restore()
    }
    expect(pages(target)).toEqual(two)
  })

  test('does not hide why a build was given up', async () => {
    const { target } = newTarget()
    const { output } = await open(target)
    const restore = failOnRemoval(`${dirname(target)}/.acme.lock`)
    expect(() => output.discard()).not.toThrow()
    restore()
  })
})

describe('where two folders cannot be exchanged in one step', () => {
  const withoutExchange = () => vi.mocked(exchange.exchangePaths).mockReturnValue(false)

  test('two renames replace it, and nothing is left over', async () => {
    withoutExchange()
    const { out, target } = newTarget()
    await publish(target, one)
    expect(exchange.exchangePaths).not.toHaveBeenCalled()
    writeFiles(target, { 'mine.txt': 'mine' })
    expect(await publish(target, two)).toMatchObject({ status: 'built' })
    expect(exchange.exchangePaths).toHaveBeenCalledOnce()
    expect(pages(target)).toEqual({ ...two, 'mine.txt': 'mine' })
    expect(readdirSync(out)).toEqual(['acme'])
  })

  test('the old site is put back when the second rename fails', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    const before = picture(target)
    // The stage disappears at the last moment, so the second rename has nothing to move.
    vi.mocked(exchange.exchangePaths).mockImplementation(stage => {
      rmSync(stage, { recursive: true })
      return false
    })
    const { output } = await open(target)
    put(output, two)
    expect(() => output.commit()).toThrow(WriteError)
    output.discard()
    expect(picture(target)).toEqual(before)
    expect(readdirSync(out)).toEqual(['acme'])
  })
})

describe('exchangePaths', () => {
  test('swaps two folders or reports that it cannot, and then nothing happened', async () => {
    const out = temporaryFolder()
    writeFiles(out, { 'a/x': 'a', 'b/y': 'b' })
    const { exchangePaths } = await vi.importActual<typeof exchange>('../../src/output/exchange.ts')
    const done = exchangePaths(join(out, 'a'), join(out, 'b'))
    expect(readTree(out)).toEqual(done ? { 'a/y': 'b', 'b/x': 'a' } : { 'a/x': 'a', 'b/y': 'b' })
    expect(exchangePaths(join(out, 'a'), join(out, 'missing'))).toBe(false)
    expect(lstatSync(join(out, 'a')).isDirectory()).toBe(true)
  })
})

describe('a build whose lock another one has taken over', () => {
  async function lost(change: (out: string, stage: string) => void) {
    const { out, target } = newTarget()
    await publish(target, one)
    const before = pages(target)
    const { output } = await open(target)
    put(output, two)
    change(out, join(out, leftovers(out).find(name => name.includes('.stage-')) ?? ''))
    let thrown: unknown
    try {
      output.commit()
    } catch (error) {
      thrown = error
    }
    output.discard()
    expect((thrown as WriteError).diagnostic).toMatchObject({ code: 'output/locked', severity: 'error' })
    expect(pages(target)).toEqual(before)
    return out
  }
  const other = JSON.stringify({
    host: 'build-7.example',
    boot: 'b',
    pidNamespace: 'p',
    pid: 1,
    started: '1',
  })

  test('publishes nothing, and leaves the lock to it', async () => {
    const out = await lost(folder => writeFileSync(join(folder, '.acme.lock'), other))
    expect(readFileSync(join(out, '.acme.lock'), 'utf8')).toBe(other)
  })

  test('publishes nothing if a file is missing or cut', async () => {
    await lost((_, stage) => rmSync(join(stage, 'articles/b/index.html')))
    await lost((_, stage) => writeFileSync(join(stage, 'articles/b/index.html'), ''))
  })

  test('reports that its stage is gone', async () => {
    await lost((out, stage) => {
      writeFileSync(join(out, '.acme.lock'), other)
      rmSync(stage, { recursive: true })
    })
  })

  test('is no obstacle while it still writes to its stage', async () => {
    const { out, target } = newTarget()
    writeFiles(out, { '.acme.stage-99-abc/index.html': 'half' })
    const restore = failOnRemoval(join(out, '.acme.stage-99-abc'))
    expect(await publish(target, one)).toMatchObject({ status: 'built', diagnostics: [] })
    restore()
    await publish(target, two)
    expect(readdirSync(out)).toEqual(['acme'])
  })

  test('reports that it can no longer write', async () => {
    const { out, target } = newTarget()
    const { output } = await open(target)
    writeFileSync(join(out, '.acme.lock'), other)
    rmSync(join(out, leftovers(out).find(name => name.includes('.stage-')) ?? ''), { recursive: true })
    expect(() => {
      put(output, one)
      output.commit()
    }).toThrow('has taken over')
    output.discard()
  })
})

describe('half a site', () => {
  const half = (target: string) => {
    rmSync(join(target, 'imprint-manifest.json'))
    rmSync(join(target, 'faq/index.html'))
  }

  test('is made whole by the same site', async () => {
    const { target } = newTarget()
    await publish(target, one)
    half(target)
    expect(await publish(target, one)).toMatchObject({ status: 'built', diagnostics: [] })
    expect(pages(target)).toEqual(one)
  })

  test('is replaced by another site if its build was recorded, and foreign files stay', async () => {
    const { out, target } = newTarget()
    await publish(target, one)
    half(target)
    writeFiles(out, { '.imprint-builds/acme.json': '{}' })
    const { diagnostics } = await publish(target, two)
    expect(pages(target)).toEqual({ ...two, 'articles/a/index.html': 'a' })
    expect(diagnostics.map(({ code }) => code)).toEqual(['output/foreign-file'])
  })

  test.each(['', '{', '{"files": 1}'])('with the manifest %j is replaced', async text => {
    const { target } = newTarget()
    await publish(target, one)
    half(target)
    writeFileSync(join(target, 'imprint-manifest.json'), text)
    await publish(target, { 'index.html': 'two', 'articles/a/index.html': 'other' })
    expect(pages(target)).toEqual({ 'index.html': 'two', 'articles/a/index.html': 'other' })
  })

  test.each([{ 'index.html': 'mine' }, { 'assets/logo.svg': 'mine' }])(
    'is not what somebody else has written: %j',
    async files => {
      const { out, target } = newTarget()
      writeFiles(target, files)
      const refuses = async (site: FileMap) => {
        const { output } = await open(target)
        put(output, site)
        expect(() => output.commit()).toThrow(
          expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'output/not-ours' }) }),
        )
        output.discard()
      }
      const before = picture(target)
      await refuses(one)
      expect(picture(target)).toEqual(before)
      writeFiles(target, { 'faq/index.html': 'faq' })
      await refuses({ ...one, 'assets/logo.svg': 'ours' })
      expect(readTree(target)).toEqual({ ...files, 'faq/index.html': 'faq' })
      expect(leftovers(out)).toEqual([])
    },
  )
})
