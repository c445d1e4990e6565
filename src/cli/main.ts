// The command line: words in, one exit code out. Only this file uses `process`. Everything that is slow to load is imported on
// demand, so that `--help`, and a build with nothing to do, start hardly slower than Node itself.

import { appendFileSync } from 'node:fs'
import { CommanderError } from 'commander'
import { diagnostic, unexpected } from '../diagnostics/index.ts'
import { exitCodes } from './command-line/exit-codes.ts'
import { commandLine } from './command-line/program.ts'
import { commands } from './commands/index.ts'
import { mistake } from './project.ts'
import { documentWriter, summaryMarkdown } from './report/formats.ts'
import { createReporter, type Reporter } from './report/reporter.ts'

/** Runs one command line (without `node` and script) and resolves to the exit code of the process. */
export async function main(words: readonly string[], version: string): Promise<number> {
  let exitCode: number = exitCodes.done
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  const makesSites = words[0] === 'build' || words[0] === 'check'
  // Determined before the words are parsed, because mistakes in them are reported in this format, too.
  const format = words.includes('--json')
    ? 'json'
    : (makesSites && /--format[ =](\w+)/.exec(words.join(' '))?.[1]) || 'text'
  const reporter = createReporter({
    documentOnly: format === 'json',
    write: await documentWriter(format, version),
    onDocument:
      GITHUB_STEP_SUMMARY && makesSites
        ? document => {
            // In a workflow, a build follows the check, and lists the brands.
            const shown = words[0] === 'check' && document.ok ? { ...document, brands: [] } : document
            if (shown.brands.length + shown.diagnostics.length > 0)
              appendFileSync(GITHUB_STEP_SUMMARY, summaryMarkdown(shown))
          }
        : undefined,
    quiet: words.includes('--quiet'),
    color: isTerminal(process.stderr),
    live: isTerminal(process.stderr),
    columns: process.stderr.columns,
    annotations: GITHUB_ACTIONS === 'true' && format !== 'sarif' && format !== 'github',
    stdout: text => process.stdout.write(text),
    stderr: text => process.stderr.write(text),
  })
  const end = (code: number): void => {
    exitCode = code
  }
  const program = commandLine({ commands, version, reporter, end })
  // For example, an error in a template's timer. There are listeners already if another command ran in this process.
  if (process.listenerCount('uncaughtException') === 0) {
    process.on('uncaughtException', error => {
      tell(error, words, reporter)
      process.exit(exitCodes.failed)
    })
  }
  try {
    await program.parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      tell(error, words, reporter)
      return exitCodes.failed
    }
    // Help and version end here too, with code 0.
    if (error.exitCode === 0) return exitCodes.done
    if (error.code !== 'commander.help') return exitCodes.usage
    // "imprint", "imprint new" or "imprint help nothing": commander prints the help on stderr, as for a mistake.
    const alone =
      words.length === 0 ? program : program.commands.find(command => command.name() === words.join())
    if (alone !== undefined) {
      alone.outputHelp()
      return exitCodes.done
    }
    reporter.usageError(
      mistake(
        `There is no command "${words.slice(1).join(' ')}".`,
        'Run "imprint --help" to see the commands.',
      ),
    )
    return exitCodes.usage
  }
  return exitCode
}

/** Reports an error that no stage expects. */
function tell(error: unknown, words: readonly string[], reporter: Reporter): void {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (words.includes('--debug')) reporter.note(stack)
  // The name of the bundled script (assets/templates/templates.ts).
  const problem = stack.includes('imprint-templates.cjs')
    ? diagnostic('template/throws', `A template threw an error after its page was rendered: ${message}`, {
        hint: 'Remove the timers, promises and event handlers that are still active after the template has rendered.',
      })
    : unexpected(error)
  reporter.usageError(problem)
}

/** Whether the terminal can redraw lines and the user has not disabled that. */
function isTerminal(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR = '', CI, TERM } = process.env
  return stream.isTTY === true && NO_COLOR === '' && CI === undefined && TERM !== 'dumb'
}
