import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { isCommand } from '../../src/cli/command-line/command.ts'
import { commands } from '../../src/cli/commands/index.ts'
import { leftovers, picture, until, works } from '../output/disk.ts'
import {
  article,
  brandYaml,
  command,
  folderOfFile,
  project,
  repositoryRoot,
  runImprint,
  runShared,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'
import { jsonOf } from './json.ts'

const single = { 'brands/acme/brand.yaml': brandYaml() }
const colorStart = '\u001b'

describe('--help and --version', () => {
  test.each([
    [['--help'], ['build', 'check', 'list', 'explain', 'new', 'Exit codes', 'Examples']],
    [['-h'], ['Usage: imprint']],
    [['help'], ['Usage: imprint']],
    [
      ['build', '--help'],
      [
        '--all',
        '--strict',
        '--drafts',
        '--out',
        '--concurrency',
        '--json',
        '--quiet',
        '--root',
        '--no-cache',
      ],
    ],
    [['help', 'build'], ['Usage: imprint build']],
    [
      ['check', '--help'],
      ['--all', '--strict', '--json', 'without writing a site'],
    ],
    [
      ['list', '--help'],
      ['--json', '--root'],
    ],
    [
      ['explain', '--help'],
      ['<brand or code>', '[key]', '--json'],
    ],
    [
      ['new', '--help'],
      ['brand', 'article'],
    ],
    [
      ['new', 'brand', '--help'],
      ['<id>', '--name', '--extends'],
    ],
    [
      ['new', 'article', '--help'],
      ['<slug>', '--title', '--date', '--brand'],
    ],
  ])('%j', async (words, parts) => {
    const run = await runShared(words, { cwd: temporaryFolder() })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    for (const part of parts) expect(run.stdout).toContain(part)
    expect(run.stdout).not.toContain(colorStart)
  })

  test.each([[[]], [['new']], [['report']], [['disclosures']]])(
    '%j alone is a question for help',
    async words => {
      const cwd = temporaryFolder()
      const alone = await runShared(words, { cwd })
      expect(alone).toMatchObject({ code: 0, stderr: '' })
      expect(alone.stdout).toBe((await runShared([...words, '--help'], { cwd })).stdout)
    },
  )

  test('shows the commands in groups, in the order of the work', async () => {
    const { stdout } = await runShared(['--help'], { cwd: temporaryFolder() })
    const titles = [...stdout.matchAll(/^([A-Z].*):$/gm)].map(([, title]) => title)
    expect(titles).toEqual([
      ...['Get started', 'Create and edit', 'Check and build', 'Inspect', 'Publish', 'Multiple machines'],
      ...['Flags', 'Examples'],
    ])
    expect(stdout).toMatch(/\nPublish:\n {2}release /)
    expect(stdout).not.toMatch(/^ {2}complete /m)
  })

  test('shows the flags of a command first, required ones before the rest, and global flags last', async () => {
    const { stdout } = await runShared(['rollback', '--help'], { cwd: temporaryFolder() })
    expect(stdout).toContain('Usage: imprint rollback --reason <text> [flags] [brand...]\n')
    const places = [
      'Flags:\n  --reason <text>',
      '(required)',
      '--steps',
      'Brand selection:',
      '--all',
      'Global flags:',
    ]
    const found = [...places, '--root', 'Exit codes: 0 success'].map(text => stdout.indexOf(text))
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect(found).not.toContain(-1)
  })

  test('names --shard only where work is divided, and no default that is "false"', async () => {
    const helps = await Promise.all(
      commands.filter(isCommand).map(async ({ name }) => {
        const { stdout } = await runShared([...name.split(' '), '--help'], { cwd: temporaryFolder() })
        return { name, stdout }
      }),
    )
    const naming = (text: string) =>
      helps.filter(({ stdout }) => stdout.includes(text)).map(({ name }) => name)
    expect(naming('--shard <i/n>')).toEqual(['check', 'build'])
    expect(naming('false')).toEqual([])
    expect(naming('--child')).toEqual([])
  })

  test.each(['--version', '-V'])('%s prints the version of the package', async word => {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))
    const run = await runImprint([word], { cwd: temporaryFolder() })
    expect(run).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
  })
})

