import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  manifestBuilder,
  readReleases,
  release,
  releaseFolder,
  rollback,
  unpin,
} from '../../src/output/index.ts'
import { command, project, readTree, runShared, temporaryFolder, writeFiles } from '../support/project.ts'
import { rounds, seed } from '../support/soak.ts'
import { seeded, smallProject } from './disk.ts'

const record = { at: '2026-01-02T03:04:05.000Z', by: 'me@here' }

/** Writes a site of one page, as a build leaves it. */
function site(text: string): string {
  const folder = join(temporaryFolder(), 'acme')
  const manifest = manifestBuilder('acme')
  const bytes = Buffer.from(text)
  manifest.add({ path: 'index.html', bytes })
  writeFiles(folder, { 'index.html': bytes, 'imprint-manifest.json': Buffer.from(manifest.file('').bytes) })
  return folder
}

const put = async (folder: string, text: string, keep = 10) => {
  const { value, diagnostics } = await release(site(text), folder, 'acme', { keep, record })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return value
}
const live = (folder: string) => readFileSync(join(folder, 'acme/current/index.html'), 'utf8')

describe('releases', () => {
  test('a release, a rollback to the same bytes, a pin that holds until it is taken away', async () => {
    const folder = temporaryFolder()
    const first = await put(folder, 'one')
    expect(first?.result).toBe('released')
    const before = readTree(join(folder, 'acme/current'))
    expect((await put(folder, 'one'))?.result).toBe('unchanged')
    await put(folder, 'two')
    expect(live(folder)).toBe('two')

    const back = await rollback(folder, 'acme', { steps: 1 }, { ...record, reason: 'wrong' })
    expect(back.value).toBe(first?.id)
    expect(readTree(join(folder, 'acme/current'))).toEqual(before)
    expect(readReleases(folder, 'acme').pin).toMatchObject({ release: first?.id, reason: 'wrong' })

    const { value, diagnostics } = await release(site('three'), folder, 'acme', { keep: 10, record })
    expect(value?.result).toBe('pinned')
    expect(diagnostics.map(({ code }) => code)).toEqual(['release/pinned'])
    expect(live(folder)).toBe('one')

    expect((await unpin(folder, 'acme', record)).value).toBe(true)
    expect((await unpin(folder, 'acme', record)).value).toBe(false)
    await put(folder, 'three')
    expect(live(folder)).toBe('three')
  })

  test('forward to a later release, by the beginning of its id', async () => {
    const folder = temporaryFolder()
    await put(folder, 'one')
    const second = await put(folder, 'two')
    await rollback(folder, 'acme', { steps: 1 }, record)
    await rollback(folder, 'acme', { to: second?.id.slice(0, 8) ?? '' }, record)
    expect(live(folder)).toBe('two')
  })

  test('pruning keeps the live and the pinned one, however old', async () => {
    const folder = temporaryFolder()
    const first = await put(folder, '1')
    await put(folder, '2')
    await rollback(folder, 'acme', { steps: 1 }, record)
    await unpin(folder, 'acme', record)
    for (const text of ['3', '4', '5']) await put(folder, text, 2)
    expect(readReleases(folder, 'acme').releases).toHaveLength(2)
    expect(live(folder)).toBe('5')
    await rollback(folder, 'acme', { steps: 1 }, record)
    const pinned = readReleases(folder, 'acme').pin?.release
    await unpin(folder, 'acme', record)
    expect(pinned).not.toBe(first?.id)
    expect(existsSync(releaseFolder(folder, 'acme', pinned ?? ''))).toBe(true)
  })

  test('a site that is not what was built is not released', async () => {
    const folder = temporaryFolder()
    await put(folder, 'one')
    const changed = site('two')
    writeFileSync(join(changed, 'index.html'), 'other')
    const { value, diagnostics } = await release(changed, folder, 'acme', { keep: 10, record })
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toEqual(['release/altered'])
    expect(live(folder)).toBe('one')
  })

  test('a release that was changed since is not rolled back to, and the next release of it writes it again', async () => {
    const folder = temporaryFolder()
    const first = await put(folder, 'one')
    const second = await put(folder, 'two')
    const page = join(releaseFolder(folder, 'acme', first?.id ?? ''), 'index.html')
    for (const spoil of [() => writeFileSync(page, 'other'), () => rmSync(page)]) {
      spoil()
      const { value, diagnostics } = await rollback(folder, 'acme', { steps: 1 }, record)
      expect(value).toBeUndefined()
      expect(diagnostics.map(({ code }) => code)).toEqual(['release/altered'])
      expect(readReleases(folder, 'acme')).toMatchObject({ live: second?.id, pin: undefined })
    }
    const options = { keep: 10, record }
    const again = await release(site('one'), folder, 'acme', options)
    expect(again).toMatchObject({
      value: { result: 'released', id: first?.id },
      diagnostics: [{ code: 'release/altered', severity: 'warning' }],
    })
    expect(live(folder)).toBe('one')
    // Of the live one, too.
    writeFileSync(page, 'other')
    expect((await release(site('one'), folder, 'acme', options)).value?.result).toBe('released')
    expect(live(folder)).toBe('one')
    expect(await release(site('one'), folder, 'acme', options)).toMatchObject({
      value: { result: 'unchanged' },
      diagnostics: [],
    })
  })

  test.each([{ steps: 1 }, { to: 'abc' }])('nothing to go back to: %j', async wanted => {
    const folder = temporaryFolder()
    await put(folder, 'one')
    const { value, diagnostics } = await rollback(folder, 'acme', wanted, record)
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toEqual(['release/unknown'])
    expect(readReleases(folder, 'acme').pin).toBeUndefined()
  })
})

test('killed at any moment, what is live is one release, whole, and the next command goes on', async () => {
  const root = realpathSync(project(smallProject('one')))
  const words = ['release', '--keep', '2']
  const sites: Record<string, string>[] = []
  for (const version of ['one', 'two'] as const) {
    writeFiles(root, smallProject(version))
    expect(await runShared(['build', '--out', `dist-${version}`], { cwd: root })).toMatchObject({ code: 0 })
    sites.push(readTree(join(root, `dist-${version}`, 'brand')) as Record<string, string>)
  }
  const run = (version: string) => runShared([...words, '--out', `dist-${version}`], { cwd: root })
  expect(await run('one')).toMatchObject({ code: 0 })
  const current = join(root, 'releases/brand/current')
  const random = seeded(seed)
  let next = 'two'
  for (let round = 0; round < rounds(6); round++) {
    const isRollback = round % 3 === 2
    const line = isRollback ? ['rollback', '--reason', 'test'] : [...words, '--out', `dist-${next}`]
    const child = spawn(process.execPath, [command, ...line], { cwd: root, stdio: 'ignore' })
    const ended = new Promise(resolve => child.on('close', resolve))
    await Promise.race([ended, delay(random() * 500)])
    child.kill('SIGKILL')
    await ended
    expect(sites.map(tree => JSON.stringify(tree))).toContain(JSON.stringify(readTree(current)))
    await runShared(['unpin'], { cwd: root })
    expect(await run(next)).toMatchObject({ code: 0 })
    expect(readTree(current)).toEqual(sites[next === 'two' ? 1 : 0])
    next = next === 'two' ? 'one' : 'two'
  }
  expect(readdirSync(join(root, 'releases'))).toEqual(['brand'])
  expect(readdirSync(join(root, 'releases/brand')).sort()).toEqual(['current', 'history.jsonl', 'releases'])
})
