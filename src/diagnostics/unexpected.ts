// Errors that no stage expects.

import { type Diagnostic, diagnostic, type Outcome, startOf } from './diagnostic.ts'

/** The diagnostic for such an error: either the machine lacks something, or it is a bug in Imprint. */
export function unexpected(error: unknown): Diagnostic {
  if (error instanceof FaultInFile) {
    const problem = unexpected(error.cause)
    return { ...problem, ...startOf(error.file), message: problem.message.replace(/(?<![.!?])$/, '.') }
  }
  const { message, code = '' }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error))
  const [first = ''] = message.split('\n')
  if (missingCodes.has(code) || /^Could not load the "[^"]+" module/.test(first)) {
    return diagnostic('machine/package-missing', `A package that Imprint needs cannot be loaded. ${first}`, {
      hint: 'Run "npm ci" on this machine, without --omit=optional or --ignore-scripts.',
    })
  }
  if (code === 'EMFILE' || code === 'ENFILE') {
    return diagnostic(
      'machine/too-many-files',
      `Imprint cannot open enough files on this machine (${code}).`,
      {
        hint: 'Run "ulimit -n 4096", then run the command again.',
      },
    )
  }
  if (
    memoryCodes.has(code) ||
    // The last pattern is an encoder's error, which it wraps in its own words.
    /Array buffer allocation failed|Invalid array buffer length|WebAssembly\.\w+\(\): Out of memory/.test(
      first,
    )
  ) {
    return diagnostic('machine/out-of-memory', `Imprint ran out of memory. ${first}`, {
      hint: 'Run "ulimit -v unlimited", or use "--concurrency 1".',
    })
  }
  return diagnostic('internal/unexpected', `Imprint failed unexpectedly: ${message}`, {
    hint: 'Run the command again with --debug for details, and please report the problem.',
  })
}

const missingCodes = new Set(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'])
const memoryCodes = new Set(['ENOMEM', 'ERR_MEMORY_ALLOCATION_FAILED', 'ERR_WORKER_OUT_OF_MEMORY'])

/** A bug in Imprint that one content file triggers. */
export class FaultInFile extends Error {
  readonly file: string
  constructor(file: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.file = file
  }
}

/**
 * Runs work on one file. A bug in Imprint is thrown with the file's name; if the machine lacks something, that concerns all
 * files.
 */
export function naming<Value>(file: string | undefined, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw faultIn(file, error)
  }
}

/** The error that `naming` throws. */
export function faultIn(file: string | undefined, error: unknown): unknown {
  const isNamed = file === undefined || error instanceof FaultInFile
  return isNamed || unexpected(error).code !== 'internal/unexpected' ? error : new FaultInFile(file, error)
}

/** The same, if the rest can do without the file: the bug becomes one of its problems. */
export function contained<Value>(file: string, without: Value, work: () => Outcome<Value>): Outcome<Value> {
  try {
    return naming(file, work)
  } catch (error) {
    if (!(error instanceof FaultInFile)) throw error
    return { value: without, diagnostics: [unexpected(error)] }
  }
}
