import { spawn, spawnSync } from 'node:child_process'
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { directoryOutput } from '../../src/output/directory.ts'
import { acquireLock } from '../../src/output/lock.ts'
import {
  brandYaml,
  command,
  project,
  readTree,
  repositoryRoot,
  runImprint,
  runShared,
  sitesIn,
  temporaryFolder,
} from '../support/project.ts'
import { rounds } from '../support/soak.ts'
import { atEachCall, deadPid, leftovers, replaceCall, smallProject, until, works } from './disk.ts'

const file = { path: 'index.html', bytes: new TextEncoder().encode('hello') }

function lockOf(holder: object | string): { path: string; content: string } {
  const path = join(temporaryFolder(), '.acme.lock')
  const content = typeof holder === 'string' ? holder : JSON.stringify(holder)
  writeFileSync(path, content)
  return { path, content }
}

/** The contents of this process's locks. */
async function ownHolder(): Promise<readonly [Record<string, unknown>]> {
  const path = join(temporaryFolder(), '.acme.lock')
  const lock = await acquireLock(path, 0)
  const holder = JSON.parse(readFileSync(path, 'utf8'))
  if ('release' in lock) lock.release()
  return [holder]
}

async function taken(path: string): Promise<boolean> {
  const lock = await acquireLock(path, 0)
  if ('heldBy' in lock) return false
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
  lock.release()
  return true
}

