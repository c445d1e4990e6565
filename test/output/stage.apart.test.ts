// Unchanged files are published as the same files: which files are linked, which are written, and which are never touched.

import * as disk from 'node:fs'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { copySite, directoryOutput, type Output, WriteError } from '../../src/output/index.ts'
import { sha256Of } from '../../src/output/manifest.ts'
import { type FileMap, readTree, temporaryFolder, writeFiles } from '../support/project.ts'
import { leftovers, picture } from './disk.ts'

vi.mock('node:fs', async original => {
  const actual = await original<typeof disk>()
  return { ...actual, linkSync: vi.fn(actual.linkSync) }
})
afterEach(() => vi.mocked(disk.linkSync).mockReset())

const site = {
  'index.html': 'home',
  'faq/index.html': 'faq',
  'articles/a/index.html': 'article a',
  'articles/b/index.html': 'article b',
}
const edited = { ...site, 'articles/b/index.html': 'article B' }
const unedited = Object.keys(site).filter(path => path !== 'articles/b/index.html')

const bytesOf = (text: string) => new TextEncoder().encode(text)
const sumOf = (text: string) => sha256Of(bytesOf(text))

function newTarget() {
  const out = temporaryFolder()
  return { out, target: join(out, 'acme') }
}

async function open(target: string): Promise<Output> {
  const { value, diagnostics } = await directoryOutput({ target, brand: 'acme', lockPatience: 60_000 })
  if (value === undefined) throw new Error(JSON.stringify(diagnostics))
  return value
}

function putAll(output: Output, files: FileMap): void {
  for (const [path, content] of Object.entries(files)) output.put({ path, bytes: bytesOf(content as string) })
}

async function publish(target: string, files: FileMap) {
  const output = await open(target)
  putAll(output, files)
  return output.commit()
}

/** A published site whose files are so old that any change would be noticed. */
async function publishedSite() {
  const { out, target } = newTarget()
  await publish(target, site)
  for (const path of Object.keys(site)) utimesSync(join(target, path), 1_000_000, 1_000_000)
  return { out, target }
}

function pages(target: string): Record<string, string> {
  const { 'imprint-manifest.json': _, ...rest } = readTree(target)
  return rest
}

function identities(target: string, paths: readonly string[]) {
  return paths.map(path => {
    const { ino, mtimeMs, nlink } = lstatSync(join(target, path))
    return { path, ino, mtimeMs, nlink }
  })
}

function failure(work: () => unknown): WriteError {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(WriteError)
    return error as WriteError
  }
  throw new Error('It did not fail.')
}

