import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { article, brandYaml, project, repositoryRoot, runShared, writeFiles } from '../support/project.ts'

const files = {
  'brands/acme/brand.yaml': brandYaml(),
  'content/articles/a.md': article('first'),
  'content/articles/b.md': article('second'),
}

/** The rows of a build with `--why`: pages, reason, examples. */
async function why(cwd: string, ...words: string[]) {
  const run = await runShared(['build', '--why', ...words], { cwd })
  expect(run.code, run.stderr).toBe(0)
  const [title, ...rows] = run.stderr
    .slice(run.stderr.search(/^(?:rendered|No page)/m))
    .trim()
    .split('\n')
  const cells = rows.map(row => row.trim().split(/ {2,}/))
  return { title, rows: cells, reasons: cells.map(([pages, reason]) => `${pages} ${reason}`) }
}

describe('build --why', () => {
  test('names the reason for each page that was rendered, equal ones together', async () => {
    const cwd = project(files)
    const first = await why(cwd)
    expect(first.title).toMatch(/^rendered +reason +pages$/)
    expect(first.rows).toEqual([['8', 'no cached result', 'acme/, acme/404.html, acme/articles/, …']])
    expect((await why(cwd)).title).toBe('No pages were rendered.')

    writeFiles(cwd, { 'content/articles/a.md': article('first', {}, 'Other words.\n') })
    rmSync(join(cwd, 'dist/acme/faq/index.html'))
    writeFileSync(join(cwd, 'dist/acme/404.html'), 'damaged')
    expect((await why(cwd)).rows).toEqual([
      ['2', 'the published file is missing or different', 'acme/404.html, acme/faq/'],
      ['1', "the page's own data changed", 'acme/articles/first/'],
    ])

    writeFiles(cwd, { 'brands/acme/brand.yaml': brandYaml({ phone: '"+18005550143"' }) })
    expect((await why(cwd)).reasons).toEqual(['8 brand values changed'])
    expect((await why(cwd, '--no-cache')).reasons).toEqual(['8 no cached result'])
  })

  test('names the templates', async () => {
    const cwd = project(files)
    cpSync(join(repositoryRoot, 'templates'), join(cwd, 'templates'), { recursive: true })
    expect((await why(cwd)).reasons).toEqual(['8 no cached result'])
    appendFileSync(join(cwd, 'templates/styles.css'), 'main { outline: 0 }')
    expect((await why(cwd)).reasons).toEqual(['8 templates changed'])
  })

  test('is a part of the document of --json', async () => {
    const cwd = project(files)
    const run = await runShared(['build', '--why', '--json'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(run.stdout).rendered).toEqual([
      { reason: 'no cached result', pages: 8, examples: ['acme/', 'acme/404.html', 'acme/articles/'] },
    ])
  })
})
