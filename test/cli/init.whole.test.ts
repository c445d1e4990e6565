import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { shellWord } from '../../src/cli/shell-word.ts'
import { installPacked, packed } from '../support/installed.ts'
import { codeBlocks } from '../support/manual.ts'
import {
  command,
  project,
  readTree,
  repositoryRoot,
  runShared,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'
import { jsonOf } from './json.ts'

/** A PATH whose npm packs an empty file, does what its other commands ask for, and logs them with the folder. */
function fakeNpm(others = 'exit 0') {
  const log = join(temporaryFolder(), 'log')
  const tools = project({
    npm: `#!/bin/sh
case $1 in
  pack) for folder; do :; done; touch "$folder/imprint.tgz" ;;
  config) echo https://registry.npmjs.org/ ;;
  *) echo "$PWD: npm $*" >> '${log}'; ${others} ;;
esac
`,
  })
  chmodSync(join(tools, 'npm'), 0o755)
  const env = { PATH: tools + delimiter + process.env.PATH, npm_config_user_agent: 'npm/11' }
  return { env, logged: () => (existsSync(log) ? readFileSync(log, 'utf8') : '') }
}

test('a new project passes every check and builds a site', async () => {
  const cwd = temporaryFolder()
  const words = ['--brand', 'acme', '--name', 'Acme & Co.', '--no-install']
  const year = () => new Date().getUTCFullYear()
  const before = year()
  const run = await runShared(['init', 'sites', ...words], { cwd })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toContain('Next: cd sites && npm install && npm start')
  const root = join(cwd, 'sites')
  expect(Object.keys(readTree(root))).toEqual(
    expect.arrayContaining(['.gitignore', 'brands/acme/brand.yaml', 'package.json']),
  )
  expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).toMatchObject({
    name: 'sites',
    scripts: { start: 'imprint dev --all' },
    dependencies: { imprint: `file:${packed}` },
    allowScripts: { esbuild: false, koffi: false },
  })
  for (const [path, bytes] of Object.entries(readTree(root)))
    if (path !== packed) expect(bytes, path).not.toMatch(/%[a-z ]+%/)
  const base = readFileSync(join(root, 'brands/_house/brand.yaml'), 'utf8')
  expect([before, year()]).toContain(Number(/copyrightYear: (\d+) #/.exec(base)?.[1]))
  const checked = jsonOf(await runShared(['check', '--all', '--strict', '--json'], { cwd: root }))
  expect(checked.diagnostics).toMatchObject([
    {
      code: 'brand/placeholder',
      message: expect.stringContaining(
        '"providerHost"; "companyLine", "legalName", "address", "states.reviewedBy" in brands/_house/brand.yaml still have',
      ),
    },
  ])
  const built = await runShared(['build', '--json'], { cwd: root })
  expect(built.code).toBe(0)
  expect(jsonOf(built)).toMatchObject({ diagnostics: [{ code: 'brand/placeholder', severity: 'warning' }] })
  const page = (path: string) => readFileSync(join(root, 'dist/acme', path, 'index.html'), 'utf8')
  expect(page('articles/before-you-borrow')).toContain('Acme &amp; Co.')
  expect(page('articles')).toContain('/articles/before-you-borrow/')
  const home = page('.')
  expect(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(home)?.[1]).toContain('Acme &amp; Co.')
  const unknown = readFileSync(join(root, 'dist/acme/articles/404.html'), 'utf8')
  expect(unknown).toContain('Article not found')
  expect(unknown).not.toMatch(/\p{Script=Cyrillic}/u)
  expect(home).not.toMatch(/24\/7|trusted partner|Need Cash|-step process|Why Choose|microfinance/i)
})

test('three brands of a new project, one in Spanish, have only placeholders and one text to translate', async () => {
  const cwd = temporaryFolder()
  await runShared(['init', '.', '--no-install'], { cwd })
  await runShared(['new', 'brand', 'second', '--extends', '_house'], { cwd })
  await runShared(['new', 'brand', 'first-es', '--in', 'es', '--of', 'first'], { cwd })
  const { diagnostics } = jsonOf(await runShared(['check', '--all', '--json'], { cwd }))
  expect(diagnostics.map(({ code }: { code: string }) => code).sort()).toEqual([
    'brand/placeholder',
    'brand/placeholder',
    'brand/placeholder',
    'content/untranslated',
  ])
})

test.each([
  ['pnpm/10.0.0 npm/? node/v22.0.0', 'pnpm install --frozen-lockfile', 'pnpm exec imprint check --all'],
  ['yarn/4.0.0 npm/? node/v22.0.0', 'yarn install --immutable', 'yarn imprint check --all'],
  ['yarn/1.22.0 npm/? node/v22.0.0', 'yarn install --frozen-lockfile', 'yarn imprint check --all'],
])('what is called by %s speaks its words', async (agent, install, check) => {
  const cwd = temporaryFolder()
  const env = { ...fakeNpm().env, npm_config_user_agent: agent }
  const [name = ''] = agent.split('/')
  const run = await runShared(['init', 'sites', '--no-install'], { cwd, env })
  expect(run.stdout).toContain(`cd sites && ${name} install && ${name} start`)
  const files = readTree(join(cwd, 'sites'))
  const workflow = parse(files['.github/workflows/imprint.yml'] ?? '')
  const scripts = workflow.jobs.sites.steps.map((step: { readonly run?: string }) => step.run)
  expect(scripts).toEqual(expect.arrayContaining([expect.stringContaining(install), check]))
  expect(files['README.md']).toContain(`${name} run build`)
  expect(files['yarn.lock']).toBe(name === 'yarn' ? '' : undefined)
})

test('a clone of it installs, builds, type-checks and creates another project without anything from this machine', async () => {
  const cwd = temporaryFolder()
  expect(await runShared(['init', 'sites', '--no-install'], { cwd })).toMatchObject({ code: 0 })
  const clone = join(temporaryFolder(), 'a clone')
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], {
      cwd: join(cwd, 'sites'),
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('clone', '-q', '.', clone)
  for (const [path, bytes] of Object.entries(readTree(clone)).filter(([path]) => !path.startsWith('.git/')))
    for (const place of [repositoryRoot, cwd])
      expect(bytes.includes(place), `${place} in ${path}`).toBe(false)
  const installed = { cwd: clone, command: installPacked(clone) }
  expect(await runShared(['build', '--all', '--quiet'], installed)).toMatchObject({ code: 0 })
  expect(existsSync(join(clone, 'dist/first/index.html'))).toBe(true)
  // Not in the manual: a React component as an island, and an ejected template with all its imports.
  const counter = `import { hydrate } from 'imprint/kit/browser'
import { useState } from 'react'
import styles from './counter.css'

function Counter({ by }: { readonly by: number }) {
  const [count, setCount] = useState(0)
  return <button type="button" title={styles} onClick={() => setCount(count + by)}>{count}</button>
}
export default hydrate(Counter)
`
  const examples = filesOfManual()
  expect(Object.keys(examples).length).toBeGreaterThanOrEqual(7)
  writeFiles(clone, { ...examples, 'templates/islands/counter/index.tsx': counter })
  for (const name of ['home.tsx', 'footer.tsx', 'blocks/form.tsx'])
    expect(await runShared(['eject', name], installed)).toMatchObject({ code: 0 })
  const types = () => {
    const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: clone, encoding: 'utf8' })
    return { status, stdout }
  }
  expect(types()).toEqual({ status: 0, stdout: '' })
  expect(readFileSync(join(clone, 'tsconfig.json'), 'utf8')).not.toContain('skipLibCheck')
  writeFiles(clone, { 'templates/wrong.tsx': "export const wrong = <p className={1}>{'wrong'}</p>\n" })
  expect(types().stdout).toContain('templates/wrong.tsx(1,25): error TS2322')
  expect(await runShared(['init', 'second', '--no-install'], installed)).toMatchObject({ code: 0 })
  const listed = (root: string) =>
    String(execFileSync('tar', ['-tzf', join(root, packed)]))
      .split('\n')
      .sort()
  expect(listed(join(clone, 'second'))).toEqual(listed(clone))
})

