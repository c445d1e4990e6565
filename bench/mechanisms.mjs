#!/usr/bin/env node
// `node bench/mechanisms.mjs`: takes each mechanism that exists only for speed out of a copy of Imprint, and compares that copy with an
// unchanged one, by turns. What costs less than a tenth without it in every column can go.

import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
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
    brands: { type: 'string', default: '20' },
    articles: { type: 'string', default: '30' },
    corpus: { type: 'string', default: 'real' },
    pairs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
})

/** What is replaced in which file. */
const mechanisms = [
  [
    'kept sites and checks',
    'src/build/kept-sites.ts',
    "cache.pack('sites', unusedSites)",
    'undefined as never',
  ],
  ['kept pages', 'src/build/kept-pages.ts', 'if (pack === undefined) return nothing', 'return nothing'],
  [
    'kept texts',
    'src/build/shared-work.ts',
    "keepTexts ? cache.pack('texts', unusedTexts)",
    'false ? undefined',
  ],
  [
    'kept images, fonts, icons, cards',
    'src/cache/cache.ts',
    'const stored = store?.read(name)',
    'const stored = undefined',
  ],
  ['bundled templates in lib/', 'src/build/shared-work.ts', '[packagedTemplates, cache]', '[]'],
  ['helper thread', 'src/build/build.ts', 'const worthHelper = 300', 'const worthHelper = Infinity'],
  [
    'child processes',
    'src/cli/child-builds.ts',
    'const pagesPerProcess = 400',
    'const pagesPerProcess = 1e9',
  ],
  ['fast way through Markdown', 'src/content/markdown.ts', 'parseFast(text, place)', 'undefined as never'],
  ['short way through YAML', 'src/yaml/parse.ts', 'parseSimpleMap(source)', 'undefined as never'],
  [
    'parts that pages share (cachedPart)',
    'src/render/page.ts',
    'const part = parts.find(component, props, renderPart)',
    'const part = undefined as ReturnType<typeof parts.find>',
  ],
  ['paragraphs read once', 'src/compliance/paragraphs.ts', 'if (known !== undefined) return known', ''],
  [
    'texts judged once for all brands',
    'src/compliance/extract.ts',
    'if (known !== undefined) return known',
    '',
  ],
  [
    'files read once (snapshot)',
    'src/files/files.ts',
    'const found = known.get(path)',
    'const found = undefined as T | undefined',
  ],
  [
    'interrupt budget of V8 (Node 20)',
    'bin/imprint.js',
    "setFlagsFromString('--interrupt-budget=270000')",
    'void setFlagsFromString',
  ],
]

const work = mkdtempSync(join(tmpdir(), 'imprint-mechanisms-'))
try {
  const project = join(work, 'project')
  const [brands, articles] = [Number(options.brands), Number(options.articles)]
  await writeProject({ out: project, brands, articles, corpus: options.corpus })
  const edited = join(project, 'content/articles', `${slugOf(articles - 1)}.md`)
  const whole = copy('whole')
  console.log(`${options.corpus} corpus, ${brands} × ${articles}: CPU and time without it, with it = 1\n`)
  console.log(
    '| Mechanism | cold, CPU | time | nothing to do, CPU | one edit, CPU | time |\n|---|--:|--:|--:|--:|--:|',
  )
  for (const mechanism of mechanisms.filter(([name]) => name.includes(options.only))) {
    const commands = [whole, copy('without', mechanism)]
    const pairs = Array.from({ length: Number(options.pairs) }, (_, run) =>
      commands.map(command => {
        rmSync(join(project, '.imprint'), { recursive: true, force: true })
        rmSync(join(project, 'dist'), { recursive: true, force: true })
        const cold = build(command, project)
        // What has just been written is not trusted by the look of its folder.
        build(command, project)
        const idle = build(command, project)
        appendFileSync(edited, `\nEdited in run ${run}.\n`)
        return { cold, idle, edit: build(command, project) }
      }),
    )
    const ratio = pick => median(pairs.map(([a, b]) => pick(b) / pick(a))).toFixed(2)
    const cells = [
      ratio(({ cold }) => cold.cpu),
      ratio(({ cold }) => cold.wall),
      ratio(({ idle }) => idle.cpu),
      ratio(({ edit }) => edit.cpu),
      ratio(({ edit }) => edit.wall),
    ]
    console.log(`| ${mechanism[0]} | ${cells.join(' | ')} |`)
    rmSync(commands[1], { recursive: true })
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** A compiled copy of this checkout with something replaced in it. */
function copy(name, [, file, from, to] = []) {
  const folder = join(work, name)
  for (const part of [
    'bin',
    'content',
    'package.json',
    'package-lock.json',
    'scripts',
    'src',
    'starter',
    'templates',
    'tsconfig.json',
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
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', join(here, 'usage.mjs'), join(command, 'bin/imprint.js'), 'build', '--all', '--quiet'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30, env: { ...process.env, BENCH_USAGE: usageFile } },
  )
  const wall = performance.now() - start
  // 3: a brand of the real corpus fails.
  if (status !== 0 && status !== 3) throw new Error(`The build ended with code ${status}:\n${stderr}`)
  const processes = readFileSync(usageFile, 'utf8').trim().split('\n').map(JSON.parse)
  return { wall, cpu: processes.reduce((sum, { cpu }) => sum + cpu, 0) }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}
