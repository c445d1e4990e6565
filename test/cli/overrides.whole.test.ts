import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { article, brandYaml, project, repositoryRoot, runShared } from '../support/project.ts'
import { jsonOf } from './json.ts'

const states = async (cwd: string, id: string, ...flags: string[]) => {
  const { brands } = jsonOf(await runShared(['overrides', id, ...flags, '--json'], { cwd })) as unknown as {
    brands: { overrides: { path: string; state: string }[] }[]
  }
  return Object.fromEntries((brands[0]?.overrides ?? []).map(({ path, state }) => [path, state]))
}

test('all four states, and accepting one', async () => {
  const cwd = project({
    'brands/_house/brand.yaml': 'copyrightYear: 2025\ntheme:\n  radius: 8px\n',
    'brands/acme/brand.yaml': `${brandYaml({ extends: '_house' })}copyrightYear: 2025
theme:
  radius: 4px
`,
    'brands/acme/content/strings.yaml': 'header:\n  about: Who we are\n',
    'brands/acme/content/articles/rent.md': article('rent'),
    'brands/acme/content/articles/card.md': article('card'),
    'brands/acme/content/articles/borowing.md': article('borowing'),
    'content/articles/rent.md': article('rent'),
    'content/articles/card.md': article('card', {}, 'Other words.\n'),
    'content/articles/borrowing.md': article('borrowing'),
  })
  expect(await states(cwd, 'acme')).toEqual({
    copyrightYear: 'redundant',
    'theme.radius': 'ok',
    'strings.header.about': 'ok',
    'content/articles/rent.md': 'redundant',
    'content/articles/card.md': 'ok',
    'content/articles/borowing.md': 'dead',
  })
  const accept = (path: string) => runShared(['overrides', 'accept', 'acme', path], { cwd })
  expect((await accept('nothing')).code).toBe(2)
  expect((await accept('.')).code).toBe(0)
  const before = await runShared(['inputs', 'acme'], { cwd })
  writeFileSync(join(cwd, 'content/strings.yaml'), 'header:\n  about: About this service\n')
  writeFileSync(join(cwd, 'content/articles/card.md'), article('card', {}, 'New words.\n'))
  expect(await states(cwd, 'acme')).toMatchObject({
    'strings.header.about': 'drifted',
    'content/articles/card.md': 'drifted',
    'theme.radius': 'ok',
  })
  expect((await accept('strings.header.about')).code).toBe(0)
  expect(await states(cwd, 'acme')).toMatchObject({
    'strings.header.about': 'ok',
    'content/articles/card.md': 'drifted',
  })
  // Accepted overrides are not inputs of the site.
  const lock = join(cwd, 'brands/acme/overrides.lock.json')
  const now = await runShared(['inputs', 'acme'], { cwd })
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/[0-9a-f]{64}/, '0'.repeat(64)))
  expect((await runShared(['inputs', 'acme'], { cwd })).stdout).toBe(now.stdout)
  expect(now.stdout).not.toBe(before.stdout)
  expect((await runShared(['check', 'acme'], { cwd })).stderr).not.toContain('unread-file')
})

test('--env looks at the values of an environment', async () => {
  const environments = 'environments:\n  staging:\n    copyrightYear: 2026\n'
  const cwd = project({
    'brands/_house/brand.yaml': 'copyrightYear: 2025\n',
    'brands/acme/brand.yaml': brandYaml({ extends: '_house', copyrightYear: '2026' }) + environments,
  })
  expect(await states(cwd, 'acme')).toEqual({ copyrightYear: 'ok' })
  expect(await states(cwd, 'acme', '--env', 'staging')).toEqual({ copyrightYear: 'redundant' })
  const unknown = await runShared(['overrides', 'acme', '--env', 'stagin'], { cwd })
  expect(unknown.code).toBe(3)
  expect(unknown.stderr).toContain('brand/unknown-environment')
})

test('the brands of the repository have none that needs attention', async () => {
  const run = await runShared(['overrides', '--all'], { cwd: repositoryRoot })
  expect(run.stdout).toMatch(/^\d+ ok, 0 redundant, 0 dead, 0 drifted\.\n$/)
})
