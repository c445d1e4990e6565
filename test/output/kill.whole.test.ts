// Publishing under the worst conditions: the real build is killed at many moments and at every step of the swap, the disk is
// full, file descriptors run out, or the disk fails. At any time, what is published must be one complete build.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  command,
  project,
  type Run,
  readTree,
  runImprint,
  runShared,
  sitesIn,
  writeFiles,
} from '../support/project.ts'
import { rounds, seed } from '../support/soak.ts'
import { inLanes, leftovers, seeded, smallProject, until, works } from './disk.ts'

type Version = 'one' | 'two'
const versions: readonly Version[] = ['one', 'two']
const other = (version: Version): Version => (version === 'one' ? 'two' : 'one')

/** A project that can be switched between two versions, whose complete builds are known. */
interface Bench {
  readonly root: string
  readonly out: string
  /** The only entry of `out` if nothing was left behind. */
  readonly target: string
  switchTo(version: Version): void
  build(): Promise<Run>
}

const random = seeded(seed)
// Half of the moments are at any time, and half while files are written and swapped, which does not take long.
const moments = Array.from({ length: rounds(6) }, (_, index) => ({ anywhere: index % 2 === 0, at: random() }))

let complete: Record<Version, Record<string, string>>
let duration: number

function newBench(): Bench {
  return benchIn(project(smallProject('one')))
}

function benchIn(root: string): Bench {
  const out = join(root, 'dist')
  return {
    root,
    out,
    target: join(out, 'brand'),
    switchTo(version) {
      rmSync(join(root, 'content'), { recursive: true, force: true })
      writeFiles(root, smallProject(version))
    },
    build: () => runShared(['build', '--allow-removals'], { cwd: root }),
  }
}

/** The complete build that is published. Fails if anything else is published. */
function published(bench: Bench): Version | 'nothing' {
  if (!existsSync(bench.target)) return 'nothing'
  const tree = readTree(bench.target)
  const found = versions.find(version => JSON.stringify(tree) === JSON.stringify(complete[version]))
  if (found === undefined) expect(tree, 'neither build').toEqual(complete.one)
  return found as Version
}

/** A build after any failure succeeds and leaves nothing else behind. */
async function expectRecovery(bench: Bench, version: Version): Promise<void> {
  const run = await bench.build()
  expect(run.stderr.replace(/^info {2}output\/recovered.*\n(?: {2}→.*\n)?/gm, '').trim()).toBe('')
  expect(run.code).toBe(0)
  expect(published(bench)).toBe(version)
  expect(sitesIn(bench.out)).toEqual(['brand'])
}

const ended = (child: ChildProcess) =>
  new Promise<NodeJS.Signals | number | null>(resolve =>
    child.on('close', (code, signal) => resolve(signal ?? code)),
  )

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'imprint-test-'))
  const trees: Partial<typeof complete> = {}
  for (const version of versions) {
    rmSync(join(root, 'content'), { recursive: true, force: true })
    writeFiles(root, smallProject(version))
    const start = performance.now()
    // In a process of its own, like the builds that are killed, so that their times are comparable.
    expect((await runImprint(['build', '--allow-removals'], { cwd: root })).stderr).toBe('')
    duration = performance.now() - start
    trees[version] = readTree(join(root, 'dist', 'brand'))
  }
  complete = trees as typeof complete
  rmSync(root, { recursive: true })
  expect(complete.one).not.toEqual(complete.two)
})

test(`killed with SIGKILL at ${moments.length} random moments`, async () => {
  const benches = [newBench(), newBench()]
  const current: Version[] = ['one', 'one']
  let killed = 0
  await inLanes(2, moments, async ({ anywhere, at }, index, lane) => {
    const bench = benches[lane] as Bench
    // Sometimes nothing had been published before.
    if (index % 10 < 2) rmSync(bench.out, { recursive: true, force: true })
    const before = published(bench)
    const next = other(current[lane] as Version)
    current[lane] = next
    bench.switchTo(next)
    const child = spawn(process.execPath, [command, 'build', '--allow-removals'], {
      cwd: bench.root,
      stdio: 'ignore',
    })
    const end = ended(child)
    let running = true
    void end.then(() => {
      running = false
    })
    if (anywhere) await delay(at * duration)
    else {
      await until(() => !running || leftovers(bench.out).some(name => name.includes('stage')), 'the stage')
      await delay(at * 30)
    }
    child.kill('SIGKILL')
    if ((await end) === 'SIGKILL') killed++
    expect([before, next]).toContain(published(bench))
    // Not every time, because a build must also cope with what several killed builds left behind.
    if (index % 3 === 2) await expectRecovery(bench, next)
  })
  for (const [lane, bench] of benches.entries()) await expectRecovery(bench, current[lane] as Version)
  // Some builds finish before their moment comes, but most do not.
  expect(killed).toBeGreaterThan(moments.length / 10)
})