/** The templates and islands that the manual shows. */
function filesOfManual(): Record<string, string> {
  const blocks = codeBlocks().filter(({ language }) => ['ts', 'tsx', 'css'].includes(language))
  return Object.fromEntries(
    blocks.map(({ path, text }) => [String(path).replace('brands/aurora/', 'brands/first/'), text]),
  )
}

test('a name of any characters is written so that YAML reads it', async () => {
  const cwd = temporaryFolder()
  const name = `"Ann's": $& & sons #1`
  const run = await runShared(['init', '--name', name, '--no-install'], { cwd, env: fakeNpm().env })
  expect(run.code).toBe(0)
  expect(parse(readFileSync(join(cwd, 'brands/first/brand.yaml'), 'utf8'))).toMatchObject({ name })
  const invalid = await runShared(['init', 'sites', '--name', 'two\nlines'], { cwd })
  expect(invalid).toMatchObject({ code: 2, stderr: expect.stringContaining('--name must be one line') })
})

test.each(['my sites', `Ann's "sites" $HOME`, '-sites', 'sítes;ls', 'a&&b/`c`'])(
  'the commands that it prints for a folder called %s can be pasted',
  async folder => {
    const cwd = temporaryFolder()
    const { env, logged } = fakeNpm()
    const run = await runShared(['init', `./${folder}`, '--no-install'], { cwd, env })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const [, line = ''] = /^Next: (.*)$/m.exec(run.stdout) ?? []
    execFileSync('bash', ['-c', line], { cwd, env: { ...process.env, ...env } })
    expect(logged()).toBe(`${join(cwd, folder)}: npm install\n${join(cwd, folder)}: npm start\n`)
  },
)

