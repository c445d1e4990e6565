// `imprint info`.

import type { CommandLine, CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { machine, packages, project } from '../machine.ts'
import type { ProjectFlags } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'

export const infoCommand: CommandRecord = {
  name: 'info',
  group: 'start',
  summary: 'show the versions in use and facts about this machine and project',
  chapter: 'questions',
  examples: [
    ['info', 'print the information to include in a bug report'],
    ['info --json', 'print the same information as JSON for a script'],
  ],
  scope: 'project',
}

export function info(flags: ProjectFlags, reporter: Reporter, { version }: CommandLine): number {
  const findings = [...machine(version), ...packages(), ...project(flags)]
  const rows = findings.map(({ name, found }) => [name, found])
  reporter.conclude(table(['what', 'found'], rows), { info: Object.fromEntries(rows) })
  return exitCodes.done
}