// With this filter, the process stops only at the calls that are watched. It delivers no signals.
const filter = '--seccomp-bpf'
const traceable =
  process.platform === 'linux' && works('strace', '-f', filter, '-qq', '-o', '/dev/null', 'true')

// Without strace, these tests are skipped, because there is no other way to make a system call fail from outside.
describe.skipIf(!traceable)('under strace', () => {
  /** A build in which some system calls fail. */
  async function tampered(bench: Bench, injections: readonly string[], flags: readonly string[] = []) {
    const log = join(bench.root, 'strace.log')
    const traced = injections.map(injection => injection.split(':')[0]).join(',')
    const child = spawn(
      'strace',
      [
        ...['-f', '-qq', '-o', log, '-e', `trace=${traced}`, ...flags],
        ...(injections.some(injection => injection.includes('signal=')) ? [] : [filter]),
        ...injections.flatMap(injection => (injection.includes(':') ? ['-e', `inject=${injection}`] : [])),
        // The contents of a cache decide how often the disk is accessed, and thus which call a number refers to.
        ...[process.execPath, command, 'build', '--allow-removals', '--no-cache'],
      ],
      { cwd: bench.root, env: { ...process.env, UV_USE_IO_URING: '0' }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let stderr = ''
    child.stderr.on('data', chunk => {
      stderr += chunk
    })
    const end = await ended(child)
    return { end, stderr, log: readFileSync(log, 'utf8').split('\n') }
  }

  const counted = ['mkdir', 'openat', 'write', 'link', 'unlink', 'rmdir'] as const
  type Counted = (typeof counted)[number]
  let calls: Record<Counted, readonly string[]>

  // The calls of the main thread in an undisturbed build that replaces a published one, in order. In another run, a few more
  // or fewer may come before the stage (such as a pipe to esbuild), so tests do not use the first and last ones.
  beforeAll(async () => {
    const root = mkdtempSync(join(tmpdir(), 'imprint-test-'))
    writeFiles(root, smallProject('one'))
    const bench = benchIn(root)
    expect((await bench.build()).code).toBe(0)
    bench.switchTo('two')
    const { log, end } = await tampered(bench, counted)
    rmSync(root, { recursive: true })
    expect(end).toBe(0)
    const main = log[0]?.split(' ')[0] ?? ''
    const own = log
      .filter(line => line.startsWith(`${main} `))
      .map(line => line.slice(main.length + 1).trim())
    const of = (call: Counted) => own.filter(line => line.startsWith(`${call}(`))
    const lists = {
      mkdir: of('mkdir'),
      openat: of('openat'),
      link: of('link'),
      unlink: of('unlink'),
      rmdir: of('rmdir'),
    }
    // A write has no path. Writes to a regular file of the stage come after it is opened.
    let opened = ''
    const write = own
      .map(line => {
        if (line.startsWith('openat(')) opened = line
        return line.startsWith('write(') ? `${line} ${opened}` : line
      })
      .filter(line => line.startsWith('write('))
    calls = { ...lists, write }
  })

  /** The numbers of the calls that concern the stage, counted from 1. */
  function inStage(call: Counted): number[] {
    return calls[call].flatMap((line, index) => (line.includes('.stage-') ? [index + 1] : []))
  }

  /** Whether the failed call concerns the published folder and not one of Node's own files. */
  function hitsPublishing(log: readonly string[], out: string): boolean {
    const index = log.findIndex(line => line.includes('(INJECTED)') && !line.includes('renameat2'))
    const line = log[index] ?? ''
    if (!line.includes(' write(')) return line.includes(out)
    // Printed at the end.
    if (/ write\([12],/.test(line)) return false
    const thread = line.split(' ')[0]
    const opened = log.slice(0, index).findLast(earlier => earlier.startsWith(`${thread} openat(`))
    return opened?.includes('.stage-') ?? false
  }

  /** Some of the numbers, as far from each other and from both ends as possible. */
  const sample = (numbers: readonly number[], size: number) => {
    const step = Math.ceil(numbers.length / size)
    return numbers.filter((_, index) => index % step === step >> 1)
  }

  const renames = 'rename,renameat,renameat2'
  test.each([
    ['where folders can be exchanged', []],
    ['where they cannot', ['renameat2:error=EINVAL']],
  ])('killed at each rename, %s', async (_, also: string[]) => {
    const watched = also.length > 0 ? renames.replace(',renameat2', '') : renames
    // If nothing has been published, there is nothing to exchange.
    const befores = also.length > 0 && rounds(1) === 1 ? (['one'] as const) : (['nothing', 'one'] as const)
    await inLanes<'nothing' | 'one'>(2, befores, async first => {
      const bench = newBench()
      if (first === 'one') expect((await bench.build()).code).toBe(0)
      let kills = 0
      for (let when = 1; ; when++) {
        if (first === 'nothing') rmSync(bench.out, { recursive: true, force: true })
        const before = published(bench)
        const next = before === 'two' ? 'one' : 'two'
        bench.switchTo(next)
        const { end } = await tampered(bench, [`${watched}:signal=KILL:when=${when}`, ...also])
        const missing = also.length > 0 || before === 'nothing'
        if (end !== 'SIGKILL') {
          expect(end).toBe(0)
          expect(published(bench)).toBe(next)
          break
        }
        kills++
        // The folder may be missing only if two renames are needed, and only between them. The next build restores it.
        expect([before, next, ...(missing ? ['nothing'] : [])]).toContain(published(bench))
        await expectRecovery(bench, next)
      }
      expect(kills).toBeGreaterThan(0)
    })
  })

  test('killed while it makes, writes, links and removes files', async () => {
    const points = (['mkdir', 'write', 'link', 'unlink', 'rmdir'] as const).flatMap(call =>
      sample(inStage(call), rounds(1)).map(when => `${call}:signal=KILL:when=${when}`),
    )
    expect(points.length).toBeGreaterThan(4)
    const benches = [newBench(), newBench()]
    for (const bench of benches) expect((await bench.build()).code).toBe(0)
    const current: Version[] = ['one', 'one']
    let kills = 0
    await inLanes(2, points, async (point, _, lane) => {
      const own = benches[lane] as Bench
      const before = current[lane] as Version
      const next = other(before)
      current[lane] = next
      own.switchTo(next)
      if ((await tampered(own, [point])).end === 'SIGKILL') kills++
      expect([before, next]).toContain(published(own))
      await expectRecovery(own, next)
    })
    expect(kills).toBeGreaterThan(points.length / 2)
  })

  test('with a disk that is full, broken, read-only, and with too many open files', async () => {
    const benches = [newBench(), newBench()]
    for (const bench of benches) expect((await bench.build()).code).toBe(0)
    const writes = inStage('write').slice(3, -3)
    const opens = inStage('openat').slice(3, -6)
    const points = [
      ...sample(writes, rounds(1)).map(when => ({
        code: 'ENOSPC',
        point: `write:error=ENOSPC:when=${when}`,
      })),
      ...sample(writes, rounds(1)).map(when => ({ code: 'EIO', point: `write:error=EIO:when=${when}` })),
      ...sample(opens, rounds(1)).map(when => ({
        code: 'EMFILE',
        point: `openat:error=EMFILE:when=${when}`,
      })),
      ...sample(opens, rounds(1)).map(when => ({ code: 'EROFS', point: `openat:error=EROFS:when=${when}` })),
      ...inStage('mkdir')
        .slice(0, rounds(1))
        .map(when => ({ code: 'ENOSPC', point: `mkdir:error=ENOSPC:when=${when}` })),
      // The exchange fails, and so does the first of the two renames that replace it.
      { code: 'EBUSY', point: 'renameat2:error=EINVAL rename:error=EBUSY' },
      { code: 'EXDEV', point: 'renameat2:error=EINVAL rename:error=EXDEV:when=2' },
    ]
    const current: Version[] = ['one', 'one']
    let hits = 0
    await inLanes(2, points, async ({ code, point }, _, lane) => {
      const bench = benches[lane] as Bench
      const before = current[lane] as Version
      const next = other(before)
      bench.switchTo(next)
      const { end, stderr, log } = await tampered(bench, ['openat', ...point.split(' ')])
      if (end !== 0 && typeof end === 'number' && hitsPublishing(log, bench.out)) {
        hits++
        // Problems that go away on their own or occur on another machine have their own code.
        expect(end).toBe(code === 'ENOSPC' || code === 'EMFILE' ? 5 : 1)
        expect(stderr).toMatch(/^error {2}output\/write-failed {2}"dist\/brand.*" could not be written: /)
        expect(stderr).toContain(`(${code})`)
        expect(stderr).not.toMatch(/\n\s+at /)
        expect(sitesIn(bench.out)).toEqual(['brand'])
        expect(published(bench)).toBe(before)
      }
      // Each thread has its own count, so the same number may be a call of Node's own, which then aborts the process.
      expect([before, next]).toContain(published(bench))
      current[lane] = next
      await expectRecovery(bench, next)
    })
    expect(hits).toBeGreaterThan(points.length / 3)
  })

  test('with a disk too full for the lock', async () => {
    const bench = newBench()
    expect((await bench.build()).code).toBe(0)
    bench.switchTo('two')
    const lock = join(realpathSync(bench.out), '.brand.lock')
    // If links do not work, the lock is written in place.
    const { end, stderr } = await tampered(
      bench,
      ['link:error=EPERM', 'linkat:error=EPERM', 'write:error=ENOSPC'],
      ['-P', lock],
    )
    expect(stderr).toContain('there is no space left on the disk (ENOSPC)')
    expect(end).toBe(5)
    expect(published(bench)).toBe('one')
    expect(sitesIn(bench.out)).toEqual(['brand'])
    await expectRecovery(bench, 'two')
  })

  test('with files that cannot be read', async () => {
    const bench = newBench()
    expect((await bench.build()).code).toBe(0)
    bench.switchTo('two')
    const config = join(realpathSync(bench.root), 'brands/brand/brand.yaml')
    for (const code of ['EIO', 'EMFILE']) {
      const { end, stderr } = await tampered(bench, [`openat:error=${code}`], ['-P', config])
      expect([1, 3]).toContain(end)
      expect(stderr).toContain('brands/brand/brand.yaml:1:1  error  file/unreadable')
      expect(stderr).toContain(`(${code})`)
      expect(published(bench)).toBe('one')
      expect(sitesIn(bench.out)).toEqual(['brand'])
    }
    await expectRecovery(bench, 'two')
  })
})

const mountable =
  process.platform === 'linux' && works('unshare', '-m', 'mount', '-t', 'tmpfs', 'none', '/mnt')
test.skipIf(!mountable)('with a disk that is full indeed', async () => {
  const bench = newBench()
  mkdirSync(bench.out)
  // The first build fits on the disk, but a second one next to it does not. The disk disappears with the last process that
  // sees it.
  const script = `
    mount -t tmpfs -o size="$1" none dist && "$2" "$3" build >/dev/null || exit 9
    cp -r dist/brand before && rm -r content && cp -r next content
    "$2" "$3" build >/dev/null; code=$?
    diff -r before dist/brand >&2 || exit 8
    test "$(ls -A dist | grep -v imprint-builds)" = brand || exit 7
    exit $code`
  bench.switchTo('two')
  renameSync(join(bench.root, 'content'), join(bench.root, 'next'))
  bench.switchTo('one')
  const size = Object.values(complete.one).reduce(
    (sum, text) => sum + Math.ceil(text.length / 4096) * 4096,
    0,
  )
  const words = ['-m', 'sh', '-c', script, 'sh', String(Math.round(size * 1.5)), process.execPath, command]
  const child = spawn('unshare', words, { cwd: bench.root, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  expect(await ended(child)).toBe(1)
  expect(stderr).toMatch(
    /^error {2}output\/write-failed {2}".*dist\/brand.*" could not be written: .* \(ENOSPC\)\./,
  )
})

test.skipIf(process.platform === 'win32')('with files that may not grow (ulimit)', async () => {
  const bench = newBench()
  expect((await bench.build()).code).toBe(0)
  bench.switchTo('two')
  // Blocks have 512 or 1024 bytes: pages are larger, but the lock and the first small files are not.
  const child = spawn(
    'sh',
    ['-c', 'ulimit -f 4 && exec "$0" "$@"', process.execPath, command, 'build', '--allow-removals'],
    {
      cwd: bench.root,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  expect(await ended(child)).toBe(1)
  expect(stderr).toMatch(
    /^error {2}output\/write-failed {2}".*dist\/brand\/.+" could not be written: .+ \(EFBIG\)\./,
  )
  expect(published(bench)).toBe('one')
  expect(sitesIn(bench.out)).toEqual(['brand'])
  await expectRecovery(bench, 'two')
})
