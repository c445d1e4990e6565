import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { progressLine } from '../../src/cli/report/progress.ts'
import { brandYaml, command, project } from '../support/project.ts'

test.each([
  [{ total: 200, known: 0, made: 0, elapsed: 10 }, '0 of 200 brands'],
  [{ total: 200, known: 0, made: 2, phase: 'render', elapsed: 4000 }, '2 of 200 brands  render'],
  [
    { total: 200, known: 150, made: 10, phase: 'cards', elapsed: 5000 },
    '160 of 200 brands  cards  about 20 s left',
  ],
  [
    { total: 200, known: 0, made: 10, phase: 'fonts', elapsed: 20_000 },
    '10 of 200 brands  fonts  about 6 min left',
  ],
  [{ total: 10, known: 0, made: 10, phase: 'publish', elapsed: 20_000 }, '10 of 10 brands  publish'],
] as const)('%j', (progress, line) => {
  expect(progressLine(progress)).toBe(line)
})

/** The output of a build on a terminal, which `script` provides. */
function onTerminal(): string {
  const root = project({
    'brands/one/brand.yaml': brandYaml({ name: 'One' }),
    'brands/two/brand.yaml': brandYaml({ name: 'Two' }),
  })
  const words = ['-qec', `'${process.execPath}' '${command}' build --all --no-cache`, '/dev/null']
  const { CI: _, NO_COLOR: __, ...rest } = process.env
  return spawnSync('script', words, { cwd: root, encoding: 'utf8', env: { ...rest, TERM: 'xterm' } }).stdout
}

const hasTerminal = spawnSync('script', ['-qec', 'exit', '/dev/null']).status === 0
test.skipIf(!hasTerminal)(
  'a terminal shows how far a build is, in one line (skipped where there is no script)',
  () => {
    const shown = onTerminal()
    expect(shown).toMatch(/2 brands {2}looking for changes\r\x1b\[K[01] of 2 brands {2}[a-z]+/)
    // The last line of progress is removed before the results are printed.
    expect(shown).toMatch(/\r\x1b\[Kbrand +result/)
    expect(shown).not.toContain('left')
  },
)
