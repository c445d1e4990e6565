import { chmodSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandYaml, project, runShared, temporaryFolder } from '../support/project.ts'
import { jsonOf } from './json.ts'

test('a project that can be built has nothing to mend', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
  const run = await runShared(['doctor', '--json'], { cwd })
  expect(run.code).toBe(0)
  const { findings } = jsonOf(run) as unknown as { findings: { name: string; severity: string }[] }
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(findings.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['node', 'sharp', 'esbuild', 'brands', 'disk']),
  )
})

test('an invalid brand is named with the command that says more', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml({ phone: 'soon' }) })
  const run = await runShared(['doctor'], { cwd })
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('1, of which 1 have an invalid config')
  expect(run.stdout).toContain('Run "imprint check acme"')
})

test.skipIf(process.getuid?.() === 0)('a project that cannot be written to', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
  chmodSync(cwd, 0o500)
  const run = await runShared(['doctor'], { cwd })
  chmodSync(cwd, 0o700)
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('cannot be written to (EACCES)')
})

test('info says where there is no project', async () => {
  const run = await runShared(['info', '--json'], { cwd: temporaryFolder() })
  expect(run.code).toBe(0)
  expect(jsonOf(run)).toMatchObject({ ok: true, info: { node: process.version, project: 'none here' } })
})
