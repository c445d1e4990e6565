// The examples in the help and the reference: every command has some, and they work.

import { describe, expect, test } from 'vitest'
import { isCommand } from '../../src/cli/command-line/command.ts'
import { commands } from '../../src/cli/commands/index.ts'
import { article, brandYaml, folderOfFile, runShared, writeFiles } from '../support/project.ts'

const runnable = commands.filter(isCommand).filter(({ hidden }) => !hidden)

test.each(commands.filter(record => !(isCommand(record) && record.hidden)))(
  '$name --help has a purpose in one line and two examples',
  async record => {
    const { stdout } = await runShared([...record.name.split(' '), '--help'], { cwd: '/' })
    const examples = stdout.split('\nExamples:\n')[1]?.match(/^ {2}imprint .*$/gm) ?? []
    expect(record.summary).toMatch(/^[^\n]{10,100}$/)
    // "report" has a single command.
    expect(examples.length).toBeGreaterThanOrEqual(record.name === 'report' ? 1 : 2)
    for (const example of examples) expect(example).toContain(`  imprint ${record.name} `.trimEnd())
  },
)

describe('in a project with the brands of the manual', () => {
  const cwd = folderOfFile()
  writeFiles(cwd, {
    'brands/_house/brand.yaml': 'companyLine: Test LLC\n',
    'brands/aurora/brand.yaml': brandYaml({ extends: '_house', name: 'Aurora' }),
    'brands/harbor/brand.yaml': brandYaml({ name: 'Harbor', siteUrl: 'https://www.harbor.example' }),
    'brands/aurora/content/strings.yaml': 'header: {about: Who we are}\n',
    'content/articles/rent.md': article('rent'),
    'content/articles/late-rent.md': article('late-rent', { date: '2026-12-01' }),
  })

  // These must run before others, in this order; the rest may run in any order.
  const inOrder = [
    'build aurora',
    'build --all --strict',
    'release aurora',
    ...runnable.flatMap(({ examples }) => examples.map(([words]) => words)),
  ]
  // These serve until they are stopped, use the network, or need git, files of other runs or more releases.
  const elsewhere =
    /^(?:dev|preview|verify|table apply|disclosures|init|affected|report|rollback|release --all --to|build --all --strict)\b/
  const wordsOf = (line: string) =>
    [...line.replace(/ >>? \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare ?? '',
    )

  test.each([...new Set(inOrder)].filter(line => !elsewhere.test(line)))('imprint %s', async line => {
    const run = await runShared(wordsOf(line), { cwd })
    expect({ code: run.code, errors: run.stderr.match(/^.*\berror {2}.*$/gm) }).toEqual({
      code: 0,
      errors: null,
    })
  })

  test.each(inOrder.filter(line => elsewhere.test(line)))('imprint %s: its words are known', line => {
    const words = wordsOf(line)
    const record = runnable.findLast(({ name }) => `${line} `.startsWith(`${name} `))
    const flags = (record?.flags ?? []).map(({ name }) => name.split(' ')[0] ?? '')
    expect(flags).toEqual(expect.arrayContaining(words.filter(word => word.startsWith('--'))))
  })
})