describe('a new build', () => {
  test('writes nothing but the differences to another site, which it does not touch', async () => {
    const { out, target } = await publishedSite()
    const before = identities(target, Object.keys(site))
    const aside = join(out, 'aside', 'acme')
    const { value } = await directoryOutput({ target: aside, brand: 'acme', changesTo: target })
    putAll(value as Output, edited)
    const { files } = (value as Output).commit()
    expect(files).toBe(Object.keys(site).length + 1)
    expect(pages(aside)).toEqual({ 'articles/b/index.html': 'article B' })
    expect(identities(target, Object.keys(site))).toEqual(before)
    const whole = join(out, 'whole')
    expect(copySite([aside, target], whole)).toBe(true)
    expect(pages(whole)).toEqual(edited)
  })

  test('leaves unchanged files as they are, and writes changed ones', async () => {
    const { out, target } = await publishedSite()
    const before = identities(target, unedited)
    const changed = statSync(join(target, 'articles/b/index.html'))
    expect(await publish(target, edited)).toMatchObject({ status: 'built', files: 5 })
    expect(pages(target)).toEqual(edited)
    expect(identities(target, unedited)).toEqual(before)
    expect(before.every(({ nlink }) => nlink === 1)).toBe(true)
    const now = statSync(join(target, 'articles/b/index.html'))
    expect(now.mtimeMs).not.toBe(changed.mtimeMs)
    expect(leftovers(out)).toEqual([])
  })

  test('writes and links nothing if nothing changed', async () => {
    const { out, target } = await publishedSite()
    const before = picture(target)
    const output = await open(target)
    putAll(output, site)
    const stages = leftovers(out).filter(name => name.includes('.stage-'))
    expect(stages).toHaveLength(1)
    const stage = join(out, stages[0] as string)
    expect(readTree(stage)).toEqual({})
    expect(output.commit()).toMatchObject({ status: 'unchanged', files: 5 })
    // Only the lock may be linked.
    const links = vi.mocked(disk.linkSync).mock.calls.map(([, path]) => String(path))
    expect(links.filter(path => path.startsWith(`${stage}/`))).toEqual([])
    expect(picture(target)).toEqual(before)
  })

  test('is published when all that changed is that a page is gone', async () => {
    const { target } = await publishedSite()
    const { 'faq/index.html': gone, ...rest } = site
    expect(await publish(target, rest)).toMatchObject({ status: 'built', files: 4 })
    expect(pages(target)).toEqual(rest)
  })

  const becomeFolder = (path: string): void => {
    rmSync(path)
    mkdirSync(path)
  }
  test.each([
    ['changed by hand', (path: string) => writeFileSync(path, 'HOME')],
    ['cut short', (path: string) => writeFileSync(path, 'h')],
    ['removed', (path: string) => rmSync(path)],
    ['a folder', becomeFolder],
  ])('writes a page anew that is %s, and nothing else', async (_, damage) => {
    const { target } = await publishedSite()
    const others = Object.keys(site).filter(path => path !== 'index.html')
    const before = identities(target, others)
    damage(join(target, 'index.html'))
    expect(await publish(target, site)).toMatchObject({ status: 'built' })
    expect(pages(target)).toEqual(site)
    expect(identities(target, others)).toEqual(before)
  })

  test('replaces a link by a file, and leaves its target alone', async () => {
    const { out, target } = await publishedSite()
    writeFiles(out, { 'precious.html': 'home' })
    rmSync(join(target, 'index.html'))
    symlinkSync(join(out, 'precious.html'), join(target, 'index.html'))
    const before = lstatSync(join(out, 'precious.html'))
    expect(await publish(target, site)).toMatchObject({ status: 'built' })
    expect(lstatSync(join(target, 'index.html')).isFile()).toBe(true)
    expect(pages(target)).toEqual(site)
    expect(lstatSync(join(out, 'precious.html'))).toEqual(before)
  })

  test('does not look for its pages behind a link to a folder', async () => {
    const { out, target } = await publishedSite()
    renameSync(join(target, 'articles'), join(out, 'elsewhere'))
    symlinkSync(join(out, 'elsewhere'), join(target, 'articles'))
    const before = picture(join(out, 'elsewhere'))
    const output = await open(target)
    expect(
      output.reuse?.({
        path: 'articles/a/index.html',
        size: 0,
        sha256: sumOf(site['articles/a/index.html']),
      }),
    ).toBeUndefined()
    putAll(output, edited)
    // A link that someone else made, with the name of a folder of the site.
    expect(failure(() => output.commit()).diagnostic.code).toBe('output/not-ours')
    output.discard()
    expect(picture(join(out, 'elsewhere'))).toEqual(before)
  })

  test.each(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'])('copies if a link is refused (%s)', async code => {
    const { out, target } = await publishedSite()
    vi.mocked(disk.linkSync).mockImplementation(() => {
      throw Object.assign(new Error(code), { code, syscall: 'link' })
    })
    const before = identities(target, unedited)
    expect(await publish(target, edited)).toMatchObject({ status: 'built' })
    expect(pages(target)).toEqual(edited)
    expect(identities(target, unedited)).not.toEqual(before)
    expect(leftovers(out)).toEqual([])
  })
})

describe('a published file that changes while a site is built', () => {
  test('is not taken for what it was', async () => {
    const { out, target } = await publishedSite()
    const output = await open(target)
    putAll(output, edited)
    writeFileSync(join(target, 'index.html'), 'HOME')
    const before = picture(target)
    const { code, message } = failure(() => output.commit()).diagnostic
    expect(code).toBe('output/write-failed')
    expect(message).toContain(join(target, 'index.html'))
    output.discard()
    expect(picture(target)).toEqual(before)
    expect(leftovers(out)).toEqual([])
    expect(await publish(target, edited)).toMatchObject({ status: 'built' })
    expect(pages(target)).toEqual(edited)
  })

  test('may be another one with the same bytes', async () => {
    const { out, target } = await publishedSite()
    const output = await open(target)
    putAll(output, edited)
    writeFileSync(join(out, 'same'), 'home')
    renameSync(join(out, 'same'), join(target, 'index.html'))
    expect(output.commit()).toMatchObject({ status: 'built' })
    expect(pages(target)).toEqual(edited)
  })
})

