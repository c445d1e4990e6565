// Every code block of the manual, in a project that `init` wrote with the packed package. The files of each page are written
// and its commands run from top to bottom, and then everything is checked and built.

import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { transformSync } from 'esbuild'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { parse, parseAllDocuments, stringify } from 'yaml'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import { installPacked, packed } from '../support/installed.ts'
import { type CodeBlock, codeBlocks } from '../support/manual.ts'
import {
  article as anArticle,
  completeBrandYaml,
  folderOfFile,
  repositoryRoot,
  runShared,
  writeFiles,
} from '../support/project.ts'
import { sharedCommand } from '../support/shell.ts'

const blocks = codeBlocks()
const pages = [...new Set(blocks.map(({ page }) => page))]
const place = ({ page, line }: CodeBlock) => `${page}:${line}`

/**
 * Languages of shell commands, files of a project and output. The last of these are read by servers, which hosts.test.ts
 * tests.
 */
const languages = 'sh yaml json markdown text ts tsx css js nginx caddy apache dockerfile'.split(' ')

function pageFile(name: string, text: string, more = ''): string {
  return `---\ntitle: The page ${name}\ndescription: A page about ${name}.\n${more}---\n\n${text}`
}

const folder = folderOfFile()
const template = join(folder, 'template', 'sites')
const command = join(template, 'node_modules/imprint/bin/imprint.js')

/** Runs the installed command. */
let shared: string

const article = (slug: string) => anArticle(slug, {}, `What to know about ${slug}, in the words of {name}.\n`)

/** What each page assumes, in addition to two brands. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/brand.md': {
    'content/articles/paying-rent.md': article('paying-rent'),
    'content/articles/car-repair.md': article('car-repair'),
    'content/pages/legal/terms.md': pageFile('terms', 'The terms.\n'),
  },
  'docs/content.md': {
    'content/articles/new.md': article('new'),
    'content/texts/welcome.md': 'Welcome to {name}.\n',
  },
  'docs/pages-and-blocks.md': { 'content/pages/legal/terms.md': pageFile('terms', 'The terms.\n') },
  'docs/releases.md': { 'wave-1.txt': 'aurora\n' },
  'docs/upgrading.md': { 'vendor/imprint-0.1.0.tgz': 'the version before', 'package-lock.json': '{}\n' },
}

beforeAll(async () => {
  shared = await sharedCommand(command)
  const words = ['init', template, '--brand', 'aurora', '--no-install']
  expect(await runShared(words, { cwd: folder })).toMatchObject({ code: 0 })
  installPacked(template, ['@fontsource/fraunces'])
  cpSync(join(template, packed), join(template, '..', basename(packed)))
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#1d4ed8"/></svg>\n'
  writeFiles(template, {
    'brands/aurora/brand.yaml': completeBrandYaml({ extends: '_house', name: 'Aurora Loan Match' }),
    'brands/aurora/assets/logo.svg': logo,
    'brands/harbor/brand.yaml': completeBrandYaml({ extends: '_house', name: 'Harbor Loan Match' }),
    'brands/_house/brand.yaml': 'copyrightYear: 2025\n',
    'content/articles/calendar.png': await sharp({
      create: { width: 640, height: 360, channels: 3, background: '#1d4ed8' },
    })
      .png()
      .toBuffer(),
  })
  // A project in use: a commit, a build, a live release, and a later change.
  const said = await shell(template)(`git init -qb main && git add . && git commit -qm first
npx imprint build --all --quiet
npx imprint release --all --to /srv/sites > /dev/null
printf 'header: {contact: Reach us}\\n' > content/strings.yaml
git commit -qam second
git init -q --bare ../origin.git && git remote add origin ../origin.git && git push -qu origin main`)
  expect(said, said.stderr).toMatchObject({ status: 0 })
}, 300_000)

/** A copy of the project for one page. */
function projectFor(page: string): string {
  const copy = join(folder, page.replace(/\W+/g, '-'))
  execFileSync('cp', ['-a', join(template, '..'), copy])
  const root = join(copy, 'sites')
  writeFiles(root, given[page] ?? {})
  return root
}

/**
 * A shell in a project, in which `npx imprint` is the installed command. Commands that need a network, a host, another
 * machine or a person do nothing, and folders at the root of the disk are next to the project.
 */