describe('the lock', () => {
  test('is a file that names its holder, and is gone after release', async () => {
    const path = join(temporaryFolder(), 'deep', '.acme.lock')
    expect(await taken(path)).toBe(true)
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  test('of a living process is respected until it is released', async () => {
    const path = join(temporaryFolder(), '.acme.lock')
    const first = await acquireLock(path, 0)
    if ('heldBy' in first) throw new Error('not free')
    expect(await acquireLock(path, 120)).toMatchObject({ heldBy: { pid: process.pid } })
    const second = acquireLock(path, 20_000)
    first.release()
    expect(await second).toHaveProperty('release')
  })

  test('of a dead process is taken', async () => {
    const { path } = lockOf({ pid: deadPid(), started: '123', host: hostname() })
    expect(await taken(path)).toBe(true)
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  test.runIf(process.platform === 'linux')(
    'of a process whose number another one has now is taken',
    async () => {
      const { path } = lockOf({ pid: process.pid, started: '1', host: hostname() })
      expect(await taken(path)).toBe(true)
    },
  )

  test.each<[string, (path: string) => unknown]>([
    ['a link that leads nowhere', path => symlinkSync('nowhere', path)],
    ['a link to itself', path => symlinkSync('.acme.lock', path)],
    ['a link to a file', path => symlinkSync(join(repositoryRoot, 'package.json'), path)],
    ['a folder', path => mkdirSync(path)],
    ['a named pipe', path => spawnSync('mkfifo', [path])],
  ])(
    'that is %s is reported at once, and stays',
    async (_, make) => {
      const root = project({ 'brands/acme/brand.yaml': brandYaml() })
      mkdirSync(join(root, 'dist'))
      const path = join(root, 'dist', '.acme.lock')
      make(path)
      const run = await runShared(['build'], { cwd: root })
      expect(run.code).toBe(1)
      expect(run.stderr).toContain('output/not-ours')
      expect(run.stderr).toContain('.acme.lock')
      expect(lstatSync(path).isFile()).toBe(false)
    },
    15_000,
  )

  test('of another machine is respected, whatever its process number', async () => {
    const { path, content } = lockOf({ pid: deadPid(), started: '1', host: 'build-7.example' })
    expect(await acquireLock(path, 0)).toMatchObject({ heldBy: { host: 'build-7.example' } })
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  test('of another machine is taken once its holder has been silent for a lease', async () => {
    const { path } = lockOf({ pid: 1, started: '1', host: 'build-7.example' })
    const lock = await acquireLock(path, 60_000, undefined, 200)
    expect(lock).toHaveProperty('release')
    if ('release' in lock) lock.release()
  })

  test.runIf(process.platform === 'linux').each([
    ['boot', '00000000-0000-0000-0000-000000000000'],
    ['pidNamespace', 'pid:[1]'],
  ])('of another %s on a host of this name is judged by its lease alone', async (key, value) => {
    const [own] = await ownHolder()
    expect(Object.keys(own)).toEqual(['host', 'boot', 'pidNamespace', 'pid', 'started'])
    expect(own[key]).not.toBe('')
    const { path, content } = lockOf({ ...own, [key]: value, pid: deadPid() })
    expect(await acquireLock(path, 0)).toMatchObject({ heldBy: { [key]: value } })
    expect(readFileSync(path, 'utf8')).toBe(content)
    const lock = await acquireLock(path, 60_000, undefined, 200)
    expect(lock).toHaveProperty('release')
    if ('release' in lock) lock.release()
  })

  test('is never seen without its holder, and leaves nothing next to it', async () => {
    const path = join(temporaryFolder(), '.acme.lock')
    writeFileSync(path, JSON.stringify({ pid: deadPid(), started: '123', host: hostname() }))
    const seen: string[] = []
    const restore = atEachCall(() => {
      for (const name of [path, `${path}.break`]) if (existsSync(name)) seen.push(readFileSync(name, 'utf8'))
    })
    const lock = await acquireLock(path, 20_000)
    restore()
    expect(seen.length).toBeGreaterThan(5)
    for (const content of seen) expect(JSON.parse(content)).toHaveProperty('pid')
    expect(readdirSync(join(path, '..'))).toEqual(['.acme.lock'])
    if ('release' in lock) lock.release()
  })

  test('is made even if the file system has no links', async () => {
    const restore = replaceCall('linkSync', () => {
      throw Object.assign(new Error('EPERM: operation not permitted, link'), {
        code: 'EPERM',
        syscall: 'link',
      })
    })
    const { path } = lockOf({ pid: deadPid(), started: '123', host: hostname() })
    expect(await taken(path)).toBe(true)
    expect(readdirSync(join(path, '..'))).toEqual([])
    restore()
  })

  test('is made although a network disk has lost the answer to the link', async () => {
    const { linkSync } = fs
    const restore = replaceCall('linkSync', (from: string, to: string) => {
      linkSync(from, to)
      throw Object.assign(new Error('EEXIST: file already exists, link'), { code: 'EEXIST', syscall: 'link' })
    })
    expect(await taken(join(temporaryFolder(), '.acme.lock'))).toBe(true)
    restore()
  })

  test('reports whether it is still its own', async () => {
    const path = join(temporaryFolder(), '.acme.lock')
    const lock = await acquireLock(path, 0)
    if ('heldBy' in lock) throw new Error('not free')
    expect(lock.isOwn()).toBe(true)
    writeFileSync(path, JSON.stringify({ pid: 1, started: '1', host: 'build-7.example' }))
    expect(lock.isOwn()).toBe(false)
    lock.release()
    expect(existsSync(path)).toBe(true)
  })

  test('of another machine is respected while its holder refreshes it', async () => {
    const { path } = lockOf({ pid: 1, started: '1', host: 'build-7.example' })
    const { lstatSync } = fs
    let beats = 0
    // Its time has changed whenever it is looked at, so that a busy machine is never late.
    const restore = replaceCall('lstatSync', (looked: string) => {
      if (looked === path) utimesSync(path, 1_000, 1_000 + beats++)
      return lstatSync(looked, { throwIfNoEntry: false })
    })
    expect(await acquireLock(path, 500, undefined, 100)).toMatchObject({ heldBy: { pid: 1 } })
    restore()
  })

  test('shows that its holder is alive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const path = join(temporaryFolder(), '.acme.lock')
    const lock = await acquireLock(path, 0)
    utimesSync(path, 1_000, 1_000)
    vi.advanceTimersByTime(5_000)
    expect(lstatSync(path).mtimeMs).toBeGreaterThan(1_000_000)
    if ('release' in lock) lock.release()
    vi.useRealTimers()
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  test.each(['', 'no JSON', '{}', 'null', '{"pid":"x"}', '{"pid":-1}', '{"pid":0}', '{"pid":1.5}'])(
    'that holds %j is taken once it is old, not before',
    async content => {
      const { path } = lockOf(content)
      expect(await acquireLock(path, 0)).toEqual({ heldBy: undefined })
      expect(readFileSync(path, 'utf8')).toBe(content)
      utimesSync(path, Date.now() / 1000 - 60, Date.now() / 1000 - 60)
      expect(await taken(path)).toBe(true)
    },
  )

  test('is taken although a build was killed while it took a dead holder’s lock away', async () => {
    const dead = { pid: deadPid(), started: '123', host: hostname() }
    const { path } = lockOf(dead)
    writeFileSync(`${path}.break`, JSON.stringify(dead))
    const lock = await acquireLock(path, 60_000)
    expect(lock).toHaveProperty('release')
    if ('release' in lock) lock.release()
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  test('is not released by one who no longer holds it', async () => {
    const path = join(temporaryFolder(), '.acme.lock')
    const lock = await acquireLock(path, 0)
    if ('heldBy' in lock) throw new Error('not free')
    writeFileSync(path, 'another')
    lock.release()
    expect(readFileSync(path, 'utf8')).toBe('another')
  })

  test('is no longer waited for after a signal', async () => {
    const { path } = lockOf({ pid: 1, started: '1', host: 'elsewhere.example' })
    const controller = new AbortController()
    const waiting = acquireLock(path, Number.POSITIVE_INFINITY, controller.signal)
    controller.abort()
    expect(await waiting).toHaveProperty('heldBy')
  })
})

describe('builds into one folder', () => {
  test('wait for each other', async () => {
    const target = join(temporaryFolder(), 'acme')
    const first = await directoryOutput({ target, brand: 'acme' })
    const order: string[] = []
    const second = directoryOutput({ target, brand: 'acme' }).then(opened => {
      order.push('second opened')
      return opened
    })
    first.value?.put(file)
    order.push('first commits')
    first.value?.commit()
    const { value } = await second
    expect(order).toEqual(['first commits', 'second opened'])
    value?.put(file)
    expect(value?.commit()).toMatchObject({ status: 'unchanged' })
    expect(leftovers(join(target, '..'))).toEqual([])
  })

  test('give up with the number of the process in the way, and touch nothing', async () => {
    const out = temporaryFolder()
    const target = join(out, 'acme')
    const first = await directoryOutput({ target, brand: 'acme' })
    const second = await directoryOutput({ target, brand: 'acme', lockPatience: 60 })
    expect(second.value).toBeUndefined()
    expect(second.diagnostics).toMatchObject([{ severity: 'error', code: 'output/locked' }])
    expect(second.diagnostics[0]?.message).toContain(`process ${process.pid}`)
    expect(second.diagnostics[0]?.hint).toContain('.acme.lock')
    first.value?.put(file)
    first.value?.commit()
    expect(Object.keys(readTree(out))).toEqual(['acme/imprint-manifest.json', 'acme/index.html'])
  })

  test('name the other machine', async () => {
    const out = temporaryFolder()
    writeFileSync(join(out, '.acme.lock'), JSON.stringify({ pid: 77, started: '', host: 'build-7.example' }))
    const { diagnostics } = await directoryOutput({
      target: join(out, 'acme'),
      brand: 'acme',
      lockPatience: 0,
    })
    expect(diagnostics[0]?.message).toContain('process 77 on "build-7.example"')
    expect(existsSync(join(out, '.acme.lock'))).toBe(true)
  })

  test.runIf(process.platform === 'linux')(
    'of the real command: the second waits, then succeeds',
    async () => {
      const root = project(smallProject('one'))
      const target = join(root, 'dist', 'brand')
      const held = await directoryOutput({ target, brand: 'brand' })
      const child = spawn(process.execPath, [command, 'build', '--allow-removals'], {
        cwd: root,
        stdio: 'ignore',
      })
      const ended = new Promise(resolve => child.on('close', resolve))
      await until(() => isBuilding(child.pid), 'the build to start')
      expect(existsSync(target)).toBe(false)
      held.value?.discard()
      expect(await ended).toBe(0)
      expect(Object.keys(readTree(target))).toContain('index.html')
      expect(leftovers(join(root, 'dist'))).toEqual([])
    },
  )

  test.runIf(existsSync('/proc/self/status'))('stop waiting on Ctrl-C', async () => {
    const root = project(smallProject('one'))
    mkdirSync(join(root, 'dist'))
    const lock = join(root, 'dist', '.brand.lock')
    writeFileSync(lock, JSON.stringify({ pid: 1, started: '1', host: 'elsewhere.example' }))
    const child = spawn(process.execPath, [command, 'build', '--allow-removals'], {
      cwd: root,
      stdio: 'ignore',
    })
    await until(() => isBuilding(child.pid), 'the build to start')
    child.kill('SIGINT')
    const code = await new Promise(resolve => child.on('close', resolve))
    expect(code).toBe(130)
    expect(sitesIn(join(root, 'dist'))).toEqual(['.brand.lock'])
  })

  test(`three at once: all succeed, and one complete build remains (${rounds(1)} times)`, async () => {
    const roots = ['a', 'b', 'c'].map(version => project(smallProject(version)))
    const complete = []
    for (const root of roots) {
      expect((await runShared(['build'], { cwd: root })).code).toBe(0)
      complete.push(readTree(join(root, 'dist', 'brand')))
    }
    const out = join(temporaryFolder(), 'out')
    mkdirSync(out)
    for (let round = 0; round < rounds(1); round++) {
      // Every second round starts with the lock of a dead process, which all three try to remove.
      const stale = JSON.stringify({ pid: deadPid(), started: '1', host: hostname() })
      if (round % 2 === 0) writeFileSync(join(out, '.brand.lock'), stale)
      const runs = await Promise.all(
        roots.map(root => runImprint(['build', '--out', out, '--allow-removals'], { cwd: root })),
      )
      for (const run of runs) expect(run).toMatchObject({ code: 0, stderr: '' })
      expect(complete).toContainEqual(readTree(join(out, 'brand')))
      expect(sitesIn(out)).toEqual(['brand'])
    }
  })

  // As in containers that have the same host name: each has its own processes and does not see those of the others.
  const inNamespace = ['--pid', '--fork', '--mount-proc', '--kill-child']
  test.skipIf(!works('unshare', ...inNamespace, 'true'))(
    `three at once, each in a PID namespace of its own: no half site (${rounds(1)} times)`,
    async () => {
      const roots = ['a', 'b', 'c'].map(version => project(smallProject(version)))
      const complete = []
      for (const root of roots) {
        expect((await runShared(['build'], { cwd: root })).code).toBe(0)
        complete.push(readTree(join(root, 'dist', 'brand')))
      }
      const out = join(temporaryFolder(), 'out')
      mkdirSync(out)
      for (let round = 0; round < rounds(1); round++) {
        const runs = await Promise.all(
          roots.map(root => {
            const words = [process.execPath, command, 'build', '--out', out, '--allow-removals', '--json']
            return runProgram('unshare', [...inNamespace, ...words], root)
          }),
        )
        for (const { code, stdout } of runs) {
          const { diagnostics } = JSON.parse(stdout) as {
            diagnostics: { code: string; severity: string; message: string }[]
          }
          const errors = diagnostics.filter(({ severity }) => severity === 'error')
          expect(errors.filter(problem => problem.code !== 'output/locked')).toEqual([])
          expect(code).toBe(errors.length === 0 ? 0 : 5)
        }
        expect(runs.map(({ code }) => code)).toContain(0)
        expect(complete).toContainEqual(readTree(join(out, 'brand')))
        expect(leftovers(out).filter(name => name !== '.imprint-builds')).toEqual([])
      }
    },
  )
})

function runProgram(program: string, words: readonly string[], cwd: string) {
  return new Promise<{ code: number | null; stdout: string }>(resolve => {
    const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
    let stdout = ''
    child.stdout.on('data', chunk => {
      stdout += chunk
    })
    child.on('close', code => resolve({ code, stdout }))
  })
}

/** Whether a build is in progress. By then, it handles signals; Node does not handle SIGHUP. */
function isBuilding(pid: number | undefined): boolean {
  try {
    const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (BigInt(`0x${caught}`) & 1n) !== 0n
  } catch {
    return false
  }
}
