import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  article,
  brandYaml,
  project,
  repositoryRoot,
  runImprint,
  temporaryFolder,
} from '../support/project.ts'
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
  expect(run.stderr).toContain(
    'template/throws  A template threw an error after its page was rendered: too late',
  )
  expect(run.stderr).not.toMatch(/\n\s+at /)
  const document = jsonOf(await runImprint(['build', '--json', '--no-cache'], { cwd: root }))
  expect(document.diagnostics).toMatchObject([{ code: 'template/throws' }])
})

it('a command that was never compiled names the command that fixes it', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'bin'))
  cpSync(join(repositoryRoot, 'bin'), join(folder, 'bin'), { recursive: true })
  const run = spawnSync(process.execPath, [join(folder, 'bin/imprint.js'), 'list'], { encoding: 'utf8' })
  expect(run.status).toBe(1)
  expect(run.stderr).toContain('npm run compile')
  expect(run.stderr).not.toMatch(/\n\s+at /)
})

it('a reference to a nonexistent character is not an error', async () => {
  const shared = {
    'content/articles/odd.md': article('odd', {}, 'Go to www.a.example&#1114112;x for more.\n'),
  }
  const brands = ['acme', 'beta'].map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id })])
  const root = project({ ...Object.fromEntries(brands), ...shared })
  const run = await runImprint(['build', '--all'], { cwd: root })
  expect(run.stderr).not.toContain('internal/unexpected')
  expect(run.code).toBe(0)
})

// Like a bug of Imprint that a single file triggers.
const fault = `const from = Buffer.from
Buffer.from = (...given) => {
  if (typeof given[0] === 'string' && /Nobody foresaw this.<\\/p>/.test(given[0])) throw new Error('nobody did')
  return from(...given)
}
`

it.each([
  ['one process', 1, 100],
  ['other processes', 3, 140],
])('an error that nobody foresaw, in %s, costs the article that it is in', async (_, brands, articles) => {
  const texts = Array.from({ length: articles }, (_, index) => {
    const body = index === 77 ? 'Nobody foresaw this.\n' : `Text ${index}.\n`
    return [`content/articles/a-${index}.md`, article(`a-${index}`, {}, body)]
  })
  const configs = Array.from({ length: brands }, (_, index) => {
    // Each shows only a few of them, because pages take time.
    const config = { name: `Brand ${index}`, articles: '{only: [a-76, a-77, a-78]}' }
    return [`brands/b${index}/brand.yaml`, brandYaml(config)]
  })
  const root = project({ ...Object.fromEntries([...texts, ...configs]), 'fault.mjs': fault })
  const run = await runImprint(['build', '--all', '--no-cache', '--concurrency', '2', '--json'], {
    cwd: root,
    env: { NODE_OPTIONS: `--import=${join(root, 'fault.mjs')}` },
  })
  const { diagnostics } = jsonOf(run)
  const found = diagnostics.filter(({ code }) => code === 'internal/unexpected')
  expect(found).toHaveLength(brands)
  for (const problem of found)
    expect(problem).toMatchObject({ severity: 'warning', file: 'content/articles/a-77.md', line: 1 })
  expect(run.code).toBe(0)
  for (let index = 0; index < brands; index++) {
    expect(existsSync(join(root, `dist/b${index}/articles/a-77/index.html`))).toBe(false)
    expect(existsSync(join(root, `dist/b${index}/articles/a-78/index.html`))).toBe(true)
  }
})