test('--host is where its sites are built for and published', async () => {
  const cwd = temporaryFolder()
  const { env } = fakeNpm()
  await runShared(['init', 'with', '--no-install', '--host', 'netlify'], { cwd, env })
  await runShared(['init', 'without', '--no-install'], { cwd, env })
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8')
  expect(parse(read('with/brands/_house/brand.yaml'))).toMatchObject({ host: 'netlify' })
  expect(read('with/.github/workflows/imprint.yml')).toContain('NETLIFY_AUTH_TOKEN')
  expect(parse(read('without/brands/_house/brand.yaml'))).not.toHaveProperty('host')
  expect(read('without/.github/workflows/imprint.yml')).not.toMatch(/secrets|%/)
  const unknown = await runShared(['init', 'more', '--host', 'nowhere'], { cwd, env })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('netlify') })
})

test('a plain word needs no quotes', () => {
  expect(['sites', '../a-b/c_d.e', ''].map(shellWord)).toEqual(['sites', '../a-b/c_d.e', "''"])
})

test('the clone of a new repository takes a project', async () => {
  const files = {
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.gitignore': '*.log\n/dist\nnode_modules',
    'README.md': '# Sites\n',
    LICENSE: 'All rights reserved.\n',
  }
  const cwd = project(files)
  const run = await runShared(['init', '--no-install', '--json'], { cwd, env: fakeNpm().env })
  expect(run.code).toBe(0)
  const after = readTree(cwd)
  expect(after).toMatchObject({ 'README.md': files['README.md'], LICENSE: files.LICENSE })
  expect(after).toHaveProperty('brands/first/brand.yaml')
  const { '.gitignore': ignored = '' } = after
  expect(ignored.startsWith('*.log\n/dist\nnode_modules\n')).toBe(true)
  const lines = ignored.split('\n')
  expect(lines).toEqual(expect.arrayContaining(['dist-*/', 'releases/', 'releases-*/', '.imprint/']))
  expect(lines.filter(line => /^\/?(?:dist|node_modules)\/?$/.test(line))).toHaveLength(2)
  expect(JSON.parse(run.stdout).created).toHaveLength(Object.keys(after).length - Object.keys(files).length)
})

