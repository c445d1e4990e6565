#!/usr/bin/env node
// `npm run bench`: builds generated projects with the command that users run, each build in its own process, and prints time and
// memory.

import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { failingBrand, slugOf, writeProject } from './project.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const { values: options } = parseArgs({
  options: {
    brands: { type: 'string', default: '20' },
    articles: { type: 'string', default: '200' },
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    corpus: { type: 'string', default: 'real' },
    warm: { type: 'boolean', default: false },
    concurrency: { type: 'string' },
    work: { type: 'string', default: tmpdir() },
    imprint: { type: 'string', default: join(here, '..', 'bin', 'imprint.js') },
    json: { type: 'string' },
  },
})
const list = text => text.split(',').map(Number)
const runs = Number(options.runs)
mkdirSync(resolve(options.work), { recursive: true })
const work = mkdtempSync(join(resolve(options.work), 'imprint-bench-'))

try {
  const results = []
  for (const brands of list(options.brands)) {
    for (const articles of list(options.articles)) results.push(await measureProject(brands, articles))
  }
  report(results)
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Builds one project several times; figures are medians. */
async function measureProject(brands, articles) {
  const root = join(work, `project-${brands}-${articles}`)
  await writeProject({
    out: root,
    brands,
    articles,
    seed: Number(options.seed),
    corpus: options.corpus,
  })
  const builds = []
  for (let run = 1; run <= runs; run++) {
    // Always a new folder: on ext4, deleting thousands of files right before a build slows the build.
    const out = join(work, `out-${brands}-${articles}-${run}`)
    if (options.warm) {
      build(root, out, [])
      appendFileSync(
        join(root, 'content', 'articles', `${slugOf(articles - 1)}.md`),
        `\nEdited in run ${run}.\n`,
      )
    }
    const measured = build(root, out, options.warm ? [] : ['--no-cache'])
    builds.push(measured)
    console.error(`${brands} x ${articles}, run ${run}: ${measured.wall.toFixed(2)} s`)
  }
  const middle = pick => median(builds.map(pick))
  return {
    brands,
    articles,
    pages: builds[0].pages,
    megabytes: builds[0].bytes / 1e6,
    wall: middle(build => build.wall),
    walls: builds.map(build => build.wall),
    cpu: middle(build => build.cpu),
    peak: middle(build => build.peak),
    phases: Object.fromEntries(
      Object.keys(builds[0].timings).map(phase => [phase, middle(build => build.timings[phase])]),
    ),
  }
}

/** One build in its own process. Throws if it fails: figures of a failed build are meaningless. */
function build(root, out, flags) {
  const usageFile = join(work, 'usage.json')
  // Otherwise the kernel still writes back the previous build's files during this one.
  spawnSync('sync')
  rmSync(usageFile, { force: true })
  const words = [
    'build',
    '--all',
    '--json',
    '--root',
    root,
    '--out',
    out,
    '--timings',
    ...(options.concurrency === undefined ? [] : ['--concurrency', options.concurrency]),
  ]
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', join(here, 'usage.mjs'), options.imprint, ...words, ...flags],
    { encoding: 'utf8', maxBuffer: 2 ** 30, env: { ...process.env, BENCH_USAGE: usageFile } },
  )
  const wall = (performance.now() - start) / 1000
  // A brand of the real corpus has an invalid config; everything else must succeed.
  if (status !== (options.corpus === 'real' ? 3 : 0))
    throw new Error(`The build ended with code ${status}:\n${stderr}`)
  const { brands: results, timings } = JSON.parse(stdout)
  const failed = results.filter(({ id, status }) => status === 'failed' && id !== failingBrand)
  if (failed.length > 0) throw new Error(`Brands failed: ${failed.map(({ id }) => id).join(', ')}`)
  const brands = results.filter(({ id }) => id !== failingBrand)
  const processes = readFileSync(usageFile, 'utf8').trim().split('\n').map(JSON.parse)
  const sum = key => brands.reduce((total, brand) => total + brand[key], 0)
  return {
    wall,
    timings,
    cpu: processes.reduce((total, { cpu }) => total + cpu, 0),
    peak: processes.reduce((total, { peak }) => total + peak, 0),
    pages: sum('pages'),
    bytes: sum('bytes'),
  }
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

function report(results) {
  const machine = `Node ${process.versions.node}, ${availableParallelism()} x ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  console.log(
    `\n${options.warm ? 'One article edited, cache kept' : 'Cold, no cache'}; ${options.corpus} corpus; median of ${runs}; ${machine}\n`,
  )
  const head = ['brands x articles', 'pages', 'MB', 'wall s', 'min-max', 'CPU s', 'ms/page', 'peak MB']
  const rows = results.map(({ brands, articles, pages, megabytes, wall, walls, cpu, peak }) => [
    `${brands} x ${articles}`,
    String(pages),
    megabytes.toFixed(1),
    wall.toFixed(2),
    `${Math.min(...walls).toFixed(2)}-${Math.max(...walls).toFixed(2)}`,
    cpu.toFixed(2),
    ((wall * 1000) / pages).toFixed(2),
    peak.toFixed(0),
  ])
  printTable(head, rows)
  console.log('\nMilliseconds by phase, as `imprint build --timings` counts them\n')
  const phases = Object.keys(results[0].phases)
  printTable(
    ['brands x articles', ...phases],
    results.map(result => [
      `${result.brands} x ${result.articles}`,
      ...phases.map(phase => result.phases[phase].toFixed(0)),
    ]),
  )
}

function printTable(head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(row => row[column].length)))
  const line = cells => `| ${cells.map((cell, column) => cell.padStart(widths[column])).join(' | ')} |`
  console.log(
    [line(head), `|${widths.map(width => `${'-'.repeat(width + 1)}:`).join('|')}|`, ...rows.map(line)].join(
      '\n',
    ),
  )
}
