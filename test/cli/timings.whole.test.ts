import { describe, expect, test } from 'vitest'
import { phases } from '../../src/build/index.ts'
import { article, brandYaml, project, runShared } from '../support/project.ts'
import { buildJsonOf } from './json.ts'

const files = { 'brands/acme/brand.yaml': brandYaml(), 'content/articles/a.md': article('first') }
const names = [...phases, 'total']

describe('build --timings', () => {
  test('prints a table of the phases on stderr, and the results as ever', async () => {
    const run = await runShared(['build', '--timings', '--no-cache'], { cwd: project(files) })
    expect(run.code).toBe(0)
    expect(run.stdout).toMatch(/^brand\s+result.*\nacme\s+built.*\n$/)
    const [header, ...rows] = run.stderr.trim().split('\n')
    expect(header).toMatch(/^phase\s+time$/)
    expect(rows.map(row => /^(\w+) +\d+ ms$/.exec(row)?.[1])).toEqual(names)
  })

  test('adds them to the document of --json, and prints nothing else', async () => {
    const cwd = project(files)
    const run = await runShared(['build', '--timings', '--json', '--no-cache'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const { timings } = JSON.parse(run.stdout)
    expect(Object.keys(timings)).toEqual(names)
    expect(timings.templates).toBeGreaterThan(0)
    // Phases overlap: esbuild bundles templates while content is read.
    for (const phase of phases) expect(timings[phase]).toBeLessThanOrEqual(timings.total + 1)
  })

  test('leaves the document unchanged if not asked', async () => {
    const run = await runShared(['build', '--json', '--no-cache'], { cwd: project(files) })
    expect(buildJsonOf(run)).not.toHaveProperty('timings')
  })
})
