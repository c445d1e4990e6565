import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { openHelper } from '../../src/build/helper.ts'
import { project } from '../support/project.ts'

test.each([true, false])(
  'a thread that has ended answers nothing, and nothing waits for it (started at once: %s)',
  async atOnce => {
    const root = project({ 'thread.mjs': 'process.exit(0)\n' })
    const helper = openHelper(pathToFileURL(`${root}/thread.mjs`), atOnce)
    const source = { path: 'content/articles/a.md', text: 'A text.' }
    await expect(helper.parse([source])).rejects.toThrow('ended before its work was done')
    await expect(helper.parse([source])).rejects.toThrow('ended before its work was done')
    expect(helper.pending).toBe(0)
    await helper.close()
  },
)
