import { expect, test } from 'vitest'
import { createReporter } from '../../src/cli/report.ts'
import { diagnostic } from '../../src/diagnostics/index.ts'

function said(annotations: boolean, quiet = false): string {
  let stderr = ''
  const reporter = createReporter({
    json: false,
    quiet,
    color: false,
    live: false,
    annotations,
    stdout: () => undefined,
    stderr: text => {
      stderr += text
    },
  })
  reporter.problems([
    diagnostic('yaml/syntax', '100 % wrong:\na tab', {
      at: { file: 'brands/a,b/brand.yaml', line: 3, column: 5 },
      hint: 'Use spaces.',
    }),
    diagnostic('project/unread-file', 'Nothing reads this file.'),
  ])
  return stderr
}

test('GitHub Actions gets each problem as a command, with its place escaped', () => {
  const lines = said(true)
    .split('\n')
    .filter(line => line.startsWith('::'))
  expect(lines).toEqual([
    '::error file=brands/a%2Cb/brand.yaml,line=3,col=5,title=yaml/syntax::100 %25 wrong:%0Aa tab%0AUse spaces.',
    '::warning title=project/unread-file::Nothing reads this file.',
  ])
})

test('elsewhere there are none, and with --quiet only errors', () => {
  expect(said(false)).not.toContain('::')
  expect(said(true, true)).not.toContain('::warning')
})