test('git ignores every folder that commands write', async () => {
  const cwd = temporaryFolder()
  await runShared(['init', '--no-install', '--brand', 'acme'], { cwd, env: fakeNpm().env })
  const base = readFileSync(join(cwd, 'brands/acme/brand.yaml'), 'utf8')
  writeFiles(cwd, { 'brands/acme/brand.yaml': `${base}environments: {staging: {phone: "+18005550199"}}\n` })
  execFileSync('git', ['init', '-q'], { cwd })
  execFileSync('git', ['add', '.'], { cwd })
  for (const words of [
    ['build'],
    ['build', '--env', 'staging'],
    ['diff'],
    ['release'],
    ['release', '--env', 'staging'],
  ])
    await runShared(words, { cwd })
  expect(existsSync(join(cwd, 'dist-staging/acme'))).toBe(true)
  expect(existsSync(join(cwd, '.imprint'))).toBe(true)
  expect(String(execFileSync('git', ['status', '--short'], { cwd })).match(/^\?\?.*/gm) ?? []).toEqual([])
})

test.each([
  [
    'install',
    'Stopped. The project was created, but its packages were not installed. Continue with: cd sites && npm install && npm start',
  ],
  ['pack', 'Stopped. Nothing was written.'],
])('Ctrl-C during npm %s leaves nothing half made', async (step, said) => {
  const cwd = temporaryFolder()
  const started = join(cwd, 'started')
  const wait = `touch '${started}'; exec sleep 60`
  const tools = project({ npm: `#!/bin/sh\ncase $1 in ${step}) ${wait} ;; pack) touch "$6/a.tgz" ;; esac\n` })
  chmodSync(join(tools, 'npm'), 0o755)
  const PATH = tools + delimiter + process.env.PATH
  const child = spawn(process.execPath, [command, 'init', 'sites'], {
    cwd,
    env: { ...process.env, PATH, npm_config_user_agent: 'npm/11' },
  })
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  const ended = new Promise(resolve => child.on('close', resolve))
  await vi.waitUntil(() => existsSync(started), { timeout: 120_000 })
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(stderr).toContain(said)
  expect(existsSync(join(cwd, 'sites/package.json'))).toBe(step === 'install')
  if (step === 'pack') expect(existsSync(join(cwd, 'sites'))).toBe(false)
})

test('in an existing project, it says how to continue', async () => {
  const cwd = temporaryFolder()
  const { env } = fakeNpm()
  await runShared(['init', 'my sites', '--no-install'], { cwd, env })
  const again = await runShared(['init', 'my sites'], { cwd, env })
  expect(again.code).toBe(2)
  expect(again.stderr).toContain(`Continue with: cd 'my sites' && npm install && npm start.`)
})

test('the lock file names no registry of this machine', async () => {
  const { env, logged } = fakeNpm()
  const cwd = temporaryFolder()
  await runShared(['init', 'sites'], { cwd, env })
  expect(logged()).toBe(`${join(cwd, 'sites')}: npm install --ignore-scripts\n`)
  const special = project({
    npm: readFileSync(join(env.PATH.split(delimiter)[0] ?? '', 'npm'), 'utf8').replace(
      'registry.npmjs.org',
      'npm.corp',
    ),
  })
  chmodSync(join(special, 'npm'), 0o755)
  await runShared(['init', 'more'], { cwd, env: { ...env, PATH: special + delimiter + process.env.PATH } })
  expect(logged()).toContain(
    `${join(cwd, 'more')}: npm install --ignore-scripts --omit-lockfile-registry-resolved\n`,
  )
})

test('a folder with files in it stays as it is', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'notes.txt'), 'mine')
  const run = await runShared(['init', '--no-install', '--json'], { cwd })
  expect(run.code).toBe(2)
  expect(jsonOf(run)).toMatchObject({ ok: false, diagnostics: [{ code: 'usage/already-exists' }] })
  expect(Object.keys(readTree(cwd))).toEqual(['notes.txt'])
})

test('a name that is not a brand id writes nothing', async () => {
  const cwd = temporaryFolder()
  const run = await runShared(['init', 'sites', '--brand', 'No Id', '--no-install'], { cwd })
  expect(run.code).toBe(2)
  expect(existsSync(join(cwd, 'sites'))).toBe(false)
})
