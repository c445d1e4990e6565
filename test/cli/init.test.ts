import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readTree, repositoryRoot, runShared, temporaryFolder } from '../support/project.ts'
import { jsonOf } from './json.ts'

test('a new project passes every check and builds a site', async () => {
  const cwd = temporaryFolder()
  const words = ['--brand', 'acme', '--name', 'Acme & Co.', '--no-install']
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
    // This is a checkout: a registry may not have its version.
    dependencies: { imprint: `file:${repositoryRoot}` },
  })
  for (const [path, bytes] of Object.entries(readTree(root)))
    expect(String(bytes), path).not.toMatch(/%(?:name|brand|folder)%/)
  const base = readFileSync(join(root, 'brands/_house/brand.yaml'), 'utf8')
  expect(base).toContain(`copyrightYear: ${new Date().getUTCFullYear()} #`)
  const checked = jsonOf(await runShared(['check', '--all', '--strict', '--json'], { cwd: root }))
  expect(checked.diagnostics).toMatchObject([
    { code: 'brand/placeholder', message: expect.stringContaining('"states.reviewedBy"') },
  ])
  const built = await runShared(['build', '--json'], { cwd: root })
  expect(built.code).toBe(0)
  expect(jsonOf(built)).toMatchObject({ diagnostics: [{ code: 'brand/placeholder', severity: 'warning' }] })
  expect(readFileSync(join(root, 'dist/acme/articles/before-you-borrow/index.html'), 'utf8')).toContain(
    'Acme &amp; Co.',
  )
})

test.each([
  ['pnpm/10.0.0 npm/? node/v22.0.0', 'pnpm install --frozen-lockfile', 'pnpm exec imprint check --all'],
  ['yarn/4.0.0 npm/? node/v22.0.0', 'yarn install --immutable', 'yarn imprint check --all'],
  ['yarn/1.22.0 npm/? node/v22.0.0', 'yarn install --frozen-lockfile', 'yarn imprint check --all'],
])('what is called by %s speaks its words', async (agent, install, check) => {
  const cwd = temporaryFolder()
  const env = { npm_config_user_agent: agent }
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

test('a folder with files in it stays as it is', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'notes.txt'), 'mine')
  const run = await runShared(['init', '--no-install', '--json'], { cwd })
  expect(run.code).toBe(2)
  expect(jsonOf(run)).toMatchObject({ ok: false, diagnostics: [{ code: 'usage/already-exists' }] })
  expect(Object.keys(readTree(cwd))).toEqual(['notes.txt'])
})

test('a name that is no brand id writes nothing', async () => {
  const cwd = temporaryFolder()
  const run = await runShared(['init', 'sites', '--brand', 'No Id', '--no-install'], { cwd })
  expect(run.code).toBe(2)
  expect(existsSync(join(cwd, 'sites'))).toBe(false)
})
