import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandYaml, project, runShared } from '../support/project.ts'

const house = () =>
  project({
    'brands/acme/brand.yaml': brandYaml(),
    'brands/apex/brand.yaml': brandYaml({ siteUrl: 'https://www.apex.example' }),
    'brands/_base/brand.yaml': '{}\n',
  })

test.each([
  [[''], ['build', 'check', 'init', 'new']],
  [
    ['build', ''],
    ['acme', 'apex'],
  ],
  [
    ['build', '--'],
    ['--all', '--strict', '--out'],
  ],
  [
    ['new', ''],
    ['brand', 'article'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [
    ['explain', 'a'],
    ['acme', 'apex'],
  ],
])('%j', async (words, wanted) => {
  const { stdout, code } = await runShared(['complete', '--', ...words], { cwd: house() })
  expect(code).toBe(0)
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(wanted))
  expect(stdout).not.toContain('_base')
  expect(stdout.split('\n')).not.toContain('complete')
})

test('outside a project there are no brands, and no message', async () => {
  const run = await runShared(['complete', '--', 'build', ''], { cwd: '/' })
  expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

test('bash completes a brand', async () => {
  const script = `
    imprint() { '${process.execPath}' '${join(import.meta.dirname, '../../bin/imprint.js')}' "$@"; }
    source <(imprint completion bash)
    COMP_WORDS=(imprint build ap); COMP_CWORD=2
    _imprint
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: house(), encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: 'apex\n', stderr: '' })
})
