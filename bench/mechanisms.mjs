#!/usr/bin/env node
// `node bench/mechanisms.mjs`: removes each mechanism that exists only for speed from a copy of Imprint, and compares that
// copy with an unchanged one, alternately. If every column loses less than a tenth without a mechanism, the mechanism can go.
// Processor time includes children. If permitted, the command runs with priority (`nice`), so that a busy machine gives the
// same figures; the columns of elapsed time still need a quiet one, and only they show what several processes gain.

import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { slugOf, writeProject } from './project.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const repository = join(here, '..')
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: 'real' },
    pairs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})

/**
 * Projects by their numbers of brands and articles. Most mechanisms are measured with the first, and those that only large
 * builds use with the others.
 */
const [usual, largeBrand, manyBrands] = [
  [4, 20],
  [1, 1000],
  [20, 200],
]

/** The project to measure with, the file, and the code to replace in it. */
const mechanisms = [
  [
    'cached sites and checks',
    'src/build/decision.ts',
    "cache.pack('sites', unusedSites)",
    'undefined as never',
  ],
  ['cached pages', 'src/build/cached-pages.ts', 'if (pack === undefined) return nothing', 'return nothing'],
  [
    'cached texts',
    'src/build/shared-work.ts',
    "keepTexts ? cache.pack('texts', unusedTexts)",
    'false ? undefined',
    largeBrand,
  ],
  [
    'cached images, fonts, icons, cards',
    'src/cache/cache.ts',
    'const stored = store?.read(name)',
    'const stored = undefined',
  ],
  ['bundled templates in lib/', 'src/build/shared-work.ts', '[packagedResults, cache]', '[]'],
  [
    'child processes',
    'src/cli/processes/child-builds.ts',
    "pagesPerProcess[isShard ? 'shard' : 'alone']",
    'pagesPerProcess.alone * 1e9',
    manyBrands,
  ],
  [
    'fast way through Markdown',
    'src/content/markdown/parse.ts',
    'parseFast(text, place)?.markup',
    'undefined as never',
  ],
  [
    'light first step',
    'scripts/compile.mjs',
    "plugins: [...common.plugins, first],\n  entryPoints: { imprint: 'src/cli/index.ts' },\n  external: [...common.external, './stages.cjs'],",
    "entryPoints: { imprint: 'src/cli/index.ts' },\n  alias: { 'react-dom/server': join(reactDom, 'cjs/react-dom-server-legacy.node.production.js') },",
  ],
  [
    'facts of articles without the parsers',
    'src/build/file-facts.ts',
    'if (plain !== undefined) return plain',
    'void plain',
    largeBrand,
  ],
  ['short way through YAML', 'src/yaml/parse.ts', 'parseSimpleMap(source)', 'undefined as never', manyBrands],
  [
    'parts that pages share (cachedPart)',
    'src/render/page.ts',
    'const part = partOf(component, props, renderPart)',
    'const part = undefined as ReturnType<typeof partOf>',
    manyBrands,
  ],
  [
    'texts that templates repeat',
    'src/compliance/pages/block-reader.ts',
    ': repeated.get(key)',
    ': (undefined as Reading | undefined)',
    manyBrands,
  ],
  [
    'texts that no rule is about, read once for all brands',
    'src/compliance/pages/block-reader.ts',
    'const statements = harmless?.get(nameless)',
    'const statements = undefined as readonly string[] | undefined',
    manyBrands,
  ],
  [
    'files read once (snapshot)',
    'src/files/files.ts',
    'export function snapshot(files: Files): Files {',
    'export function snapshot(files: Files): Files {\nif (Math.random() < 2) return files',
  ],
  [
    'interrupt budget of V8 (Node 20)',
    'bin/imprint.js',
    "setFlagsFromString('--interrupt-budget=270000')",
    'void setFlagsFromString',
  ],
  [
    'expressions compiled at once',
    'bin/imprint.js',
    "setFlagsFromString('--no-regexp-tier-up')",
    'void setFlagsFromString',
  ],
]

const first =
  spawnSync('nice', ['-n', '-15', 'true'], { encoding: 'utf8' }).stderr === '' ? ['nice', '-n', '-15'] : []
const work = mkdtempSync(join(tmpdir(), 'imprint-mechanisms-'))
try {
  const whole = copy('whole')
  console.log(`${options.corpus} corpus, ${options.pairs} pairs: without it, with it = 1\n`)
  console.log(
    '| Mechanism | Project | cold, CPU | time | nothing to do, CPU | one edit, CPU | time |\n|---|--:|--:|--:|--:|--:|--:|',
  )
  for (const mechanism of mechanisms.filter(([name]) => name.includes(options.only))) {
    const [name, , , , [brands, articles] = usual] = mechanism
    const project = join(work, `${brands}x${articles}`)
    if (!existsSync(project)) await writeProject({ out: project, brands, articles, corpus: options.corpus })
    const commands = [whole, copy('without', mechanism)]
    const pairs = Array.from({ length: Number(options.pairs) }, () =>
      commands.map(command => measure(command, project, articles)),
    )
    const ratio = pick => median(pairs.map(([a, b]) => pick(b) / pick(a))).toFixed(2)
    const cells = [
      `${brands} × ${articles}`,
      ratio(({ cold }) => cold.cpu),
      ratio(({ cold }) => cold.wall),
      ratio(({ idle }) => idle.cpu),
      ratio(({ edit }) => edit.cpu),
      ratio(({ edit }) => edit.wall),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
    rmSync(commands[1], { recursive: true })
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** A build from nothing, one with nothing to do, and one after an article was edited. */
function measure(command, project, articles) {
  rmSync(join(project, '.imprint'), { recursive: true, force: true })
  rmSync(join(project, 'dist'), { recursive: true, force: true })
  const cold = build(command, project)
  // The state of a folder that was just written is not trusted.
  build(command, project)
  const idle = build(command, project)
  appendFileSync(join(project, 'content/articles', `${slugOf(articles - 1)}.md`), '\nEdited once more.\n')
  return { cold, idle, edit: build(command, project) }
}

/** A compiled copy of this checkout in which some code is replaced. */
function copy(name, [, file, from, to] = []) {
  const folder = join(work, name)
  for (const part of [
    'bin',
    'brands/_es',
    'content',
    'docs',
    'package.json',
    'package-lock.json',
    'scripts',
    'src',
    'starter',
    'templates',
    'tsconfig.json',
    'tsconfig.types.json',
  ])
    cpSync(join(repository, part), join(folder, part), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  if (file !== undefined) {
    const text = readFileSync(join(folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no longer "${from}".`)
    writeFileSync(
      join(folder, file),
      text.replace(from, () => to),
    )
  }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/compile.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return folder
}

function build(command, root) {
  const usageFile = join(work, 'usage.json')
  rmSync(usageFile, { force: true })
  const start = performance.now()
  const words = [
    '--import',
    join(here, 'usage.mjs'),
    join(command, 'bin/imprint.js'),
    'build',
    '--all',
    '--quiet',
  ]
  const [program, ...rest] = [...first, process.execPath, ...words]
  const { status, stderr } = spawnSync(program, rest, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: { ...process.env, BENCH_USAGE: usageFile },
  })
  const wall = performance.now() - start
  // 3 means that a brand of the real corpus failed.
  if (status !== 0 && status !== 3) throw new Error(`The build ended with code ${status}:\n${stderr}`)
  const processes = readFileSync(usageFile, 'utf8').trim().split('\n').map(JSON.parse)
  return { wall, cpu: processes.reduce((sum, { cpu }) => sum + cpu, 0) }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}
