// The W3C's checker (https://validator.github.io/validator/) on every page of the repository's brands. It needs Java and the
// path of its jar in `VNU_JAR`; the npm package vnu-jar contains it. Otherwise these tests are skipped.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brandIds, builtFolder, htmlPaths } from '../support/brands.ts'

const jar = process.env.VNU_JAR ?? ''
const hasJava = jar !== '' && spawnSync('java', ['-version']).status === 0

interface Message {
  readonly type: 'error' | 'info'
  readonly message: string
  readonly url: string
}

/** Styles that the checker does not know yet. */
const unknownStyles = /^CSS: .*“(?:anchor-name|position-anchor|position-area|container-type|@container)”/

it.skipIf(!hasJava)('the W3C’s checker finds no error but in styles it does not know', () => {
  const files = brandIds.flatMap(id => htmlPaths(id).map(path => join(builtFolder(), id, path)))
  const { stderr } = spawnSync('java', ['-jar', jar, '--format', 'json', ...files], { encoding: 'utf8' })
  const { messages } = JSON.parse(stderr) as { messages: readonly Message[] }
  const errors = messages.filter(({ type, message }) => type === 'error' && !unknownStyles.test(message))
  expect(errors.map(({ url, message }) => `${url}: ${message}`)).toEqual([])
})
