// Swaps two folders in one step. With two renames, there is a moment when neither exists, and a process killed at that moment
// leaves visitors without a site. Linux (renameat2, since 3.15) and macOS (renamex_np, since 10.12) can swap; Node has no such
// call, so koffi makes it. If it is unavailable, the caller falls back to two renames.

import { createRequire } from 'node:module'

type Exchange = (first: string, second: string) => boolean

let exchange: Exchange | undefined

/** Swaps two paths on one file system. False if this system or file system cannot do it; in that case nothing happened. */
export function exchangePaths(first: string, second: string): boolean {
  exchange ??= loadExchange()
  return exchange(first, second)
}

function loadExchange(): Exchange {
  try {
    // An optional dependency: missing on systems without a prebuilt binary.
    const koffi = createRequire(import.meta.url)('koffi')
    const library = koffi.load(process.platform === 'darwin' ? 'libSystem.B.dylib' : null)
    if (process.platform === 'linux') {
      const renameat2 = library.func('int renameat2(int, const char *, int, const char *, unsigned int)')
      const currentFolder = -100 // AT_FDCWD
      const swap = 2 // RENAME_EXCHANGE
      return (first, second) => renameat2(currentFolder, first, currentFolder, second, swap) === 0
    }
    if (process.platform === 'darwin') {
      const renamex = library.func('int renamex_np(const char *, const char *, unsigned int)')
      const swap = 2 // RENAME_SWAP
      return (first, second) => renamex(first, second, swap) === 0
    }
  } catch {
    // There is no koffi, or the system's C library is too old or a different one and lacks the function.
  }
  return () => false
}
