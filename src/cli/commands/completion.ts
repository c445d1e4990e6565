// `imprint completion <shell>` prints a script that asks the hidden command `complete` for the matching words. So commands, flags
// and brands always match the installed version and the current project.

import {
  type AnyRecord,
  type CommandLine,
  type CommandRecord,
  commandsBelow,
  isCommand,
} from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { openProject } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'

export const completionCommand: CommandRecord = {
  name: 'completion',
  group: 'start',
  summary: 'print a shell completion script for commands, flags and brands',
  chapter: 'start',
  arguments: [{ name: '<shell>', summary: 'your shell', choices: ['bash', 'zsh', 'fish'] }],
  examples: [
    ['completion bash >> ~/.bashrc', 'complete commands in Bash'],
    ['completion zsh >> ~/.zshrc', 'complete commands in Zsh; compinit must be above it in the file'],
    ['completion fish > ~/.config/fish/conf.d/imprint.fish', 'complete commands in fish'],
  ],
}

export const completeCommand: CommandRecord = {
  name: 'complete',
  group: 'start',
  summary: 'print the possible next words, one per line',
  chapter: 'start',
  arguments: [{ name: '[word...]', summary: 'words typed so far' }],
  examples: [],
  hidden: true,
}

/** Each completes `imprint …` and, because projects have their own Imprint, `npx imprint …`. */
const scripts = {
  bash: `# imprint
_imprint() {
  local IFS=$'\\n' first=1 run=(imprint)
  COMPREPLY=()
  if [ "\${COMP_WORDS[0]}" = npx ]; then
    [ "$COMP_CWORD" -gt 1 ] && [ "\${COMP_WORDS[1]}" = imprint ] || return
    first=2 run=(npx --no --offline imprint)
  fi
  COMPREPLY=($(compgen -W "$("\${run[@]}" complete -- "\${COMP_WORDS[@]:first:COMP_CWORD-first+1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _imprint imprint npx
`,
  zsh: `# imprint
_imprint() {
  local -a found run=(imprint)
  local first=2
  if [[ $words[1] == npx ]]; then
    if [[ $CURRENT -eq 2 || $words[2] != imprint ]]; then _default; return; fi
    first=3 run=(npx --no --offline imprint)
  fi
  found=("\${(@f)$($run complete -- "\${(@)words[first,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _imprint imprint npx
`,
  fish: `# imprint
complete -c imprint -f -a '(imprint complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
complete -c npx -n '__fish_seen_subcommand_from imprint' -f -a '(npx --no --offline imprint complete -- (commandline -opc)[3..] (commandline -ct) 2>/dev/null)'
`,
}

export function completion(shell: keyof typeof scripts, _flags: unknown, reporter: Reporter): number {
  reporter.result(scripts[shell])
  return exitCodes.done
}

export function complete(
  words: readonly string[],
  _flags: unknown,
  reporter: Reporter,
  { commands }: CommandLine,
): number {
  reporter.result(
    completions(commands, words)
      .map(word => `${word}\n`)
      .join(''),
  )
  return exitCodes.done
}

/**
 * The possible words in place of the last of `words`: commands, flags, choices of a flag, brand ids. The shell drops those that
 * do not match what was typed.
 */
function completions(commands: readonly AnyRecord[], words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1)
  const current = words.at(-1) ?? ''
  const name = before.reduce((known, word) => {
    const longer = known === '' ? word : `${known} ${word}`
    return commands.some(record => record.name === longer) ? longer : known
  }, '')
  const record = commands.find(record => record.name === name)
  const { flags = [], arguments: [argument] = [] } = record !== undefined && isCommand(record) ? record : {}
  const root = before.indexOf('--root')
  const project = root === -1 ? {} : { root: before[root + 1] ?? '.' }
  const flag = flags.find(({ name }) => name.includes('<') && name.startsWith(`${before.at(-1)} `))
  if (flag !== undefined) return flag.choices ?? (flag.name.endsWith('<id>') ? brandIds(project) : [])
  if (current.startsWith('-')) {
    const shown = flags.filter(({ hidden }) => !hidden).map(({ name }) => name.split(' ')[0] ?? name)
    return [...shown, ...(name === '' ? ['--version'] : []), '--help']
  }
  const below = commandsBelow(commands, name).map(({ word }) => word)
  if (name === '') return [...below, 'help']
  if (below.length > 0) return below
  if (argument?.choices !== undefined) return argument.choices
  return /^.(?:url-or-)?brand\b/.test(argument?.name ?? '') ? brandIds(project) : []
}

/** Ids of the project's brands; none if there is no project. */
function brandIds(flags: { readonly root?: string }): readonly string[] {
  return openProject(flags).value?.brands.brands ?? []
}