describe('keep', () => {
  test('takes over a published file without its bytes', async () => {
    const { target } = await publishedSite()
    const before = identities(target, unedited)
    const output = await open(target)
    for (const path of unedited) {
      const text = site[path as keyof typeof site]
      expect(output.reuse?.({ path, size: 0, sha256: sumOf(text) })).toMatchObject({
        path,
        size: text.length,
        sha256: sumOf(text),
      })
    }
    putAll(output, { 'articles/b/index.html': 'article B' })
    expect(output.commit()).toMatchObject({ status: 'built', files: 5 })
    expect(pages(target)).toEqual(edited)
    expect(identities(target, unedited)).toEqual(before)
  })

  test('of every file leaves the published folder alone', async () => {
    const { target } = await publishedSite()
    const before = picture(target)
    const output = await open(target)
    for (const [path, text] of Object.entries(site)) output.reuse?.({ path, size: 0, sha256: sumOf(text) })
    expect(output.commit()).toMatchObject({ status: 'unchanged' })
    expect(picture(target)).toEqual(before)
  })

  test('does not take a file with another sum, or one that is not listed, damaged or missing', async () => {
    const { target } = await publishedSite()
    writeFiles(target, { 'own.html': 'own' })
    writeFileSync(join(target, 'faq/index.html'), 'FAQ')
    rmSync(join(target, 'articles/a/index.html'))
    const output = await open(target)
    expect(output.reuse?.({ path: 'index.html', size: 0, sha256: sumOf('another') })).toBeUndefined()
    expect(output.reuse?.({ path: 'own.html', size: 0, sha256: sumOf('own') })).toBeUndefined()
    expect(output.reuse?.({ path: 'faq/index.html', size: 0, sha256: sumOf('faq') })).toBeUndefined()
    expect(
      output.reuse?.({ path: 'articles/a/index.html', size: 0, sha256: sumOf('article a') }),
    ).toBeUndefined()
    putAll(output, site)
    expect(output.commit()).toMatchObject({ status: 'built' })
    expect(pages(target)).toEqual({ ...site, 'own.html': 'own' })
  })

  test('follows no manifest out of the folder', async () => {
    const { out, target } = await publishedSite()
    writeFiles(out, { precious: 'precious' })
    const manifest = join(target, 'imprint-manifest.json')
    const files = [{ path: '../precious', size: 8, sha256: sumOf('precious') }]
    writeFileSync(manifest, JSON.stringify({ files }))
    const output = await open(target)
    expect(() => output.reuse?.({ path: '../precious', size: 0, sha256: sumOf('precious') })).toThrow(
      'Not a path inside a site',
    )
    output.discard()
    expect(readFileSync(join(out, 'precious'), 'utf8')).toBe('precious')
  })
})

describe('put', () => {
  const file = (text: string) => ({ path: 'assets/card.png', bytes: bytesOf(text) })

  test('takes a file twice if it is the same', async () => {
    const { target } = newTarget()
    const output = await open(target)
    expect(output.put(file('card'))).toEqual(output.put(file('card')))
    expect(() => output.put(file('CARD'))).toThrow('Two different files claim')
    expect(output.commit()).toMatchObject({ status: 'built', files: 2 })
  })

  test('reports which file the disk refused', async () => {
    const { target } = newTarget()
    const output = await open(target)
    output.put({ path: 'a', bytes: bytesOf('a file') })
    const { diagnostic } = failure(() => output.put({ path: 'a/b', bytes: bytesOf('below a file') }))
    expect(diagnostic).toMatchObject({ code: 'output/write-failed' })
    expect(diagnostic.message).toContain(join(target, 'a/b'))
    output.discard()
    expect(existsSync(target)).toBe(false)
  })
})

test('what a build leaves that was killed while it linked shares files with the site, which stay', async () => {
  const { out, target } = await publishedSite()
  const before = picture(target)
  const stage = join(out, '.acme.stage-99-abc')
  mkdirSync(join(stage, 'faq'), { recursive: true })
  for (const path of ['index.html', 'faq/index.html']) linkSync(join(target, path), join(stage, path))
  expect(await publish(target, site)).toMatchObject({ status: 'unchanged' })
  expect(picture(target)).toEqual(before)
  expect(leftovers(out)).toEqual([])
  expect(lstatSync(join(target, 'index.html')).nlink).toBe(1)
})

test('of two builds at once each publishes a whole site', async () => {
  const { out, target } = await publishedSite()
  const [first, second] = await Promise.all([publish(target, edited), publish(target, edited)])
  expect([first.status, second.status].sort()).toEqual(['built', 'unchanged'])
  expect(pages(target)).toEqual(edited)
  expect(leftovers(out)).toEqual([])
})
