// `imprint doctor`: checks everything that a build needs, and names the command that fixes each problem.

import type { CommandLine, CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { machine, packages, port, project, watching } from '../machine.ts'
import type { ProjectFlags } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'

export const doctorCommand: CommandRecord = {
  name: 'doctor',
  group: 'start',
  summary: 'find problems that would stop a build, and explain how to fix them',
  chapter: 'questions',
  examples: [
    ['doctor', 'check this machine and this project'],
    ['doctor --json', 'print the findings as JSON for a script'],
  ],
  exitCodes: ['failed'],
  scope: 'project',
}

/** Fails if something would stop a build or watch mode. */
export async function doctor(
  flags: ProjectFlags,
  reporter: Reporter,
  { version }: CommandLine,
): Promise<number> {
  const findings = [...machine(version), ...packages(), await port(4000), ...watching(), ...project(flags)]
  const wrong = findings.filter(({ severity }) => severity !== 'ok')
  const rows = findings.map(({ severity, name, found }) => [severity, name, found])
  const toDo = wrong.map(({ severity, name, remedy }) => `${severity}  ${name}\n  → ${remedy}`).join('\n')
  const fails = wrong.some(({ severity }) => severity === 'error')
  reporter.conclude(`${table(['', 'what', 'found'], rows)}\n${toDo || 'Nothing to fix.'}\n`, {
    ok: !fails,
    findings,
  })
  return fails ? exitCodes.failed : exitCodes.done
}
