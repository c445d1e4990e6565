// `imprint doctor`: checks everything that a build needs, and names the command that fixes each problem.

import type { CommandLine, CommandRecord } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { machine, packages, port, project, watching } from '../machine.ts'
import type { ProjectFlags } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'

export const doctorCommand: CommandRecord = {
  name: 'doctor',
  group: 'start',
  summary: 'look for problems that would stop a build, and name the command that fixes each problem',
  chapter: 'questions',
  examples: [
    ['doctor', 'check this machine and this project'],
    ['doctor --json', 'print the findings as JSON, for a script'],
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
  reporter.result(
    table(
      ['', 'what', 'found'],
      findings.map(({ severity, name, found }) => [severity, name, found]),
    ),
  )
  reporter.result(
    wrong.length === 0
      ? '\nNothing to fix.\n'
      : `\n${wrong.map(({ severity, name, remedy }) => `${severity}  ${name}\n  → ${remedy}`).join('\n')}\n`,
  )
  const fails = wrong.some(({ severity }) => severity === 'error')
  reporter.document({ ok: !fails, brands: [], findings, diagnostics: [] })
  return fails ? exitCodes.failed : exitCodes.done
}
