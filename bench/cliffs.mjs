#!/usr/bin/env node
// `node bench/cliffs.mjs`: the CPU time of builds with ordinary input, compared with the plainest input of the same size.
// None may take more than 1.15 times as long. The two are built alternately, without a cache.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeProject } from './project.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const { values: options } = parseArgs({
  options: {
    /** Pairs of builds for each row; the ratio is their median. */
    pairs: { type: 'string', default: '3' },
    /** Makes projects a tenth as large, to try out the script. */
    small: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    imprint: { type: 'string', default: join(here, '..', 'bin', 'imprint.js') },
  },
})
/** See `heaviest`. */
let found
const work = mkdtempSync(join(tmpdir(), 'imprint-cliffs-'))
const size = number => (options.small ? Math.ceil(number / 10) : number)

const file = (root, path) => join(root, ...path.split('/'))
function write(root, path, text) {
  mkdirSync(dirname(file(root, path)), { recursive: true })
  writeFileSync(file(root, path), text)
}
/** Changes the text of each file in a folder. */
function rewrite(root, folder, change) {
  for (const name of readdirSync(file(root, folder))) {
    const path = join(file(root, folder), name)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
  }
}
const lists = /^(?:- .*\n?)+/gm
const itemsOf = list => [...list.matchAll(/^- (.*)$/gm)].map(([, item]) => item)
/** Every one-line paragraph becomes a list, which makes the difference larger. */
const paragraphsAsLists = text => text.replace(/\n\n([A-Z][^\n]*)\n/g, '\n\n- $1\n- $1\n')
const quoted = mark => text => text.replace(/\b(because|so that|since|before|within|while) /g, mark)
const words = 'borrow lender figure repay budget credit letter market number period reason season'.split(' ')
/** Text without repetition, which compresses badly, or the same amount of one word. */
const filling = (length, isPlain) => {
  let state = 1
  let text = ''
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647
    const word = words[state % words.length]
    text += isPlain ? 'paragraph ' : `${word.slice(0, 3)}${(state % 46_656).toString(36)} `
  }
  return text.slice(0, length).replace(/(.{300}) /g, '$1.\n\n')
}
const privacyText = readFileSync(join(here, '../content/pages/ccpa.md'), 'utf8')
const privacyPage = text => `${privacyText}\n${text}\n`

/** @type {readonly {name: string, brands: number, articles: number, plain?: (root: string) => void, change: (root: string) => void}[]} */
const cliffs = [
  {
    name: "the repository's home.yaml",
    brands: size(20),
    articles: 30,
    change: root => cpSync(join(here, '../content/home.yaml'), file(root, 'content/home.yaml')),
  },
  {
    name: 'a page at 99 % of its budget',
    brands: size(20),
    articles: 10,
    plain: root => write(root, 'content/pages/ccpa.md', privacyPage(filling(heaviest(), true))),
    change: root => write(root, 'content/pages/ccpa.md', privacyPage(filling(heaviest(), false))),
  },
  {
    name: 'one malformed article',
    brands: 1,
    articles: size(1000),
    change: root =>
      write(root, 'content/articles/malformed.md', '---\nslug: malformed\ntitle: [\n---\n\nA text.\n'),
  },
  {
    name: 'one brand that fails',
    brands: size(50),
    articles: 10,
    change: root => write(root, 'brands/failing/brand.yaml', 'name: Failing\nphone: none\n'),
  },
  {
    name: 'tables instead of lists',
    brands: 1,
    articles: size(500),
    plain: root => rewrite(root, 'content/articles', paragraphsAsLists),
    change: root =>
      rewrite(root, 'content/articles', text =>
        paragraphsAsLists(text).replace(lists, list => {
          const rows = itemsOf(list).map(item => `| ${item.replaceAll('|', '\\|')} |`)
          return `| Advice |\n| --- |\n${rows.join('\n')}\n`
        }),
      ),
  },
  {
    name: 'curly quotes in every text',
    brands: 1,
    articles: size(500),
    plain: root => rewrite(root, 'content/articles', quoted('"$1" ')),
    change: root => rewrite(root, 'content/articles', quoted('“$1” ')),
  },
]

try {
  console.log('| Input | Project | Twin, CPU s | CPU s | Ratio |\n|---|--:|--:|--:|--:|')
  for (const cliff of cliffs.filter(({ name }) => name.includes(options.only))) await measure(cliff)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function measure({ name, brands, articles, plain, change }) {
  const roots = ['plain', 'changed'].map(kind => join(work, kind))
  for (const root of roots) {
    rmSync(root, { recursive: true, force: true })
    await writeProject({ out: root, brands, articles })
  }
  plain?.(roots[0])
  change(roots[1])
  const pairs = Array.from({ length: Number(options.pairs) }, () => roots.map(root => build(root).cpu))
  const [twin, own] = [0, 1].map(side => median(pairs.map(pair => pair[side])))
  const ratio = median(pairs.map(([a, b]) => b / a))
  console.log(
    `| ${name} | ${brands} × ${articles} | ${twin.toFixed(2)} | ${own.toFixed(2)} | ${ratio.toFixed(2)} |`,
  )
}

/** The CPU seconds of one build in all its processes, and its problems. */
function build(root, command = 'build') {
  const usageFile = join(work, 'usage.json')
  rmSync(usageFile, { force: true })
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', join(here, 'usage.mjs'), options.imprint, command, '--all', '--json', '--no-cache'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30, env: { ...process.env, BENCH_USAGE: usageFile } },
  )
  // 3 means that some brands failed.
  if (command === 'build' && status !== 0 && status !== 3)
    throw new Error(`The build ended with code ${status}:\n${stderr}${stdout.slice(-2000)}`)
  const processes = readFileSync(usageFile, 'utf8').trim().split('\n').map(JSON.parse)
  return {
    cpu: processes.reduce((sum, { cpu }) => sum + cpu, 0),
    codes: JSON.parse(stdout).diagnostics.map(({ code }) => code),
  }
}

/** The number of characters that a privacy page may contain, minus a hundredth of its budget for text. */
function heaviest() {
  if (found !== undefined) return found
  const root = join(work, 'heaviest')
  rmSync(root, { recursive: true, force: true })
  write(root, 'brands/one/brand.yaml', readFileSync(join(work, 'plain/brands/brand-001/brand.yaml'), 'utf8'))
  cpSync(join(work, 'plain/brands/_house'), join(root, 'brands/_house'), { recursive: true })
  let [fits, exceeds] = [0, 64_000]
  while (exceeds - fits > 100) {
    const middle = (fits + exceeds) >> 1
    write(root, 'content/pages/ccpa.md', privacyPage(filling(middle, false)))
    if (build(root, 'check').codes.includes('budget/html')) exceeds = middle
    else fits = middle
  }
  found = Math.round(fits * 0.99)
  return found
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}
