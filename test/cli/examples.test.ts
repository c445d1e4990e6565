// The examples that help and reference show: every command has some, and they do what they say.

import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { describeProgram } from '../../src/cli/main.ts'
import { commandExamples } from '../../src/cli/report/examples.ts'
import type { Reporter } from '../../src/cli/report/reporter.ts'
import { article, brandYaml, folderOfFile, runShared, writeFiles } from '../support/project.ts'

const program = describeProgram('', {} as Reporter, () => undefined)

/** Every command that a user can call, groups included, by its words. */
function commandsOf(parent: Command, prefix = ''): [words: string, command: Command][] {
  return parent
    .createHelp()
    .visibleCommands(parent)
    .filter(command => command.name() !== 'help')
    .flatMap(command => [
      [`${prefix}${command.name()}`, command],
      ...commandsOf(command, `${prefix}${command.name()} `),
    ])
}
const commands = commandsOf(program)

test.each(commands)('%s --help has a purpose in one line and two examples', (words, command) => {
  const help: string[] = []
  command.configureOutput({ writeOut: text => void help.push(text) }).outputHelp()
  const examples =
    help
      .join('')
      .split('\nExamples:\n')[1]
      ?.match(/^ {2}imprint .*$/gm) ?? []
  expect(command.description()).toMatch(/^[^\n]{10,120}$/)
  // "report" has a single command.
  expect(examples.length).toBeGreaterThanOrEqual(words === 'report' ? 1 : 2)
  for (const example of examples) expect(example).toContain(`  imprint ${words} `.trimEnd())
})

test('there are no examples of commands that do not exist', () => {
  const known = commands.map(([words]) => words)
  expect(Object.keys(commandExamples).filter(words => !known.includes(words))).toEqual([])
})

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

  // What has to be there before others, in this order; the rest in any.
  const inOrder = [
    'build aurora',
    'build --all --strict',
    'release aurora',
    ...Object.values(commandExamples).flatMap(({ examples }) => examples.map(([words]) => words)),
  ]
  // These serve until they are stopped, use the network, need git or files of other runs, or more releases.
  const elsewhere =
    /^(?:dev|preview|verify|disclosures|init|affected|report|rollback|release --all --to|build --all --strict)\b/
  const wordsOf = (line: string) =>
    [...line.replace(/ > \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
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
    const group = program.commands.find(command => command.name() === words[0])
    const command = group?.commands.find(inner => inner.name() === words[1]) ?? group
    const { operands, unknown } = command?.parseOptions(words) ?? { operands: [], unknown: ['?'] }
    expect({ unknown }).toEqual({ unknown: [] })
    expect(operands[0]).toBe(words[0])
  })
})
