import { spawn } from 'node:child_process'
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
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
import { picture, seeded, smallProject } from './disk.ts'

const record = { at: '2026-01-02T03:04:05.000Z', by: 'me@here' }

/** Writes a site of one page in the form in which a build leaves it. */
function site(text: string): string {
  const folder = join(temporaryFolder(), 'acme')
  const manifest = manifestBuilder('acme')
  const bytes = Buffer.from(text)
  manifest.add({ path: 'index.html', bytes })
  writeFiles(folder, { 'index.html': bytes, 'imprint-manifest.json': Buffer.from(manifest.file().bytes) })
  return folder
}

const put = async (folder: string, text: string, keep = 10) => {
  const { value, diagnostics } = await release(site(text), folder, 'acme', { keep, record })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return value
}
const live = (folder: string) => readFileSync(join(folder, 'acme/current/index.html'), 'utf8')

describe('releases', () => {
  test('a release, a rollback to the same bytes, a pin that lasts until it is removed', async () => {
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
    await rollback(folder, 'acme', { to: second?.id?.slice(0, 8) ?? '' }, record)
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

  test('a site that differs from its build is not released', async () => {
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
    // The same is true for the live release.
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

describe('the history of releases', () => {
  const historyOf = (folder: string) => join(folder, 'acme/history.jsonl')
  /**
   * Five releases. The first is released again after the third, so their order differs from the order in which they were
   * made.
   */
  const releasesIn = async (folder: string) => {
    for (const text of ['1', '2', '3', '1', '5']) await put(folder, text)
    return readReleases(folder, 'acme').releases
  }

  test('torn at any byte of its last line, it is reported, and no order changes', async () => {
    const folder = temporaryFolder()
    const order = await releasesIn(folder)
    const history = readFileSync(historyOf(folder))
    const last = history.lastIndexOf(0x0a, history.length - 2) + 1
    for (let length = last; length <= history.length; length++) {
      writeFileSync(historyOf(folder), history.subarray(0, length))
      const torn = length > last && length < history.length - 1
      const { releases, live, history: entries, diagnostics } = readReleases(folder, 'acme')
      expect(releases).toEqual(order)
      expect(live).toBe(order[3])
      expect(entries).toHaveLength(length === last || torn ? 4 : 5)
      expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
        torn ? ['warning release/history'] : [],
      )
    }
  })

  test('a torn line does not spoil the next, and no rollback goes elsewhere', async () => {
    const folder = temporaryFolder()
    await releasesIn(folder)
    const whole = readFileSync(historyOf(folder))
    const before = whole.lastIndexOf(0x0a, whole.length - 2) + 1
    const step = Math.max(1, Math.floor((whole.length - before) / rounds(12)))
    for (let length = before + 1; length < whole.length - 1; length += step) {
      writeFileSync(historyOf(folder), whole.subarray(0, length))
      const back = await rollback(folder, 'acme', { steps: 1 }, record)
      expect(back.diagnostics.map(({ code }) => code)).toEqual(['release/history'])
      expect(live(folder)).toBe('1')
      await unpin(folder, 'acme', record)
      await rollback(folder, 'acme', { steps: 1 }, record)
      expect(live(folder)).toBe('3')
      await unpin(folder, 'acme', record)
      await put(folder, '5')
      const lines = readFileSync(historyOf(folder), 'utf8').split('\n').slice(5, -1)
      expect(lines.map(line => JSON.parse(line).action)).toEqual([
        'rollback',
        'unpin',
        'rollback',
        'unpin',
        'release',
      ])
    }
  })

  test.each([
    ['gone', (folder: string) => rmSync(historyOf(folder))],
    ['of another program', (folder: string) => writeFileSync(historyOf(folder), 'no\n[1]\n{"id":"1"}\n')],
    [
      'no file',
      (folder: string) => {
        rmSync(historyOf(folder))
        mkdirSync(historyOf(folder))
      },
    ],
  ])('%s: the order is that of the releases, and a copy has it, too', async (_, spoil) => {
    const folder = temporaryFolder()
    const order = await releasesIn(folder)
    spoil(folder)
    expect(readReleases(folder, 'acme').releases).toEqual(order)
    const copy = temporaryFolder()
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
    expect(readReleases(copy, 'acme').releases).toEqual(order)
    if (existsSync(join(copy, 'acme/history.jsonl', '.'))) return
    await rollback(copy, 'acme', { steps: 1 }, record)
    expect(live(copy)).toBe('1')
  })

  test('releases of an older version: the lines of that version give the order', async () => {
    const folder = temporaryFolder()
    const order = await releasesIn(folder)
    const old = ['2', '3', '1', '5'].map((_, index) =>
      JSON.stringify({ at: record.at, by: record.by, action: 'release', release: order[index] }),
    )
    for (const id of order) rmSync(join(folder, 'acme/releases', `${id}.json`))
    writeFileSync(historyOf(folder), `${old.join('\n')}\n`)
    expect(readReleases(folder, 'acme').releases).toEqual(order)
    await put(folder, '6')
    expect(readReleases(folder, 'acme').releases.slice(0, 4)).toEqual(order)
  })
})

describe('a disk that fails', () => {
  test.each(['{', '', '{"release":"elsewhere"}'])('an unreadable pin counts as one: %j', async text => {
    const folder = temporaryFolder()
    await put(folder, 'one')
    writeFileSync(join(folder, 'acme/pin.json'), text)
    const { value, diagnostics } = await release(site('two'), folder, 'acme', { keep: 10, record })
    expect(value?.result).toBe('pinned')
    expect(diagnostics.map(({ code }) => code)).toEqual(['release/pinned'])
    expect(live(folder)).toBe('one')
    expect((await unpin(folder, 'acme', record)).value).toBe(true)
    await put(folder, 'two')
    expect(live(folder)).toBe('two')
  })

  test('whatever call of a release or rollback fails: what was live is live, no pin, no line, no order is another', async () => {
    const folder = temporaryFolder()
    let order: readonly string[] = []
    const reset = async () => {
      rmSync(folder, { recursive: true })
      for (const text of ['1', '2', '3']) await put(folder, text)
      order = readReleases(folder, 'acme').releases
    }
    await reset()
    const changes = [
      () => release(site('4'), folder, 'acme', { keep: 10, record }),
      () => release(site('2'), folder, 'acme', { keep: 10, record }),
      () => rollback(folder, 'acme', { steps: 1 }, record),
    ]
    const tree = () => readTree(folder)
    for (const change of changes) {
      let failures = 0
      for (let call = 1; ; call++) {
        const restore = failingWrite(call, folder)
        const { value, diagnostics } = await change()
        if (!restore()) break
        failures++
        const now = readReleases(folder, 'acme')
        if (value !== undefined) {
          // The last steps follow the move of "current", which they do not undo.
          expect(diagnostics.map(({ code }) => code)).toEqual(['release/history'])
          await reset()
          continue
        }
        expect(diagnostics.map(({ code }) => code)).toEqual(['output/write-failed'])
        expect(now.live).toBe(order[2])
        expect(now.pin).toBeUndefined()
        expect(now.releases.filter(id => order.includes(id))).toEqual(order)
        expect(Object.keys(tree()).filter(path => path.includes('.imprint-'))).toEqual([])
        expect(now.history).toHaveLength(3)
      }
      expect(failures).toBeGreaterThan(5)
      await reset()
    }
  })

  test('a release whose manifest is gone is written again', async () => {
    const folder = temporaryFolder()
    const first = await put(folder, 'one')
    await put(folder, 'two')
    rmSync(join(releaseFolder(folder, 'acme', first?.id ?? ''), 'imprint-manifest.json'))
    expect((await release(site('one'), folder, 'acme', { keep: 10, record })).value?.result).toBe('released')
    expect(live(folder)).toBe('one')
    expect(readdirSync(join(folder, 'acme/releases')).filter(name => name.startsWith('.'))).toEqual([])
  })

  test('a release that was stopped before "current" moved leaves the order as it was', async () => {
    const folder = temporaryFolder()
    for (const text of ['1', '2', '3']) await put(folder, text)
    const { releases } = readReleases(folder, 'acme')
    const path = join(folder, 'acme/releases', `${releases[1]}.json`)
    const note = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...note, number: 4, before: note.number }))
    expect(readReleases(folder, 'acme').releases).toEqual(releases)
    await rollback(folder, 'acme', { steps: 1 }, record)
    expect(live(folder)).toBe('2')
    await rollback(folder, 'acme', { steps: 1 }, record)
    expect(live(folder)).toBe('1')
  })

  test('a web server can read a release, with any umask', async () => {
    const before = process.umask(0o077)
    onTestFinished(() => void process.umask(before))
    const folder = join(temporaryFolder(), 'deep/releases')
    const { value } = await release(site('one'), folder, 'acme', { keep: 10, record })
    const root = releaseFolder(folder, 'acme', value?.id ?? '')
    const modes = ['..', '../../..', '.', 'index.html', 'imprint-manifest.json'].map(path =>
      (statSync(join(root, path)).mode & 0o777).toString(8),
    )
    expect(modes).toEqual(['755', '755', '755', '644', '644'])
  })
})

describe('foreign files', () => {
  test.each<[string, (root: string) => void]>([
    ['a file "current"', root => writeFiles(root, { 'acme/current': 'mine' })],
    [
      'the link of another tool',
      root => {
        mkdirSync(join(root, 'acme'))
        symlinkSync('releases/20260101', join(root, 'acme/current'))
      },
    ],
    ['a folder "current"', root => writeFiles(root, { 'acme/current/index.html': 'mine' })],
    ['releases of another tool', root => writeFiles(root, { 'acme/releases/20260101/index.html': 'mine' })],
    ['a file "releases"', root => writeFiles(root, { 'acme/releases': 'mine' })],
    ['other files', root => writeFiles(root, { 'acme/notes.txt': 'mine' })],
    ['a repository', root => writeFiles(root, { 'acme/.git/HEAD': 'mine' })],
    ['a file', root => writeFiles(root, { acme: 'mine' })],
    ['a link', root => symlinkSync(temporaryFolder(), join(root, 'acme'))],
  ])('%s is left alone', async (_, prepare) => {
    const folder = temporaryFolder()
    prepare(folder)
    const before = picture(folder)
    for (const change of [
      () => release(site('one'), folder, 'acme', { keep: 10, record }),
      () => rollback(folder, 'acme', { steps: 1 }, record),
      () => unpin(folder, 'acme', record),
    ])
      expect((await change()).diagnostics.map(({ code }) => code)).toEqual(['output/not-ours'])
    expect(picture(folder)).toEqual(before)
  })

  test('foreign folders next to the releases stay', async () => {
    const folder = temporaryFolder()
    await put(folder, 'one')
    writeFiles(folder, { 'acme/.123-abc/mine': '1', 'acme/releases/.123-abc/mine': '2', 'acme/notes': '3' })
    await put(folder, 'two')
    const tree = readTree(folder)
    const mine = ['acme/.123-abc/mine', 'acme/releases/.123-abc/mine', 'acme/notes'].map(path => tree[path])
    expect(mine).toEqual(['1', '2', '3'])
  })
})

/**
 * Makes the n-th call that changes something below a folder fail. The returned function ends this and reports whether there
 * was such a call.
 */
function failingWrite(number: number, folder: string): () => boolean {
  const names = ['renameSync', 'symlinkSync', 'writeFileSync', 'openSync', 'mkdirSync'] as const
  let calls = 0
  const spies = names.map(name => {
    const real = fs[name] as (...words: unknown[]) => unknown
    return vi.spyOn(fs, name as 'renameSync').mockImplementation(((...words: unknown[]) => {
      const isReading = name === 'openSync' && (typeof words[1] === 'number' || words[1] === 'r')
      const isOurs = words.some(word => String(word).startsWith(folder)) && !/\.lock/.test(words.join())
      if (isOurs && !isReading && ++calls === number)
        throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' })
      return real.apply(fs, words)
    }) as never)
  })
  syncBuiltinESMExports()
  return () => {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
    return calls >= number
  }
}

test('killed at any moment, one complete release is live, and the next command continues', async () => {
  const root = realpathSync(project(smallProject('one')))
  // At any time, the project is the same as that of one of the builds.
  const words = ['release', '--stale', '--allow-removals', '--keep', '2']
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
