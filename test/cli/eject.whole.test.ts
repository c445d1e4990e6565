import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandYaml, project, readTree, runShared } from '../support/project.ts'

test('one template is copied, changed, and used with those of the package', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
  const run = (...words: string[]) => runShared(words, { cwd })
  const list = (await run('eject')).stdout.split('\n')
  expect(list).toContain('more-link.tsx  The link below a list that shows only its first items')
  expect(list).toContain('islands/faq.ts  Keeps a question where it was clicked')
  expect(await run('eject', 'not-found.tsx', '--brand', 'acme')).toMatchObject({
    code: 0,
    stdout: 'Created brands/acme/templates/not-found.tsx\n',
  })
  const path = join(cwd, 'brands/acme/templates/not-found.tsx')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(<h1[^>]*>)/, '$1Ejected: '))
  expect(await run('build')).toMatchObject({ code: 0 })
  expect(readFileSync(join(cwd, 'dist/acme/404.html'), 'utf8')).toContain('Ejected: ')
})

test('a folder that the project’s types do not know is named', async () => {
  const cwd = project({
    'brands/acme/brand.yaml': brandYaml(),
    'tsconfig.json': '{"compilerOptions": {"rootDirs": ["templates"]}}\n',
  })
  const run = (...words: string[]) => runShared(['eject', 'icon.tsx', ...words], { cwd })
  expect((await run('--brand', 'acme')).stdout).toContain(
    'For "npm run typecheck", add "brands/acme/templates" to "rootDirs" in tsconfig.json',
  )
  expect((await run()).stdout).toBe('Created templates/icon.tsx\n')
})

test('nothing is written where one of them is unknown or there already', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml(), 'templates/footer.tsx': 'mine' })
  const before = readTree(cwd)
  const run = await runShared(['eject', 'hero.tsx', 'footer.tsx', 'heroo.tsx'], { cwd })
  expect(run.code).toBe(2)
  expect(run.stderr).toContain('templates/footer.tsx already exists')
  expect(run.stderr).toContain('"hero.tsx"')
  expect(readTree(cwd)).toEqual(before)
})
