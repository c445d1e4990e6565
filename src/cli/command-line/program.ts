// The command line, built with commander from the commands' records. Commander only parses; help is in `help.ts`.

import { Argument, Command, Option } from 'commander'
import type { Diagnostic } from '../../diagnostics/index.ts'
import { cannotBegin, mistake, openProject, type ProjectFlags } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import {
  type AnyRecord,
  type ArgumentRecord,
  type CommandGroupRecord,
  type CommandLine,
  commandsBelow,
  type FlagRecord,
  isCommand,
  type RunnableCommand,
} from './command.ts'
import { commandHelp, programHelp } from './help.ts'
import { openBrands, type SelectionFlags } from './select-brands.ts'

interface Program extends CommandLine {
  readonly commands: readonly (RunnableCommand | CommandGroupRecord)[]
  readonly reporter: Reporter
  /** Gets the exit code of the command that ran. */
  readonly end: (code: number) => void
}

/** The parser of the command line, with every command. */
export function commandLine(program: Program): Command {
  const { commands, version, reporter } = program
  const root = new Command('imprint')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .configureHelp({ formatHelp: (_, layout) => programHelp(commands, layout) })
    .configureOutput({
      writeOut: text => process.stdout.write(text),
      writeErr: () => undefined,
      outputError: text => reporter.usageError(usageProblem(text, commands)),
    })
  for (const record of commands) addCommand(root, record, program)
  return root
}

/** Adds a command. `new brand` goes below `new`, which must have been added before. */
function addCommand(root: Command, record: RunnableCommand | CommandGroupRecord, program: Program): void {
  const names = record.name.split(' ')
  const parent = names
    .slice(0, -1)
    .reduce((above, name) => above.commands.find(child => child.name() === name) ?? above, root)
  const command = parent
    .command(names.at(-1) ?? '', { hidden: isCommand(record) && record.hidden === true })
    .description(record.summary)
    .configureHelp({ formatHelp: (_, layout) => commandHelp(record, program.commands, layout) })
    .configureOutput({
      outputError: text => program.reporter.usageError(usageProblem(text, program.commands, record.name)),
    })
  if (!isCommand(record)) return
  for (const argument of record.arguments ?? []) command.addArgument(argumentOf(argument))
  for (const flag of record.flags ?? []) command.addOption(optionOf(flag))
  command.action(actionOf(record, program))
}

function argumentOf({ name, choices, default: value, parse }: ArgumentRecord): Argument {
  const argument = new Argument(name)
  if (parse !== undefined) argument.argParser(parse)
  if (choices !== undefined) argument.choices(choices)
  return value === undefined ? argument : argument.default(value)
}

function optionOf(flag: FlagRecord): Option {
  const { name, isRequired = false, isRepeatable, choices, parse, conflicts, hidden = false } = flag
  const option = new Option(name).makeOptionMandatory(isRequired).hideHelp(hidden)
  if (isRepeatable)
    option.argParser((text, before: readonly unknown[] = []) => [...before, parse?.(text) ?? text].flat())
  else if (parse !== undefined) option.argParser(parse)
  if (choices !== undefined) option.choices(choices)
  if (conflicts !== undefined) option.conflicts(conflicts)
  if (option.isBoolean() && !option.negate) return option.default(false)
  const value = typeof flag.default === 'function' ? flag.default() : flag.default
  return value === undefined ? option : option.default(value)
}

/** Commander calls an action with the arguments of the command, its flags, and the command itself. */
function actionOf({ on, load }: RunnableCommand, { version, commands, reporter, end }: Program) {
  const run = async (...words: unknown[]): Promise<number> => {
    const handler = (await load()) as (...words: unknown[]) => number | Promise<number>
    return handler(...words, reporter, { version, commands })
  }
  return async (...words: unknown[]): Promise<void> => {
    // If the parent command has the same flag, commander gives the value to the parent.
    const flags = (words.at(-1) as Command).optsWithGlobals<ProjectFlags & SelectionFlags>()
    const named = words.slice(0, -2)
    if (on === undefined) return end(await run(...named, flags))
    if (on === 'project') {
      const { value: project, diagnostics } = openProject(flags)
      if (project === undefined) return end(cannotBegin(reporter, diagnostics))
      reporter.within(project.root)
      return end(await run(project, ...named, flags))
    }
    const selected = await openBrands(named[0] as string[], flags, reporter, on === 'all-brands')
    return end(typeof selected === 'number' ? selected : await run(selected, flags))
  }
}

/** Commander's message as a problem: `error: unknown option '--al'\n(Did you mean --all?)` → message and hint. */
function usageProblem(text: string, commands: readonly AnyRecord[], name = ''): Diagnostic {
  const [, message = text, hint] = /^error: ([\s\S]*?)(?:\n\((.*)\))?\s*$/.exec(text) ?? []
  const early = /^unknown option '(--(?:json|quiet|debug|root))/.exec(message)?.[1]
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`
  const help =
    name === ''
      ? 'Run "imprint --help" to see the commands and their flags.'
      : `Run "imprint ${name} --help" to see its flags and examples.`
  const below = commandsBelow(commands, name).map(({ word }) => word)
  const known =
    name !== '' && message.startsWith('unknown command')
      ? `The commands of "imprint ${name}" are ${below.join(', ')}.`
      : help
  return mistake(
    sentence,
    early !== undefined && name === ''
      ? `Put it after the command: "imprint build ${early}".`
      : (hint ?? known),
  )
}
