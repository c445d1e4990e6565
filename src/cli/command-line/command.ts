// A command as data. The command line, its help, shell completion and the reference are all made from these records.

import type { exitCodes } from './exit-codes.ts'

/** The groups of `imprint --help`, in its order. */
export const commandGroups = {
  start: 'Get started',
  write: 'Create and edit',
  build: 'Check and build',
  look: 'Inspect',
  publish: 'Publish',
  machines: 'Multiple machines',
} as const

/** A group of commands, such as `new`. On its own, it only shows its help. */
export interface CommandGroupRecord {
  /** The words after `imprint`. */
  readonly name: string
  readonly group: keyof typeof commandGroups
  /** One line. */
  readonly summary: string
}

/** A command that can be run. */
export interface CommandRecord extends CommandGroupRecord {
  /** Printed at the end of the command's help. */
  readonly note?: string
  /** Its chapter of the manual, `docs/<chapter>.md`. */
  readonly chapter: string
  readonly arguments?: readonly ArgumentRecord[]
  /** In the order of help, which shows them by section. */
  readonly flags?: readonly FlagRecord[]
  /** At least two. `test/cli/examples.whole.test.ts` runs them in a project with the manual's brands. */
  readonly examples: readonly Example[]
  /** Its possible exit codes, in addition to `done` and `usage`. */
  readonly exitCodes?: readonly (keyof typeof exitCodes)[]
  /**
   * What the command line selects: the project, some of its brands, or brands that may be divided among machines.
   * `withSharedFlags` adds the argument and flags for it.
   */
  readonly scope?: 'project' | 'brands' | 'shards'
  /**
   * What the handler gets: the project, or the selected brands ("all-brands": every brand if the command line names none).
   * Without it, the handler opens the project itself or needs none.
   */
  readonly on?: 'project' | 'brands' | 'all-brands'
  /** Left out of help, completion and the reference. */
  readonly hidden?: true
}

export interface ArgumentRecord {
  /** As shown in help: `<id>`, `[brand...]`. */
  readonly name: string
  readonly summary: string
  readonly choices?: readonly string[]
  readonly default?: string
  /** Checks and converts what was typed. Throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => unknown
}

export interface FlagRecord {
  /** As shown in help: `--out <folder>`, `--no-cache`. The handler gets it as `out`, `cache`. */
  readonly name: string
  readonly summary: string
  /** Its heading in help. Default: the command's own flags, which come first. */
  readonly section?: 'brands' | 'global'
  readonly isRequired?: true
  /** May be given several times; the handler then gets a list. */
  readonly isRepeatable?: true
  readonly choices?: readonly string[]
  /** The value if the flag is not given; false for a flag that takes no value. */
  readonly default?: string | number | (() => string)
  /** The default, described in words. */
  readonly defaultText?: string
  /** Checks and converts what was typed. Throws commander's `InvalidArgumentError`. */
  readonly parse?: (text: string) => unknown
  /** The flag that it cannot be combined with, by the handler's name for that flag. */
  readonly conflicts?: string
  /** Accepted, but left out of help, completion and the reference. */
  readonly hidden?: true
}

/** The flags of records as the handler gets them, by its names for them. */
export type FlagsOf<Flags extends readonly FlagRecord[]> = {
  readonly [Flag in Exclude<Flags[number], Unset> as KeyOf<Flag['name']>]: ValueOf<Flag>
} & {
  readonly [Flag in Extract<Flags[number], Unset> as KeyOf<Flag['name']>]?: ValueOf<Flag>
}

type WithValue = { name: `${string} <${string}` }
/** A flag that has no value if it is not given. */
type Unset = WithValue & { isRequired?: undefined; default?: undefined }

/** `--no-cache` → `cache`, `--as-of <day>` → `asOf` */
type KeyOf<Name> = Name extends `${infer Flag} <${string}`
  ? KeyOf<Flag>
  : Name extends `--no-${infer Words}`
    ? KeyOf<Words>
    : Name extends `--${infer Words}`
      ? KeyOf<Words>
      : Name extends `${infer Word}-${infer Words}`
        ? `${Word}${Capitalize<KeyOf<Words>>}`
        : Name

type ValueOf<Flag> = Flag extends { isRepeatable: true } ? readonly ItemOf<OneOf<Flag>>[] : OneOf<Flag>
/** The lists that `parse` returns are joined. */
type ItemOf<Value> = Value extends readonly (infer Item)[] ? Item : Value
type OneOf<Flag> = Flag extends { parse: (text: string) => infer Value }
  ? Value
  : Flag extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Flag extends WithValue
      ? string
      : boolean

/** The words after `imprint`, and their effect. */
export type Example = readonly [words: string, does: string]

export type AnyRecord = CommandRecord | CommandGroupRecord

/** What a handler may need from the command line that runs it. */
export interface CommandLine {
  readonly version: string
  readonly commands: readonly AnyRecord[]
}

/**
 * Gets the project or brands according to `on`, the arguments, the flags, the reporter and the `CommandLine`. Resolves to the
 * exit code.
 */
type Handler = (...words: never[]) => number | Promise<number>

/** A command with its handler, which is loaded only when the command runs. */
export type RunnableCommand = CommandRecord & { readonly load: () => Promise<Handler> }

/** The part after a command's name in the usage line: `--reason <text> [flags] [brand...]`. */
export function usageOf({ flags = [], arguments: words = [] }: CommandRecord): string {
  const required = flags.filter(({ isRequired }) => isRequired).map(flag => flag.name)
  return [...required, '[flags]', ...words.map(word => word.name)].join(' ')
}

/** A flag's description, with its choices, whether it may be repeated, and its default. */
export function flagText(flag: FlagRecord): string {
  const { summary, isRequired, isRepeatable, choices, defaultText } = flag
  const value = defaultText ?? (typeof flag.default === 'function' ? undefined : flag.default)
  const notes = [
    ...(isRequired ? ['required'] : []),
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...(isRepeatable ? ['can be repeated'] : []),
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

/** Whether a record is a command that can be run, not a group. */
export function isCommand<Known extends CommandRecord>(record: Known | CommandGroupRecord): record is Known {
  return 'examples' in record
}

/** The commands directly below a group (`brand`, `article` and `page` for `new`), or else the commands of one word. */
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
