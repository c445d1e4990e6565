import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { article, brandYaml, project, runShared } from '../support/project.ts'
import { jsonOf } from './json.ts'

const brand = (id: string, more = {}) =>
  brandYaml({ siteUrl: `https://www.${id}.example`, formId: id, ...more })

test('status lists urgent brands first, and affected names the brand and the file', async () => {
  const shared = { phone: '"+12065550117"' }
  const cwd = project({
    'brands/a/brand.yaml': brand('a', shared),
    'brands/b/brand.yaml': brand('b', shared),
    'brands/c/brand.yaml': brand('c'),
    'content/articles/rent.md': article('rent'),
  })
  const run = (...words: string[]) => runShared(words, { cwd })
  const rows = async () => {
    const { brands } = jsonOf(await run('status', '--json')) as unknown as {
      brands: Record<string, unknown>[]
    }
    return brands.map(({ id, config, built, live, pinned }) => [id, config, built, live, pinned === null])
  }
  expect(await rows()).toEqual(['a', 'b', 'c'].map(id => [id, 'ok', 'never', 'none', true]))
  const built = await run('build', '--all', '--json')
  expect(built.code).toBe(0)
  expect((await run('release', '--all')).code).toBe(0)
  expect(await rows()).toEqual(['a', 'b', 'c'].map(id => [id, 'ok', 'fresh', 'same', true]))
  const { stdout } = await run('inputs', '--all', '--files', '--json')
  writeFileSync(join(cwd, 'inputs.json'), stdout)
  writeFileSync(join(cwd, 'report.json'), built.stdout)
  expect((await run('affected', '--since', 'inputs.json', '--exit-code')).code).toBe(0)

  appendFileSync(join(cwd, 'brands/b/brand.yaml'), 'copyrightYear: 2024\n')
  appendFileSync(join(cwd, 'brands/c/brand.yaml'), 'phon: no\n')
  const affected = await run('affected', '--since', 'inputs.json', '--why', '--exit-code')
  expect(affected).toMatchObject({ code: 10, stdout: 'b\n  brands/b/brand.yaml\nc\n  brands/c/brand.yaml\n' })
  // The report of a build has hashes, but no files.
  const since = await run('affected', '--since', 'report.json', '--why')
  expect(since.stdout).toBe('b\n  its earlier state is unknown\nc\n  its earlier state is unknown\n')
  expect(await run('status')).toMatchObject({ code: 3 })
  const { stdout: text } = await run('status')
  expect(text).toContain('3 brands: 1 with an invalid config, 2 stale')
  expect(text.indexOf('\nc ')).toBeLessThan(text.indexOf('\nb '))
  expect(text.indexOf('\nb ')).toBeLessThan(text.indexOf('\na '))
  const html = await run('status', '--format', 'html')
  expect(html.stdout).toContain('<th scope="row">c</th>')
  rmSync(join(cwd, 'brands/c'), { recursive: true })
  expect((await run('build', 'b')).code).toBe(0)
  expect((await rows()).find(([id]) => id === 'b')).toEqual(['b', 'ok', 'fresh', 'behind', true])

  // A value that brands share changes in one of them.
  expect((await run('build', '--all')).code).toBe(0)
  writeFileSync(join(cwd, 'brands/b/brand.yaml'), brand('b'))
  const { brands } = jsonOf(await run('status', '--json')) as unknown as {
    brands: { id: string; built: string; problems: { code: string }[] }[]
  }
  const found = brands.map(({ id, built, problems }) => [id, built, problems.map(({ code }) => code)])
  expect(found).toEqual([
    ['b', 'stale', []],
    ['a', 'fresh', ['fleet/shared-value']],
  ])
})
