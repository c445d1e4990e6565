import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { githubText, junitText, summaryMarkdown } from '../../src/cli/report/formats.ts'
import { createReporter } from '../../src/cli/report/reporter.ts'
import { diagnostic } from '../../src/diagnostics/index.ts'
import { article, brandYaml, completeBrandYaml, project, runShared } from '../support/project.ts'
import { junitErrors, sarifErrors } from '../support/report-formats.ts'

const tab = diagnostic('yaml/syntax', '100 % wrong:\na <tab> | \u0001', {
  at: { file: 'brands/a,b/brand.yaml', line: 3, column: 5 },
  hint: 'Use spaces.',
})
const unread = diagnostic('project/unread-file', 'Nothing reads this file.')
const brands = [
  { id: 'aurora', status: 'built', pages: 5, bytes: 2048 },
  { id: 'harbor', status: 'failed' },
]

test('GitHub Actions gets each problem once as a command, with its place escaped', () => {
  const diagnostics = [{ ...tab, brand: 'aurora' }, { ...tab, brand: 'harbor' }, unread]
  expect(githubText({ diagnostics }).split('\n')).toEqual([
    '::error file=brands/a%2Cb/brand.yaml,line=3,col=5,title=yaml/syntax::100 %25 wrong:%0Aa <tab> | \u0001 (aurora, harbor)%0AUse spaces.',
    '::warning title=project/unread-file::Nothing reads this file.',
    '',
  ])
})

test('problems are annotated next to their text, and with --quiet only errors are', () => {
  const said = (annotations: boolean, quiet = false) => {
    let stderr = ''
    const stdout = () => undefined
    const report = (text: string) => {
      stderr += text
    }
    createReporter({
      documentOnly: false,
      quiet,
      color: false,
      live: false,
      annotations,
      stdout,
      stderr: report,
    }).problems([tab, unread])
    return stderr
  }
  expect(said(false)).not.toContain('::')
  expect(said(true)).toContain('::warning')
  expect(said(true, true)).not.toContain('::warning')
})

test('messages name files of the project by their paths in it', () => {
  const stdout: string[] = []
  const reporter = createReporter({
    documentOnly: true,
    write: ({ diagnostics }) => diagnostics.map(({ message }) => message).join('\n'),
    quiet: false,
    color: false,
    live: false,
    stdout: text => stdout.push(text),
    stderr: () => undefined,
  })
  reporter.within('/app')
  reporter.document({
    diagnostics: [
      diagnostic('output/refused', '"/app/brands" cannot be used: /app/brands has files.'),
      diagnostic('output/refused', '/srv/app/dist and "/app" cannot be used.'),
    ],
  })
  expect(stdout).toEqual([
    '"brands" cannot be used: brands has files.\n/srv/app/dist and "/app" cannot be used.',
  ])
})

test('JUnit has a suite for each brand, in which errors have failed', async () => {
  const text = junitText({ ok: false, brands, diagnostics: [{ ...tab, brand: 'harbor' }, unread] })
  expect(await junitErrors(text)).toEqual([])
  expect(text).toContain('<testsuite name="aurora" tests="1" failures="0" errors="0">')
  expect(text).toContain('<testsuite name="harbor" tests="1" failures="1" errors="0">')
  expect(text).toContain('<testsuite name="project" tests="1" failures="0" errors="0">')
  expect(text).toContain('<failure type="yaml/syntax" message="100 % wrong:\na &lt;tab&gt; | \ufffd">')
  expect(text).not.toContain('\u0001')
})

test('in JUnit, warnings fail if they alone failed the brand', () => {
  const failures = (status: string) =>
    /failures="(\d)"/.exec(
      junitText({
        ok: status === 'built',
        brands: [{ id: 'aurora', status }],
        diagnostics: [{ ...unread, brand: 'aurora' }],
      }),
    )?.[1]
  expect(failures('failed')).toBe('1')
  expect(failures('built')).toBe('0')
})

test('a summary is Markdown that no message can break', () => {
  expect(summaryMarkdown({ ok: false, brands, diagnostics: [tab] })).toBe(`### Imprint: failed

| brand | result | pages | kB |
| --- | --- | ---: | ---: |
| aurora | built | 5 | 2.0 |
| harbor | failed |  | 0.0 |

| problem | where | brands | |
| --- | --- | --- | --- |
| error yaml/syntax | brands/a,b/brand.yaml:3 |  | 100 % wrong: a \\<tab\\> \\| \u0001 |
`)
})

test('build and check print one valid document in each format, and problems as text on stderr', async () => {
  const root = project({
    'brands/one/brand.yaml': completeBrandYaml({ name: 'One' }),
    'brands/two/brand.yaml': completeBrandYaml({ name: 'Two', phone: '"0123"' }),
    'content/articles/dated.md': article('dated', { date: '"yesterday"' }),
  })
  const env = { GITHUB_STEP_SUMMARY: join(root, 'summary.md') }
  for (const command of ['build', 'check']) {
    const run = (format: string) => runShared([command, '--all', '--format', format], { cwd: root, env })
    const [sarif, junit, github] = [await run('sarif'), await run('junit'), await run('github')]
    for (const { code, stderr } of [sarif, junit, github]) {
      expect(code).toBe(3)
      expect(stderr).toContain('brands/two/brand.yaml:4:8  error  brand/invalid-phone')
    }
    expect(sarifErrors(sarif.stdout)).toBe(null)
    expect(sarif.stdout).toContain('"ruleId": "brand/invalid-phone"')
    expect(await junitErrors(junit.stdout)).toEqual([])
    expect(junit.stdout).toMatch(/<testsuite name="two" tests="\d" failures="1"/)
    expect(github.stdout.trimEnd().split('\n').sort()).toEqual([
      expect.stringMatching(
        /^::error file=brands\/two\/brand.yaml,line=4,col=8,title=brand\/invalid-phone::/,
      ),
      expect.stringMatching(/^::warning file=content\/articles\/dated.md,line=\d,col=\d+,title=article\//),
    ])
    const { stdout, stderr } = await run('json')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ schema: 1, ok: false })
  }
  const summary = () => readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')
  expect(summary()).toContain('| two | failed |')
  writeFileSync(env.GITHUB_STEP_SUMMARY, '')
  expect((await runShared(['build', 'one'], { cwd: root, env })).code).toBe(0)
  expect(summary()).toMatch(
    /\n<details><summary>1 problem<\/summary>\n\n\| problem .*\| warning article\/.*\n<\/details>\n$/s,
  )
})

