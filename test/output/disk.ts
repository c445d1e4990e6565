// Shared by the tests of publishing: snapshots of a folder, waiting for conditions, parallel work.

import { spawnSync } from 'node:child_process'
import fs, { lstatSync, type RmOptions, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { article, brandYaml, type FileMap, sitesIn } from '../support/project.ts'

/** Everything below a folder, without following links: path → kind, identity, time of change and bytes. */
export function picture(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (path: string): void => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      const inside = path === '' ? name : `${path}/${name}`
      const location = join(folder, inside)
      const status = lstatSync(location, { bigint: true })
      const identity = `${status.ino} ${status.mode} ${status.mtimeNs}`
      if (status.isDirectory()) {
        found[inside] = `folder ${identity}`
        visit(inside)
      } else if (status.isSymbolicLink()) found[inside] = `link ${identity} ${readlinkSync(location)}`
      else if (status.isFile()) found[inside] = `file ${identity} ${readFileSync(location, 'latin1')}`
      else found[inside] = `other ${identity}`
    }
  }
  visit('')
  return found
}

/** Names next to a published folder that exist only while a build runs or after it was killed. */
export function leftovers(out: string): string[] {
  try {
    return sitesIn(out).filter(name => name.startsWith('.'))
  } catch {
    return []
  }
}

/** Waits for a condition. Fails if it is not met in time. */
export async function until(condition: () => boolean, what: string, seconds = 120): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}.`)
    await delay(2)
  }
}

/** Does the work for each item, several items at a time. */
export async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item, index: number, lane: number) => Promise<void>,
): Promise<void> {
  const waiting = [...items.entries()]
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await work(next[1], next[0], lane)
    }),
  )
}

/** Numbers from 0 to 1 that are the same in each run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A project with one brand, `brand`, and three articles, in one of many versions that differ in most pages. */
export function smallProject(version: string): FileMap {
  return {
    'brands/brand/brand.yaml': brandYaml({ companyLine: `Company ${version}.` }),
    'content/articles/first.md': article('first', {}, `Text ${version}.\n`),
    'content/articles/second.md': article('second', {}, `Text ${version}.\n`),
    [`content/articles/only-${version}.md`]: article(`only-${version}`),
  }
}

/** Whether a program exists and works. */
export function works(program: string, ...words: string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0
}

/** The number of a process that has ended. */
export function deadPid(): number {
  return spawnSync(process.execPath, ['--version']).pid
}

/** Replaces a file system call. Returns a function that restores it. */
export function replaceCall(name: keyof typeof fs, call: (...words: never[]) => unknown): () => void {
  const before = fs[name]
  Object.assign(fs, { [name]: call })
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, { [name]: before })
    syncBuiltinESMExports()
  }
}

/** Makes the system refuse to remove one file, as it does if the file is immutable. Returns a function that ends this. */
export function failOnRemoval(path: string): () => void {
  const { rmSync } = fs
  return replaceCall('rmSync', (removed: string, options?: RmOptions) => {
    if (removed !== path) return rmSync(removed, options)
    const error = new Error(`EPERM: operation not permitted, unlink '${path}'`)
    throw Object.assign(error, { code: 'EPERM', syscall: 'unlink' })
  })
}

/** Calls a function before and after each call that writes. Returns a function that ends this. */
export function atEachCall(look: () => void): () => void {
  const names = [
    'openSync',
    'writeSync',
    'writeFileSync',
    'closeSync',
    'linkSync',
    'renameSync',
    'rmSync',
  ] as const
  let isLooking = false
  const lookOnce = (): void => {
    if (isLooking) return
    isLooking = true
    look()
    isLooking = false
  }
  const ends = names.map(name => {
    const call = fs[name] as (...words: unknown[]) => unknown
    return replaceCall(name, (...words: unknown[]) => {
      lookOnce()
      try {
        return call(...words)
      } finally {
        lookOnce()
      }
    })
  })
  return () => {
    for (const end of ends) end()
  }
}
