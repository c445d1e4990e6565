import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startWatcher } from '../../src/dev/watcher.ts'
import { article, project } from '../support/project.ts'

test('a save right after it is ready has its event', async () => {
  const root = project(
    Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`content/articles/a${index}.md`, article(`a${index}`)]),
    ),
  )
  const looks: string[] = []
  let looked = () => {}
  // Only an event leads to a thorough check; changes found by the clock without an event get a quick one.
  const thorough = new Promise<void>(resolve => {
    looked = resolve
  })
  const watcher = await startWatcher({
    root,
    poll: false,
    look: async depth => {
      looks.push(depth)
      if (depth === 'everything') looked()
    },
  })
  onTestFinished(() => watcher.close())
  expect(looks).not.toContain('everything')
  appendFileSync(join(root, 'content/articles/a299.md'), 'Saved.\n')
  await thorough
})
