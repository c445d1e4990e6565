import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wavesOf } from '../../src/cli/commands/release.ts'
import { brandYaml, project, runShared } from '../support/project.ts'
import { jsonOf } from './json.ts'

test.each([
  [undefined, [['a', 'b', 'c', 'd']]],
  [
    ['1', 'all'],
    [['a'], ['b', 'c', 'd']],
  ],
  [
    ['1', '3'],
    [['a'], ['b', 'c'], ['d']],
  ],
  [
    ['25%', '50%'],
    [['a'], ['b'], ['c', 'd']],
  ],
  [['9'], [['a', 'b', 'c', 'd']]],
])('waves of %j', (sizes, waves) => {
  expect(wavesOf(['a', 'b', 'c', 'd'], sizes)).toEqual(waves)
})

test('waves stop at the first brand that is not live as it was built, and name those not reached', async () => {
  const cwd = project(
    Object.fromEntries(
      ['one', 'two', 'three'].map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id })]),
    ),
  )
  const run = (...words: string[]) => runShared(words, { cwd })
  expect((await run('build', '--all')).code).toBe(0)
  // Nothing listens on port 1.
  const stopped = await run(
    'release',
    '--all',
    '--wave',
    '1,all',
    '--url',
    'http://127.0.0.1:1/{brand}',
    '--json',
  )
  expect(stopped.code).toBe(1)
  expect(jsonOf(stopped)).toMatchObject({
    brands: [
      { id: 'one', result: 'released' },
      { id: 'three', result: 'not reached' },
      { id: 'two', result: 'not reached' },
    ],
    diagnostics: [{ code: 'live/unreachable', brand: 'one' }],
  })
  expect(existsSync(join(cwd, 'releases/two'))).toBe(false)
  expect((await run('release', '--all', '--url', 'http://127.0.0.1:1/')).code).toBe(2)
})
