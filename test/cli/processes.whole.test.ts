// A build of many pages is divided among processes. From outside, this changes nothing but the time.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { article, brandYaml, command, project, readTree, runImprint, writeFiles } from '../support/project.ts'

const brands = ['alpha', 'beta', 'gamma', 'delta']

const shown = Array.from({ length: 24 }, (_, index) => `article-${index * 9}`)

/** Four brands with enough articles for several processes. Each shows only a few of them, because pages take time. */
function manyPages(...more: readonly string[]): string {
  const articles = `{only: [${[...shown, ...more].join(', ')}]}`
  return project({
    ...Object.fromEntries(brands.map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id, articles })])),
    ...Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [
        `content/articles/a${index}.md`,
        article(`article-${index}`),
      ]),
    ),
  })
}

test('several processes publish and print the same as one', async () => {
  const root = manyPages('pictured')
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#8af' } })
  writeFiles(root, {
    'content/articles/pictured.md': article('pictured', {}, '![A picture](picture.png)\n'),
    'content/articles/picture.png': await picture.png().toBuffer(),
    // Neither page can be built, because the picture is damaged.
    'brands/gamma/content/articles/pictured.md': article('pictured', {}, '![A picture](damaged.png)\n'),
    'brands/delta/content/articles/pictured.md': article('pictured', {}, '![A picture](damaged.png)\n'),
    ...Object.fromEntries(
      await Promise.all(
        ['gamma', 'delta'].map(async id => [
          `brands/${id}/content/articles/damaged.png`,
          (await picture.jpeg().toBuffer()).subarray(0, 400),
        ]),
      ),
    ),
  })
  const run = async (concurrency: string) => {
    const words = ['build', '--all', '--no-cache', '--json', '--timings', '--concurrency', concurrency]
    const { code, stdout, stderr } = await runImprint([...words, '--out', `dist-${concurrency}`], {
      cwd: root,
    })
    const report = JSON.parse(
      stdout.replaceAll(`dist-${concurrency}`, 'dist').replace(/"ms": \d+/g, '"ms": 0'),
    )
    expect(report.timings.render).toBeGreaterThan(0)
    return {
      code,
      stderr,
      report: { ...report, timings: {} },
      tree: readTree(join(root, `dist-${concurrency}`)),
    }
  }
  const [one, two] = [await run('1'), await run('2')]
  expect(one).toMatchObject({ code: 1, report: { ok: false } })
  expect(one.report.brands.map(({ status }: { status: string }) => status)).toEqual([
    ...['built', 'built'],
    ...['failed', 'failed'],
  ])
  expect(two.report).toEqual(one.report)
  expect(two.tree).toEqual(one.tree)
})

test('the pages of one large brand are judged in two threads, with the same result', async () => {
  const claims = ['Guaranteed approval for everyone.', 'You get the money today.']
  const root = project({
    'brands/large/brand.yaml': brandYaml({ name: 'large' }),
    'report-threads.cjs': `const threads = require('node:worker_threads')
      threads.Worker = class extends threads.Worker {
        constructor(...given) { super(...given); process.stderr.write('a thread has started') }
      }`,
    ...Object.fromEntries(
      Array.from({ length: 520 }, (_, index) => [
        `content/articles/a${index}.md`,
        article(`article-${index}`, {}, `${claims[index % 40] ?? `Text ${index}.`}\n`),
      ]),
    ),
  })
  const run = async (concurrency: string) => {
    const words = ['check', '--all', '--no-cache', '--json', '--concurrency', concurrency]
    const env = { NODE_OPTIONS: '--require ./report-threads.cjs' }
    const { code, stdout, stderr } = await runImprint(words, { cwd: root, env })
    expect(stderr.includes('a thread has started')).toBe(concurrency !== '1')
    return { code, report: JSON.parse(stdout.replace(/"ms": \d+/g, '"ms": 0')) }
  }
  const [one, two] = [await run('1'), await run('2')]
  const codes = one.report.diagnostics.map(({ code }: { code: string }) => code)
  expect(codes.filter((code: string) => code === 'compliance/claim/guaranteed')).toHaveLength(13)
  expect(two).toEqual(one)
})

/** The processes that another process has started. */
function childrenOf(pid: number | undefined): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    return found.split('\n').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function start(root: string) {
  const words = ['build', '--all', '--no-cache', '--json', '--concurrency', '2']
  const run = spawn(process.execPath, [command, ...words], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  let stdout = ''
  run.stdout.on('data', chunk => {
    stdout += chunk
  })
  const ended = once(run, 'close').then(([code]) => ({ code, report: JSON.parse(stdout) }))
  const child = vi.waitUntil(() => childrenOf(run.pid)[0], { timeout: 60_000, interval: 5 })
  return { run, child, ended }
}

test('brands of a process that is killed have failed, and the others are published', async () => {
  const root = manyPages()
  const { child, ended } = start(root)
  process.kill(await child, 'SIGKILL')
  const { code, report } = await ended
  expect(code).toBe(1)
  const failed = report.brands.filter(({ status }: { status: string }) => status === 'failed')
  expect(failed).toHaveLength(2)
  for (const { id } of failed) {
    expect(report.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'internal/unexpected', brand: id }),
    )
    expect(existsSync(join(root, 'dist', id))).toBe(false)
  }
  const built = report.brands.filter(({ status }: { status: string }) => status === 'built')
  expect(built).toHaveLength(2)
})

test('a signal stops all of them, and leaves nothing unfinished', async () => {
  const root = manyPages()
  const { run, child, ended } = start(root)
  const pid = await child
  run.kill('SIGINT')
  const { code, report } = await ended
  expect(code).toBe(130)
  expect(report.brands.map(({ id }: { id: string }) => id).sort()).toEqual([...brands].sort())
  for (const { id, status } of report.brands) {
    expect(['built', 'not reached']).toContain(status)
    expect(existsSync(join(root, 'dist', id))).toBe(status === 'built')
  }
  await expect.poll(() => childrenOf(pid).length).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  const left = existsSync(join(root, 'dist')) ? readdirSync(join(root, 'dist')) : []
  expect(left.filter(name => name.startsWith('.'))).toEqual([])
})
