// The text of `--help`, from the records of the commands.

import type { Help } from 'commander'
import {
  type AnyRecord,
  argumentText,
  type CommandRecord,
  commandGroups,
  commandsBelow,
  type Example,
  type FlagRecord,
  flagText,
  isCommand,
  usageOf,
} from './command.ts'
import { exitCodes, exitMeanings } from './exit-codes.ts'

/** A line of a list: a command, an argument or a flag, and its description. */
type Item = readonly [term: string, text: string]

const helpFlag: Item = ['-h, --help', 'show help']

/** The help of the whole program shows examples of these commands. */
const firstSteps = ['build', 'check', 'dev', 'preview', 'explain', 'diff']

/** `imprint --help`: the commands in their groups. */
export function programHelp(commands: readonly AnyRecord[], layout: Help): string {
  const groups = Object.entries(commandGroups).map(([group, title]) => {
    const members = commandsBelow(commands).filter(({ record }) => record.group === group)
    return [title, members.map(({ word, record }): Item => [word, record.summary])] as const
  })
  return page(
    'Usage: imprint <command> [flags]',
    'Builds many brand sites from one repository: YAML, Markdown and React templates in, static HTML out.',
    [...groups, ['Flags', [helpFlag, ['-V, --version', 'print the version']]]],
    `${programFooter(commands)}\n\nRun "imprint <command> --help" to see flags and more examples. The manual is in the package’s docs/ folder.`,
    layout,
  )
}

/** Exit codes and examples of the whole program. */
export function programFooter(commands: readonly AnyRecord[]): string {
  const codes = ['done', 'failed', 'usage', 'brandInvalid', 'network', 'tryAgain', 'changes'] as const
  return `Exit codes: ${codesText(codes)}, 129/130/143 stopped by a signal.

Examples:
${exampleLines(firstExamples(firstSteps.flatMap(name => commands.find(record => record.name === name) ?? [])))}`
}

export function commandHelp(record: AnyRecord, commands: readonly AnyRecord[], layout: Help): string {
  const below = commandsBelow(commands, record.name)
  const inner: readonly Item[] = below.map(({ word, record }) => [word, record.summary])
  if (!isCommand(record)) {
    const examples = firstExamples(below.map(each => each.record))
    return page(
      `Usage: imprint ${record.name} <command>`,
      sentence(record.summary),
      [
        ['Commands', inner],
        ['Flags', [helpFlag]],
      ],
      `Examples:\n${exampleLines(examples)}`,
      layout,
    )
  }
  const { name, flags = [], arguments: words = [] } = record
  const section = (wanted: FlagRecord['section']): Item[] =>
    flagsIn(flags, wanted).map(flag => [flag.name, flagText(flag)])
  return page(
    `Usage: imprint ${name} ${usageOf(record)}`,
    sentence(record.summary),
    [
      ['Commands', inner],
      ['Arguments', words.map(word => [word.name, argumentText(word)])],
      ['Flags', section(undefined)],
      ['Brand selection', section('brands')],
      ['Global flags', [...section('global'), helpFlag]],
    ],
    commandFooter(record),
    layout,
  )
}

/** The visible flags of a section, the required ones first. */
export function flagsIn(flags: readonly FlagRecord[], section: FlagRecord['section']): FlagRecord[] {
  const shown = flags.filter(flag => flag.section === section && !flag.hidden)
  return [...shown.filter(flag => flag.isRequired), ...shown.filter(flag => !flag.isRequired)]
}

function commandFooter({ note, exitCodes: codes = [], examples, chapter }: CommandRecord): string {
  return [
    ...(note === undefined ? [] : [note]),
    `Exit codes: ${codesText(['done', 'usage', ...codes])}.`,
    `Examples:\n${exampleLines(examples)}`,
    `Manual: docs/${chapter}.md in the package`,
  ].join('\n\n')
}

/** Exit codes with their meanings, the lowest first. */
export function codesText(names: readonly (keyof typeof exitCodes)[]): string {
  return [...names]
    .sort((a, b) => exitCodes[a] - exitCodes[b])
    .map(name => `${exitCodes[name]} ${exitMeanings[name]}`)
    .join(', ')
}

function firstExamples(commands: readonly AnyRecord[]): readonly Example[] {
  return commands.flatMap(record => (isCommand(record) ? record.examples.slice(0, 1) : []))
}

/** Examples as lines in two columns: the command and its effect. */
export function exampleLines(examples: readonly Example[]): string {
  const width = Math.max(...examples.map(([words]) => words.length))
  return examples.map(([words, does]) => `  imprint ${words.padEnd(width)}  ${does}`).join('\n')
}

function page(
  usage: string,
  summary: string,
  sections: readonly (readonly [title: string, items: readonly Item[]])[],
  footer: string,
  layout: Help,
): string {
  const width = Math.max(...sections.flatMap(([, items]) => items.map(([term]) => term.length)))
  const lists = sections
    .filter(([, items]) => items.length > 0)
    .map(
      ([title, items]) =>
        `${title}:\n${items.map(([term, text]) => layout.formatItem(term, width, text, layout)).join('\n')}`,
    )
  const lines = layout.helpWidth ?? 80
  return `${[usage, layout.boxWrap(summary, lines), ...lists, footer].join('\n\n')}\n`
}

/** A summary as a sentence: with a capital letter and a full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
