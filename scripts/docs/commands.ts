// Commands and their flags, as Markdown, from what the command line itself is made of.

import type { Command, Option } from 'commander'
import { commandExamples, exampleLines } from '../../src/cli/report/examples.ts'
import { safe } from './keys.ts'

/** The page of all commands. */
export function commandReference(program: Command): string {
  const commands = leaves(program)
  const isShared = ({ flags }: Option) =>
    commands.filter(({ command }) => command.options.some(option => option.flags === flags)).length >
    commands.length / 2
  const shared = commands
    .flatMap(({ command }) => command.options.filter(isShared))
    .filter((option, index, all) => index === all.findIndex(({ flags }) => flags === option.flags))
  return [
    '## Flags of many commands',
    optionTable(shared),
    ...commands.flatMap(({ command, words }) => [
      `## \`imprint ${words}\``,
      safe(sentence(command.description())),
      `\`\`\`sh\nimprint ${words} ${command.usage()}\n\`\`\``,
      `\`\`\`sh\n${exampleLines(commandExamples[words]?.examples ?? []).replace(/^ {2}/gm, '')}\n\`\`\``,
      argumentTable(command),
      optionTable(command.options.filter(option => !option.hidden && !isShared(option))),
      alsoTakes(command.options.filter(isShared)),
    ]),
    '## Exit codes and examples',
    `\`\`\`\n${textAfterHelp(program)}\n\`\`\``,
  ]
    .filter(text => text !== '')
    .join('\n\n')
}

/** All commands that can be called; a group is one only if it does something by itself. */
function leaves(parent: Command, prefix = ''): { readonly command: Command; readonly words: string }[] {
  const shown = parent.createHelp().visibleCommands(parent)
  return shown
    .filter(command => command.name() !== 'help')
    .flatMap(command => {
      const words = `${prefix}${command.name()}`
      const isGroup = command.commands.length > 0 && command.options.length === 0
      return [...(isGroup ? [] : [{ command, words }]), ...leaves(command, `${words} `)]
    })
}

function argumentTable({ registeredArguments }: Command): string {
  const rows = registeredArguments.map(argument => {
    const { required, variadic, description, argChoices, defaultValue } = argument
    const name = `${argument.name()}${variadic ? '...' : ''}`
    const notes = [choices(argChoices), defaultValue !== undefined && `Default: \`${defaultValue}\`.`]
    return [
      required ? `<${name}>` : `[${name}]`,
      [sentence(description), ...notes].filter(Boolean).join(' '),
    ] as const
  })
  return table('Argument', rows)
}

function optionTable(options: readonly Option[]): string {
  return table(
    'Flag',
    options.map(option => {
      const { flags, description, argChoices, mandatory, defaultValue, defaultValueDescription } = option
      const value =
        defaultValueDescription ??
        (defaultValue !== false && defaultValue !== true ? defaultValue : undefined)
      const notes = [
        mandatory && 'Required.',
        choices(argChoices),
        value !== undefined && `Default: ${value}.`,
      ]
      return [flags, [sentence(description), ...notes].filter(Boolean).join(' ')] as const
    }),
  )
}

function alsoTakes(shared: readonly Option[]): string {
  return shared.length === 0
    ? ''
    : `Of the flags above: ${shared.map(({ long }) => `\`${long}\``).join(', ')}.`
}

function choices(names: readonly string[] | undefined): string {
  return names === undefined ? '' : `One of ${names.map(name => `\`${name}\``).join(', ')}.`
}

function table(head: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(([name, text]) => `| \`${name.replaceAll('|', '\\|')}\` | ${safe(text)} |`)
  return [`| ${head} | What it does |`, '|---|---|', ...lines].join('\n')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.)]$/.test(text) ? '' : '.'}`
}

/** What `imprint --help` says below the commands. */
function textAfterHelp(program: Command): string {
  let text = ''
  const output = {
    writeOut: (part: string) => {
      text += part
    },
  }
  program.configureOutput(output).outputHelp()
  return text.slice(program.helpInformation().length).trim()
}
