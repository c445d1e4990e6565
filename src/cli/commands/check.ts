// `imprint check`.

import type { BuildReport } from '../../build/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { format, siteFlags } from '../command-line/flags.ts'
import { cacheOf, outFolder } from '../project.ts'
import { formats } from '../report/formats.ts'
import type { Reporter } from '../report/reporter.ts'
import { type Part, runOnBrands } from '../runs/build-run.ts'
import { lazyTemplates } from '../runs/project-inputs.ts'
import { decisionsOf, openRun, type RunFlags } from '../runs/run-setup.ts'

export const checkCommand = {
  name: 'check',
  group: 'build',
  summary:
    'check everything that "build" checks, plus the warnings of the content rules, without writing a site',
  note: 'The content rules are a linter, not legal advice: a page without findings may still be unlawful.',
  chapter: 'compliance',
  flags: [
    ...siteFlags,
    format([...formats, 'html']),
    {
      name: '--checklist',
      summary:
        'print a checklist of problems that no text check can find, with blanks for an owner and a date',
    },
    {
      name: '--waivers',
      summary: 'print how often and why each content rule is waived, and which waivers end next',
    },
  ],
  examples: [
    ['check --all', 'check every brand without writing a site'],
    [
      'check aurora --format html > aurora.html',
      'save the findings as an HTML page for the people responsible for the content',
    ],
  ],
  exitCodes: ['failed', 'brandInvalid', 'interrupted', 'terminated'],
  scope: 'shards',
} as const satisfies CommandRecord

type CheckFlags = RunFlags & FlagsOf<typeof checkCommand.flags>

/** Checks the named brands and reports. Resolves to the exit code. */
export async function check(
  named: readonly string[],
  flags: CheckFlags,
  reporter: Reporter,
): Promise<number> {
  if (flags.checklist) {
    const { checklist, checklistText } = await import('../processes/stages.ts')
    reporter.conclude(checklistText(), { checklist })
    return exitCodes.done
  }
  const opened = await openRun(named, flags, reporter)
  if (typeof opened === 'number') return opened
  const cache = flags.cache ? { cacheFolder: cacheOf(opened.project) } : {}
  const out = outFolder(opened.project, flags)
  const templates = lazyTemplates({ defaults: opened.project.defaults, ...cache })
  const decisions = flags.child ? undefined : decisionsOf('check', opened, flags, out, templates)
  const work = async (signal: AbortSignal, part: Part): Promise<BuildReport> => {
    const { buildBrands, noOutputs } = await import('../processes/stages.ts')
    const options = { ...opened.options, ...cache, ...part, templates, openOutput: noOutputs(out), signal }
    return buildBrands({ ...options, findings: 'all' })
  }
  return runOnBrands({ command: 'check', flags, opened, work, decisions }, reporter)
}
