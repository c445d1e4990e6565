import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandYaml, project, runShared, temporaryFolder } from '../support/project.ts'
import { jsonOf } from './json.ts'

test('a project that can be built has nothing to fix', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
  const run = await runShared(['doctor', '--json'], { cwd })
  expect(run.code).toBe(0)
  const { findings } = jsonOf(run) as unknown as { findings: { name: string; severity: string }[] }
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(findings.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['node', 'sharp', 'esbuild', 'brands', 'disk']),
  )
})

test('an invalid brand is named with the command that shows details', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml({ phone: 'soon' }) })
  const run = await runShared(['doctor'], { cwd })
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('1 (1 with an invalid config)')
  expect(run.stdout).toContain('Run "imprint check acme"')
})

/** Findings of doctor that concern other machines. */
async function elsewhere(files: Readonly<Record<string, unknown>>, git = false) {
  const cwd = project({
    'brands/acme/brand.yaml': brandYaml(),
    'vendor/imprint-1.0.0.tgz': 'packed',
    ...Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === 'string' ? content : JSON.stringify(content),
      ]),
    ),
  })
  if (git) execFileSync('git', ['init', '-q'], { cwd })
  const { findings } = jsonOf(await runShared(['doctor', '--json'], { cwd })) as unknown as {
    findings: { name: string; severity: string; found: string }[]
  }
  return findings.find(({ name }) => name === 'other machines')
}
const fine = { severity: 'ok', found: 'can install this project' }
const imprint = (spec: string) => ({ 'package.json': { dependencies: { imprint: spec } } })

test('a project that other machines can install', async () => {
  expect(await elsewhere({})).toMatchObject(fine)
  expect(await elsewhere(imprint('^0.2.0'))).toMatchObject(fine)
  expect(await elsewhere(imprint('file:vendor/imprint-1.0.0.tgz'), true)).toMatchObject(fine)
  const packages = {
    'node_modules/imprint': { resolved: 'file:vendor/imprint-1.0.0.tgz' },
    'node_modules/react': { resolved: 'https://registry.npmjs.org/react/-/react-19.0.0.tgz' },
    'node_modules/zod': {},
  }
  expect(await elsewhere({ 'package-lock.json': { packages } })).toMatchObject(fine)
})

test.each([
  ['file:/home/ann/imprint', 'package.json, "imprint": /home/ann/imprint is a path on this machine'],
  [
    'file:///home/ann/imprint.tgz',
    'package.json, "imprint": /home/ann/imprint.tgz is a path on this machine',
  ],
  ['link:~/imprint', 'package.json, "imprint": ~/imprint is a path on this machine'],
  ['file:../imprint', 'package.json, "imprint": ../imprint is outside the repository'],
  ['file:vendor/imprint-2.0.0.tgz', 'package.json, "imprint": vendor/imprint-2.0.0.tgz does not exist'],
])('doctor reports "imprint": "%s", which no other machine has', async (spec, found) => {
  expect(await elsewhere(imprint(spec))).toMatchObject({ severity: 'warning', found })
})

test('doctor reports packages that git leaves out and registries in a lock file that others do not reach', async () => {
  const ignored = { '.gitignore': '*.tgz\n', ...imprint('file:vendor/imprint-1.0.0.tgz') }
  expect(await elsewhere(ignored, true)).toMatchObject({
    severity: 'warning',
    found: 'package.json, "imprint": git ignores vendor/imprint-1.0.0.tgz',
  })
  const packages = {
    'node_modules/react': { resolved: 'http://localhost:4873/react/-/react-19.0.0.tgz' },
    'node_modules/zod': { resolved: 'http://10.0.0.7/zod.tgz' },
  }
  expect(await elsewhere({ 'package-lock.json': { packages } })).toMatchObject({
    severity: 'warning',
    found:
      'package-lock.json, "node_modules/react": other machines may not be able to reach the registry localhost; and 1 more',
  })
})

test.skipIf(process.getuid?.() === 0)('a project that cannot be written to', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
  chmodSync(cwd, 0o500)
  const run = await runShared(['doctor'], { cwd })
  chmodSync(cwd, 0o700)
  expect(run.code).toBe(1)
  expect(run.stdout).toContain('cannot be written to (EACCES)')
})

test('info reports that there is no project', async () => {
  const run = await runShared(['info', '--json'], { cwd: temporaryFolder() })
  expect(run.code).toBe(0)
  expect(jsonOf(run)).toMatchObject({ ok: true, info: { node: process.version, project: 'none here' } })
})