describe('a mistake in the command line', () => {
  const mistakes: [string[], string[]][] = [
    [['bulid'], ["Unknown command 'bulid'", 'Did you mean build?']],
    [['frobnicate'], ["Unknown command 'frobnicate'"]],
    [
      ['build', '--al'],
      ["Unknown option '--al'", 'Did you mean --all?'],
    ],
    [['build', '-x'], ["Unknown option '-x'"]],
    [['list', 'extra'], ['Too many arguments']],
    [['explain'], ["Missing required argument 'brand or code'"]],
    [['explain', 'acme', 'a', 'b'], ['Too many arguments']],
    [
      ['new', 'brnad', 'x'],
      ["Unknown command 'brnad'", 'Did you mean brand?'],
    ],
    [
      ['new', 'thing'],
      ["Unknown command 'thing'", 'The commands of "imprint new" are brand, article, page.'],
    ],
    [
      ['new', 'brand'],
      ["Missing required argument 'id'", 'Run "imprint new brand --help"'],
    ],
    [['new', 'article'], ["Missing required argument 'slug'"]],
    [
      ['build', '--concurrency', '0'],
      ['whole number from 1 to 64', 'Run "imprint build --help"'],
    ],
    [
      ['verify', 'https://acme.example/', '--env', '../../etc'],
      ["'../../etc' is invalid", 'a name like "staging"'],
    ],
    [['build', '--concurrency', '1.5'], ['whole number from 1 to 64']],
    [['build', '--concurrency', '65'], ['whole number from 1 to 64']],
    [['build', '--concurrency'], ['argument missing']],
    [['build', '--root'], ['argument missing']],
    [
      ['build', '--out', '--all'],
      ['That is a flag', './--all'],
    ],
    [['help', 'nothing'], ['There is no command "nothing"']],
  ]
  test.each(mistakes)('%j', async (words, parts) => {
    const cwd = project(single)
    const before = picture(cwd)
    const run = await runShared(words, { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(/^error {2}usage\/[a-z-]+ {2}[A-Z].*\.\n {2}→ .+\n/)
    for (const part of parts) expect(run.stderr).toContain(part)
    expect(run.stderr).not.toMatch(/\n\s+at /)
    expect(picture(cwd)).toEqual(before)
  })

  test.each(mistakes)('%j with --json is one document', async words => {
    const run = await runShared([...words, '--json'], { cwd: project(single) })
    expect(run.code).toBe(2)
    const document = jsonOf(run)
    expect(Object.keys(document)).toEqual(['schema', 'ok', 'brands', 'diagnostics'])
    expect(document.brands).toEqual([])
    expect(document.diagnostics).toHaveLength(1)
    expect(document.diagnostics[0]).toMatchObject({ severity: 'error', code: 'usage/invalid' })
  })

  test('ends the process with code 2', async () => {
    expect((await runImprint(['frobnicate'], { cwd: project(single) })).code).toBe(2)
  })

  test('a common flag before the command', async () => {
    const run = await runShared(['--json', 'build'], { cwd: project(single) })
    expect(run.code).toBe(2)
    expect(jsonOf(run).diagnostics[0]?.hint).toContain('imprint build --json')
  })
})

describe('colour', () => {
  test('is only sent to terminals', async () => {
    const cwd = project({ 'brands/acme/brand.yaml': brandYaml({ phone: 'soon' }) })
    for (const env of [{ NO_COLOR: '' }, { NO_COLOR: '', FORCE_COLOR: '1', CLICOLOR_FORCE: '1' }]) {
      const run = await runImprint(['build'], { cwd, env })
      expect(run.stderr).toContain('brand/invalid-phone')
      expect(run.stdout + run.stderr).not.toContain(colorStart)
    }
  })

  // `script -c` from util-linux gives a command a terminal. BSD and macOS have another `script`.
  const hasTerminal = works('script', '-qec', 'true', '/dev/null')
  test.skipIf(!hasTerminal).each<[boolean, Record<string, string>]>([
    [true, {}],
    [false, { NO_COLOR: '1' }],
    [false, { CI: 'true' }],
  ])('on a terminal: %s with %j', (colored, env) => {
    const cwd = project({ 'brands/acme/brand.yaml': brandYaml({ phone: 'soon' }) })
    const { NO_COLOR: _, CI: __, ...rest } = process.env
    const words = `"${process.execPath}" "${command}" build`
    const run = spawnSync('script', ['-qec', words, '/dev/null'], {
      cwd,
      env: { ...rest, TERM: 'xterm', ...env },
      encoding: 'utf8',
    })
    expect(run.stdout).toContain('brand/invalid-phone')
    expect(run.stdout.includes(`${colorStart}[31m`)).toBe(colored)
    expect(/\d of 1 brands/.test(run.stdout)).toBe(colored)
  })
})

describe('a reader that goes away', () => {
  test.each([
    ['list'],
    ['list', '--json'],
    ['explain', 'acme'],
    ['explain', 'acme', '--json'],
    ['build'],
    ['--help'],
  ])('%s %s', async (...words) => {
    const child = spawn(process.execPath, [command, ...words], {
      cwd: project(single),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stderr = ''
    child.stderr?.on('data', chunk => {
      stderr += chunk
    })
    child.stdout?.destroy()
    const end = await ended(child)
    expect(stderr).toBe('')
    expect(end).toBe(0)
  })

  test('after the first line', () => {
    const words = `"${process.execPath}" "${command}" explain acme | head -n 1`
    const run = spawnSync('sh', ['-c', words], { cwd: project(single), encoding: 'utf8' })
    expect(run.stdout.split('\n')).toHaveLength(2)
    expect(run.stderr).toBe('')
  })
})

test.runIf(existsSync('/dev/full'))(
  'a result that cannot be written is a failure, told without a stack',
  () => {
    const cwd = project(single)
    for (const words of ['list', 'list --json', 'build', '--version']) {
      const shell = `"${process.execPath}" "${command}" ${words} >/dev/full`
      const run = spawnSync('sh', ['-c', shell], { cwd, encoding: 'utf8' })
      expect(run.stderr).toBe('imprint: some of the output could not be written (ENOSPC).\n')
      expect(run.status).toBe(1)
    }
    expect(readdirSync(join(cwd, 'dist'))).toEqual(['.imprint-builds', 'acme'])
  },
)

describe('a signal during a build', () => {
  let cwd: string
  let out: string
  let before: ReturnType<typeof picture>
  beforeAll(async () => {
    cwd = folderOfFile()
    out = join(cwd, 'dist')
    writeFiles(cwd, { ...single, 'content/articles/a0.md': article('article-0') })
    expect((await runShared(['build'], { cwd })).code).toBe(0)
    before = picture(out)
    for (let index = 0; index < 280; index++)
      writeFiles(cwd, { [`content/articles/a${index}.md`]: article(`article-${index}`, {}, 'New text.\n') })
  })

  test.each([
    ['SIGINT', 130, ['--json']],
    ['SIGTERM', 143, []],
    ['SIGHUP', 129, []],
  ] as const)('%s ends it with %i, and leaves what was published %j', async (signal, code, words) => {
    // The build sends the signal to itself, because a busy test may notice too late how far it is.
    const sender = join(temporaryFolder(), 'sender.mjs')
    writeFileSync(
      sender,
      `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { openSync } = fs
let pages = 0
fs.openSync = (path, ...more) => {
  if (/stage-.*articles/.test(String(path)) && ++pages === 20) process.kill(process.pid, '${signal}')
  return openSync(path, ...more)
}
syncBuiltinESMExports()
`,
    )
    const run = await runImprint(['build', ...words], {
      cwd,
      env: { NODE_OPTIONS: `--import=${pathToFileURL(sender)}` },
    })
    expect(run.code).toBe(code)
    const output = run.stdout + run.stderr
    if (words.length > 0)
      expect(JSON.parse(run.stdout)).toMatchObject({
        ok: false,
        brands: [{ id: 'acme', status: 'not reached' }],
      })
    else {
      expect(output).toMatch(/^acme\s+not reached\s+–\s+–\s+–\s+–$/m)
      expect(output).toContain('Stopped.')
      expect(output).not.toMatch(/\n\s+at /)
    }
    const after = picture(out)
    expect(leftovers(out)).toEqual([])
    expect(after).toEqual(before)
  })

  test('does not wait for images that are still to be encoded', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
    const photo = sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#88aaff', noise } })
    const bytes = await photo.jpeg().toBuffer()
    const cwd = project(single)
    // So many that a busy test stops the build long before it ends.
    const photos = Array.from({ length: 64 }, (_, index) => `photo-${index}`)
    for (const name of photos) {
      writeFiles(cwd, {
        [`content/articles/${name}.md`]: article(name, {}, `![A photo](${name}.jpg)\n`),
        [`content/articles/${name}.jpg`]: Buffer.concat([bytes, Buffer.from(name)]),
      })
    }
    const images = join(cwd, '.imprint/cache/images')
    const encoded = () => (existsSync(images) ? readdirSync(images).length : 0)
    const { child, output } = start(['build'], cwd)
    await until(() => child.exitCode !== null || encoded() > 0, 'the first image')
    child.kill('SIGINT')
    expect(await ended(child)).toBe(130)
    expect(output()).toMatch(/^acme\s+not reached/m)
    expect(encoded()).toBeLessThan(photos.length)
  })
})

function start(words: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [command, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  return { child, output: () => said }
}

function ended(child: ChildProcess): Promise<NodeJS.Signals | number | null> {
  return new Promise(resolve => child.on('close', (code, signal) => resolve(signal ?? code)))
}
