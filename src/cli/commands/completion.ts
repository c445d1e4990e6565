// `imprint completion <shell>` prints a script that asks the hidden command `complete` for the words that fit. So commands, flags
// and brands are always those of the installed version and of the project at hand.

import type { Command } from 'commander'
import { openProject } from '../project.ts'

const shells = ['bash', 'zsh', 'fish'] as const

const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `# imprint: add to ~/.bashrc: source <(imprint completion bash)
_imprint() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(imprint complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _imprint imprint
`,
  zsh: `#compdef imprint
# imprint: add to ~/.zshrc, after compinit: source <(imprint completion zsh)
_imprint() {
  local -a found
  found=("\${(@f)$(imprint complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _imprint imprint
`,
  fish: `# imprint: save as ~/.config/fish/completions/imprint.fish
complete -c imprint -f -a '(imprint complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
}

export function completionScript(shell: (typeof shells)[number]): string {
  return scripts[shell]
}

/**
 * The words that may stand where the last of `words` is being typed: commands, flags, choices of a flag, ids of brands.
 * Those that do not begin as it does are left to the shell to leave out.
 */
export function completions(program: Command, words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1)
  const current = words.at(-1) ?? ''
  let command = program
  for (const word of before) command = command.commands.find(child => child.name() === word) ?? command
  const option = command.options.find(({ long, short }) => long === before.at(-1) || short === before.at(-1))
  const root = before.indexOf('--root')
  const project = root === -1 ? {} : { root: before[root + 1] ?? '.' }
  if (option?.required) return option.argChoices ?? (option.flags.endsWith('<id>') ? brandIds(project) : [])
  const visible = command.createHelp()
  if (current.startsWith('-')) return visible.visibleOptions(command).flatMap(({ long }) => long ?? [])
  const names = visible.visibleCommands(command).map(child => child.name())
  if (names.length > 0) return names
  const [argument] = command.registeredArguments
  if (argument?.argChoices !== undefined) return argument.argChoices
  if (argument?.name() !== 'brand') return []
  return brandIds(project)
}

/** Ids of the project's brands; none where there is no project. */
function brandIds(flags: { readonly root?: string }): readonly string[] {
  return openProject(flags).value?.brands.brands ?? []
}