test('check --waivers prints how often each rule is waived and why, and which waivers end next', async () => {
  const waiver = (rule: string, quote: string, until: string) =>
    `{rule: ${rule}, quote: ${quote}, reason: It is about a deadline, by: J. Doe, until: ${until}}`
  const brand = (name: string, ...waivers: string[]) =>
    completeBrandYaml({ name, waivers: `[${waivers.join(', ')}]` })
  const comment =
    '<!-- check-waive claim/guaranteed reason="It is a myth to rebut" by="A. Roe" until="2026-07-31" -->'
  const root = project({
    'brands/one/brand.yaml': brand(
      'One Site',
      waiver('claim/urgency', 'Only today', '2026-09-30'),
      waiver('claim/guaranteed', 'approved', '2026-10-01'),
    ),
    'brands/two/brand.yaml': brand('Two Site', waiver('claim/urgency', 'Only today', '2026-08-31')),
    'content/articles/text.md': article(
      'text',
      {},
      `Only today: apply now.\n\nEveryone is approved.\n\n${comment}\nNobody is refused.\n`,
    ),
  })
  const run = (...words: string[]) =>
    runShared(['check', '--all', '--as-of', '2026-01-15', '--waivers', ...words], { cwd: root })
  const { stdout } = await run()
  expect(stdout).toContain(
    [
      'claim/guaranteed is waived 3 times:',
      '  It is about a deadline, by J. Doe until 2026-10-01 (brands/one/brand.yaml:13) (1 brand)',
      '  It is a myth to rebut, by A. Roe until 2026-07-31 (content/articles/text.md:12) (2 brands)',
      'claim/urgency is waived 2 times:',
      '  It is about a deadline, by J. Doe until 2026-09-30 (brands/one/brand.yaml:13) (1 brand)',
      '  It is about a deadline, by J. Doe until 2026-08-31 (brands/two/brand.yaml:13) (1 brand)',
      'Ends next:',
      '  2026-07-31  claim/guaranteed (content/articles/text.md:12)',
      '  2026-08-31  claim/urgency (brands/two/brand.yaml:13)',
      '  2026-09-30  claim/urgency (brands/one/brand.yaml:13)',
      '  2026-10-01  claim/guaranteed (brands/one/brand.yaml:13)',
    ].join('\n'),
  )
  const { waiverOverview } = JSON.parse((await run('--json')).stdout)
  expect(waiverOverview.rules[0]).toMatchObject({ rule: 'claim/guaranteed', times: 3 })
  expect(waiverOverview.rules[0].waivers[1]).toEqual({
    ...{ reason: 'It is a myth to rebut', by: 'A. Roe', until: '2026-07-31' },
    ...{ file: 'content/articles/text.md', line: 12, brands: ['one', 'two'] },
  })
  expect(waiverOverview.ends[0]).toEqual({
    ...{ until: '2026-07-31', rule: 'claim/guaranteed' },
    ...{ file: 'content/articles/text.md', line: 12 },
  })
})

test('check lists the waivers in force, and what it cannot see', async () => {
  const waivers =
    '[{rule: claim/urgency, quote: Only today, reason: It is about a deadline, by: J. Doe, until: 2026-09-30}]'
  const root = project({
    'brands/one/brand.yaml': completeBrandYaml({ waivers }),
    'content/articles/text.md': article('text', {}, 'Only today: apply now.\n'),
  })
  const run = (...words: string[]) =>
    runShared(['check', '--as-of', '2026-01-15', ...words], { cwd: root }).then(({ stdout }) => stdout)
  const text = await run()
  expect(text).toContain(
    'Waived: claim/urgency, by J. Doe until 2026-09-30: It is about a deadline (brands/one/brand.yaml:13) (one)',
  )
  expect(text).toContain('No findings.')
  const list = JSON.parse(await run('--checklist', '--json')).checklist
  expect(list.length).toBeGreaterThan(5)
  expect(await run('--checklist')).toContain(list[0])
  expect(await run('--checklist', '--format', 'html')).toContain(list[0])
})

test('a mistake in the command line is reported in the requested format', async () => {
  const root = project({ 'brands/one/brand.yaml': brandYaml() })
  const run = async (...words: string[]) => runShared(words, { cwd: root })
  const junit = await run('build', 'onee', '--format=junit')
  expect(junit.code).toBe(2)
  expect(await junitErrors(junit.stdout)).toEqual([])
  expect(junit.stdout).toContain('usage/unknown-brand')
  expect(sarifErrors((await run('check', '--format', 'sarif', '--wrong')).stdout)).toBe(null)
  const both = await run('build', '--format', 'junit', '--json')
  expect(both.code).toBe(2)
  expect(JSON.parse(both.stdout).diagnostics[0].message).toContain('cannot be used with')
  expect((await run('build', '--format', 'html')).stderr).toContain('junit')
})
