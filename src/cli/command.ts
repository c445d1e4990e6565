// A command as data. The command line, its help, shell completion and the reference are all made from these records.

import type { exitCodes } from './exit-codes.ts'

/** The groups of `imprint --help`, in its order. */
export const commandGroups = {
  start: 'Start',
  write: 'Write',
  build: 'Check and build',
  look: 'Look',
  publish: 'Publish',
  machines: 'Many machines',
} as const

/** A group of commands, such as `new`. It does nothing by itself but to show its help. */
export interface CommandGroupRecord {
  /** The words after `imprint`. */
  readonly name: string
  readonly group: keyof typeof commandGroups
  /** One line. */
  readonly summary: string
}

/** A command that can be run. */
export interface CommandRecord extends CommandGroupRecord {
  /** What help says at its end. */
  readonly note?: string
  /** Its chapter of the manual, `docs/<chapter>.md`. */
  readonly chapter: string
  readonly arguments?: readonly ArgumentRecord[]
  /** In the order of help, which shows them by section. */
  readonly flags?: readonly FlagRecord[]
  /** Two or more. `test/cli/examples.whole.test.ts` runs them in a project with the brands of the manual. */
  readonly examples: readonly Example[]
  /** How it may end, besides `done` and `usage`. */
  readonly exitCodes?: readonly (keyof typeof exitCodes)[]
  /**
   * What its handler works on: the project, or the brands that the command line selects ("all-brands": every brand if it names
   * none). A handler without it opens the project itself, or needs none.
   */
  readonly on?: 'project' | 'brands' | 'all-brands'
  /** Left out of help, completion and the reference. */
  readonly hidden?: true
}

export interface ArgumentRecord {
  /** As help shows it: `<id>`, `[brand...]`. */
  readonly name: string
  readonly summary: string
  readonly choices?: readonly string[]
  readonly default?: string
  /** Checks and converts what was typed. Throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => unknown
}

export interface FlagRecord {
  /** As help shows it: `--out <folder>`, `--no-cache`. The handler gets it as `out`, `cache`. */
  readonly name: string
  readonly summary: string
  /** The heading it stands under in help. Default: the command's own flags, which come first. */
  readonly section?: 'brands' | 'global'
  readonly isRequired?: true
  /** May be given several times: the handler gets a list. */
  readonly isRepeatable?: true
  readonly choices?: readonly string[]
  /** Its value if it is not given. A flag without a value is false then. */
  readonly default?: string | number | (() => string)
  /** The default in words. */
  readonly defaultText?: string
  /** Checks and converts what was typed. Throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => unknown
  /** The flag that may not be given with it, by the name that the handler gets. */
  readonly conflicts?: string
  /** Accepted, and left out of help, completion and the reference. */
  readonly hidden?: true
}

/** The words after `imprint`, and what they do. */
export type Example = readonly [words: string, does: string]

export type AnyRecord = CommandRecord | CommandGroupRecord

/** What a handler may need of the command line that runs it. */
export interface CommandLine {
  readonly version: string
  readonly commands: readonly AnyRecord[]
}

/** Gets what `on` names, the arguments, the flags, the reporter and the `CommandLine`. Resolves to the exit code. */
export type Handler = (...words: never[]) => number | Promise<number>

/** A command with its handler, which is loaded when the command runs. */
export type RunnableCommand = CommandRecord & { readonly load: () => Promise<Handler> }

/** What follows a command's name in the usage line: `--reason <text> [flags] [brand...]`. */
export function usageOf({ flags = [], arguments: words = [] }: CommandRecord): string {
  const required = flags.filter(({ isRequired }) => isRequired).map(flag => flag.name)
  return [...required, '[flags]', ...words.map(word => word.name)].join(' ')
}

/** A flag's description, with what must and may be given and what counts if it is not. */
export function flagText(flag: FlagRecord): string {
  const { summary, isRequired, isRepeatable, choices, defaultText } = flag
  const value = defaultText ?? (typeof flag.default === 'function' ? undefined : flag.default)
  const notes = [
    ...(isRequired ? ['required'] : []),
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...(isRepeatable ? ['may be given several times'] : []),
    ...(value === undefined ? [] : [`default: ${value}`]),
  ]
  return notes.length === 0 ? summary : `${summary} (${notes.join('; ')})`
}

/** An argument's description, likewise. */
export function argumentText({ summary, choices, default: value }: ArgumentRecord): string {
  return flagText({
    name: '',
    summary,
    ...(choices && { choices }),
    ...(value !== undefined && { default: value }),
  })
}

/** Whether a record is of a command that can be run, not of a group. */
export function isCommand<Known extends CommandRecord>(record: Known | CommandGroupRecord): record is Known {
  return 'examples' in record
}

/** The commands directly below one, or those of one word: `brand`, `article` and `page` of `new`. */
export function commandsBelow<Below extends AnyRecord>(
  commands: readonly Below[],
  parent = '',
): { readonly word: string; readonly record: Below }[] {
  const start = parent === '' ? '' : `${parent} `
  return commands
    .filter(({ name }) => name.startsWith(start) && !name.slice(start.length).includes(' '))
    .filter(record => !(isCommand(record) && record.hidden))
    .map(record => ({ word: record.name.slice(start.length), record }))
}
