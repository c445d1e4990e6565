// The CI files that we hand out, each command of them run as the CI would run it.

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { command, completeBrandYaml, project, repositoryRoot, writeFiles } from '../support/project.ts'
import { junitErrors } from '../support/report-formats.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

/** A committed project, and a shell in it whose `npx imprint` is this one and whose `npm` does nothing. */
function pipeline(env: Readonly<Record<string, string>> = {}) {
  const tools = project({
    npm: '#!/bin/sh\nexit 0\n',
    npx: `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n`,
  })
  for (const name of ['npm', 'npx']) chmodSync(join(tools, name), 0o755)
  const root = project({
    '.gitignore': 'dist/\n.imprint/\n',
    'brands/one/brand.yaml': completeBrandYaml({ name: 'One' }),
    'brands/two/brand.yaml': completeBrandYaml({ name: 'Two' }),
  })
  const run = (script: string, more: Readonly<Record<string, string>> = {}) =>
    execFileSync('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: root,
      env: {
        ...process.env,
        GITHUB_ACTIONS: '',
        ...env,
        ...more,
        PATH: tools + delimiter + process.env.PATH,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  run('git init -q && git add . && git -c user.name=a -c user.email=a@b.example commit -qm first')
  return { root, run }
}

test('the workflow of a new project checks, shows what a pull request changes, and builds', () => {
  const { steps } = parse(read('starter/.github/workflows/imprint.yml')).jobs.sites
  const summary = join(project({ 'summary.md': '' }), 'summary.md')
  const { root, run } = pipeline({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary })
  const BASE = run('git rev-parse HEAD').trim()
  writeFiles(root, { 'brands/two/brand.yaml': completeBrandYaml({ name: 'Second' }) })
  const scripts = steps.flatMap((step: { readonly run?: string }) => step.run ?? [])
  expect(scripts).toHaveLength(4)
  for (const script of scripts) run(script, { BASE })
  expect(existsSync(join(root, 'dist/one/index.html'))).toBe(true)
  const text = readFileSync(summary, 'utf8')
  expect(text).toContain('| two | built |')
  expect(text).toContain('1 of 2 brands change')
})

test('the file for GitLab makes a valid test report, and builds all brands in parts', async () => {
  const [, file = ''] =
    /## GitLab[^`]*`\.gitlab-ci\.yml`[^`]*```yaml\n(.*?)```/s.exec(read('docs/ci.md')) ?? []
  const jobs = parse(file)
  const { root, run } = pipeline()
  const scripts = (job: string, env = {}) => {
    for (const script of [...jobs.default.before_script, ...jobs[job].script]) run(script, env)
  }
  scripts('check')
  const report = readFileSync(join(root, jobs.check.artifacts.reports.junit), 'utf8')
  expect(await junitErrors(report)).toEqual([])
  for (let index = 1; index <= jobs.build.parallel; index++)
    scripts('build', { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(jobs.build.parallel) })
  scripts('merge')
  expect(JSON.parse(readFileSync(join(root, 'report.json'), 'utf8')).brands).toHaveLength(2)
  for (const id of ['one', 'two']) expect(existsSync(join(root, 'dist', id, 'index.html'))).toBe(true)
})
