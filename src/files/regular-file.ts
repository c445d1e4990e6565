import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs'

/**
 * Opens a regular file, passes it to a reader and closes it: never through a link at the path's end, and without waiting for the
 * writer of a named pipe. Throws the errors of opening it (`ELOOP` for a link) and those of the reader.
 * @returns undefined if it is not a regular file
 */
export function readRegular<Result>(
  path: string,
  read: (descriptor: number, status: Stats) => Result,
): Result | undefined {
  // Windows has neither flag.
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(path, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const status = fstatSync(descriptor)
    return status.isFile() ? read(descriptor, status) : undefined
  } finally {
    closeSync(descriptor)
  }
}
