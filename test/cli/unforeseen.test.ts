import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brandYaml, project, repositoryRoot, runImprint, temporaryFolder } from '../support/project.ts'
import { jsonOf } from './json.ts'

const late = {
  'brands/acme/brand.yaml': brandYaml(),
  'templates/index.tsx': `const Page = () => <html lang="en"><head /><body id="main" /></html>
setTimeout(() => { throw new Error('too late') }, 0)
export const templates = { home: Page, faq: Page, article: Page, articleList: Page, ccpa: Page, notFound: Page, articleNotFound: Page }
`,
}

it('an error that a template throws from a timer is a problem of the template', async () => {
  const root = project(late)
  const run = await runImprint(['build'], { cwd: root })
  expect(run.code).toBe(1)
  expect(run.stderr).toContain('template/throws  A template threw an error after its page was made: too late')
  expect(run.stderr).not.toMatch(/\n\s+at /)
  const document = jsonOf(await runImprint(['build', '--json', '--no-cache'], { cwd: root }))
  expect(document.diagnostics).toMatchObject([{ code: 'template/throws' }])
})

it('a command that was never compiled says which command mends that', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'bin'))
  cpSync(join(repositoryRoot, 'bin'), join(folder, 'bin'), { recursive: true })
  const run = spawnSync(process.execPath, [join(folder, 'bin/imprint.js'), 'list'], { encoding: 'utf8' })
  expect(run.status).toBe(1)
  expect(run.stderr).toContain('npm run compile')
  expect(run.stderr).not.toMatch(/\n\s+at /)
})