function shell(root: string) {
  const beside = dirname(root)
  const tools = join(beside, 'tools')
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
  const away = 'dev*|preview*|verify*|disclosures*|*"--against live"*|*--wave*'
  const nothing = 'rsync ssh ssh-keygen ssh-copy-id ssh-keyscan aws docker'.split(' ')
  writeFiles(tools, {
    ...Object.fromEntries(nothing.map(name => [name, '#!/bin/sh\n'])),
    // `tee` reads its input: a writer into a pipe that nobody reads fails if it is the slower one.
    sudo: '#!/bin/sh\n[ "$1" != tee ] || exec cat > /dev/null\n',
    // Packs Imprint for a new project without installing anything.
    npm: `#!/bin/sh
case "$*" in *"--pack-destination ..") ;; pack*|config*) exec '${npm}' "$@" ;; esac
`,
    npx: `#!/bin/sh
[ "$1" = imprint ] || exit 0
shift
case "$*" in ${away}) exit 0 ;; esac
exec ${shared} "$@"
`,
  })
  for (const name of readdirSync(tools)) chmodSync(join(tools, name), 0o755)
  const env = {
    ...process.env,
    ...Object.fromEntries(['AUTHOR', 'COMMITTER'].map(who => [`GIT_${who}_NAME`, 'a'])),
    ...Object.fromEntries(['AUTHOR', 'COMMITTER'].map(who => [`GIT_${who}_EMAIL`, 'a@b.example'])),
    ...{ PATH: `${tools}:${process.env.PATH}`, TMPDIR: beside, NO_COLOR: '1', GITHUB_ACTIONS: '' },
  }
  return (text: string) => {
    const script = text.replaceAll(/(?<=[\s"=])\/(?=(?:srv|mnt)\b)/g, `${beside}/`)
    return new Promise<{ status: number | string | undefined; stdout: string; stderr: string }>(resolve => {
      execFile('bash', ['-euo', 'pipefail', '-c', script], { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : (error.code ?? undefined), stdout, stderr }),
      )
    })
  }
}

type Values = Record<string, unknown>
const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(below: unknown, above: unknown): unknown {
  if (!isMap(below) || !isMap(above)) return above
  const keys = Object.entries(above).map(([key, value]) => [key, merged(below[key], value)])
  return { ...below, ...Object.fromEntries(keys) }
}

/** A YAML file that is merged into the existing one. A brand gets the required keys. */
function writeYaml(root: string, path: string, text: string): void {
  const file = join(root, path)
  const [, brand = ''] = /^brands\/([^_/][^/]*)\/brand\.yaml$/.exec(path) ?? []
  const before = existsSync(file)
    ? readFileSync(file, 'utf8')
    : brand === ''
      ? ''
      : completeBrandYaml({ name: brand.replaceAll('-', ' ') })
  writeFiles(root, { [path]: stringify(merged(parse(before), parse(text))) })
}

function writeBlock(root: string, block: CodeBlock, before: string): void {
  const { language, text, path } = block
  if (language === 'yaml') {
    // Workflows and the like are files of other programs. ci.test.ts and scale.test.ts run them.
    for (const document of parseAllDocuments(text)) expect(document.errors, place(block)).toEqual([])
    expect(path, `${place(block)}: a comment in the first line names the file`).toBeDefined()
    if (/^(?:brands|content)\/|^rules\.yaml$/.test(String(path))) writeYaml(root, String(path), text)
  } else if (language === 'json') JSON.parse(text)
  else if (['ts', 'tsx', 'css'].includes(language)) {
    expect(path, `${place(block)}: a comment in the first line names the file`).toBeDefined()
    writeFiles(root, { [String(path)]: text })
    const [, usage] = /\/\*\* `(::.*?)`/.exec(text) ?? []
    const name = `block-${block.line}`
    if (usage !== undefined) writeFiles(root, { [`content/pages/${name}.md`]: pageFile(name, `${usage}\n`) })
    const [, layout] = /^templates\/pages\/([\w-]+)\.tsx$/.exec(String(path)) ?? []
    if (layout)
      writeFiles(root, {
        [`content/pages/${layout}.md`]: pageFile(layout, 'A text.\n', `layout: ${layout}\n`),
      })
  } else if (language === 'js') transformSync(text, { loader: 'ts', format: 'esm' })
  else if (language === 'markdown') {
    const [, kind] = /^---\n[\s\S]*?^(date|updated): /m.exec(text) ?? []
    const name = `text-${block.line}`
    const where = kind === 'date' ? 'articles' : 'pages'
    writeFiles(root, {
      [`content/${where}/${name}.md`]: text.startsWith('---\n') ? text : pageFile(name, text),
    })
  } else if (language === 'text') {
    const [, named] = /`(public\/[\w./-]+)`[^`\n]*$/.exec(before.trimEnd()) ?? []
    if (named) writeFiles(root, { [named]: text })
  }
}

test('the language of every block is known', () => {
  expect(blocks.filter(({ language }) => !languages.includes(language)).map(place)).toEqual([])
  expect(blocks.length).toBeGreaterThan(100)
})

/** Its scripts divide a build among machines, which scale.test.ts tests. */
const ofMachines = 'docs/scale/README.md'

test.each(pages)('%s', async page => {
  const root = projectFor(page)
  const run = shell(root)
  const lines = readFileSync(join(repositoryRoot, page), 'utf8').split('\n')
  for (const block of blocks.filter(block => block.page === page)) {
    if (block.language !== 'sh') writeBlock(root, block, lines.slice(0, block.line - 1).join('\n'))
    else {
      const said = await run(page === ofMachines ? `bash -n <<'EOF'\n${block.text}EOF` : block.text)
      expect(said.status, `${place(block)}\n${said.stdout}${said.stderr}`).toBe(0)
    }
  }
  const checked = await runShared(['check', '--all', '--allow-removals', '--json'], { cwd: root, command })
  const { diagnostics } = JSON.parse(checked.stdout) as { readonly diagnostics: readonly Diagnostic[] }
  const wrong = diagnostics.filter(({ code, severity }) => severity !== 'info' && !expected.test(code))
  expect(wrong.map(({ code, file, line, message }) => `${file}:${line} ${code} ${message}`)).toEqual([])
})

/** The content rules judge what pages say, not whether examples work, and an example is short and has placeholders. */
const expected =
  /^(?:compliance|fleet)\/|^(?:brand\/placeholder|content\/(?:placeholder|untranslated|faq-too-few))$/
