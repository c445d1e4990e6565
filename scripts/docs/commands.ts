// Commands and their flags, as Markdown, from the records that the command line is made from.

import {
  type AnyRecord,
  argumentText,
  commandGroups,
  type FlagRecord,
  flagText,
  isCommand,
  usageOf,
} from '../../src/cli/command-line/command.ts'
import { globalFlags, shardFlags } from '../../src/cli/command-line/flags.ts'
import { codesText, exampleLines, flagsIn, programFooter, sentence } from '../../src/cli/command-line/help.ts'
import { safe } from './keys.ts'

/** The page of all commands: shared flags, then each command in the order of the help. */
export function commandReference(commands: readonly AnyRecord[]): string {
  const groups = Object.entries(commandGroups).map(([group, title]) => {
    const members = commands.filter(isCommand).filter(record => record.group === group && !record.hidden)
    return `${title}: ${members.map(({ name }) => `[\`${name}\`](#imprint-${name.replaceAll(' ', '-')})`).join(', ')}.`
  })
  return [
    ...groups,
    '## Global flags',
    flagTable(globalFlags),
    '## Flags that select brands',
    flagTable(shardFlags),
    ...commands
      .filter(isCommand)
      .filter(record => !record.hidden)
      .flatMap(record => {
        const { name, summary, note, arguments: words = [], flags = [], exitCodes = [], examples } = record
        return [
          `## \`imprint ${name}\``,
          safe(sentence(summary)),
          `\`\`\`sh\nimprint ${name} ${usageOf(record)}\n\`\`\``,
          `\`\`\`sh\n${exampleLines(examples).replace(/^ {2}/gm, '')}\n\`\`\``,
          table(
            'Argument',
            words.map(word => [word.name, argumentText(word)]),
          ),
          flagTable(flagsIn(flags, undefined)),
          alsoTakes(flags),
          `Exit codes: ${codesText(['done', 'usage', ...exitCodes])}.`,
          safe(note ?? ''),
        ]
      }),
    '## Exit codes and examples',
    `\`\`\`\n${programFooter(commands)}\n\`\`\``,
  ]
    .filter(text => text !== '')
    .join('\n\n')
}

function flagTable(flags: readonly FlagRecord[]): string {
  return table(
    'Flag',
    flags.map(flag => [flag.name, flagText(flag)]),
  )
}

/** The flags of shared sections that a command accepts. */
function alsoTakes(flags: readonly FlagRecord[]): string {
  const shared = [...flagsIn(flags, 'brands'), ...flagsIn(flags, 'global')]
  if (shared.length === 0) return ''
  return `Also accepts ${shared.map(({ name }) => `\`${name.split(' ')[0]}\``).join(', ')}.`
}

function table(head: string, rows: readonly (readonly [name: string, text: string])[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(([name, text]) => `| \`${name.replaceAll('|', '\\|')}\` | ${safe(sentence(text))} |`)
  return [`| ${head} | Description |`, '|---|---|', ...lines].join('\n')
}
