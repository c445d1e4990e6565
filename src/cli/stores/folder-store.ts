// A store of sites in a folder, possibly on a network disk: another process reads and writes it, so that a disk that hangs does
// no more harm than a server that hangs.

import { type ChildProcess, fork } from 'node:child_process'
import { type BlobStore, StoreFault } from '../../output/index.ts'

export interface StoreRequest {
  readonly id: number
  readonly get?: Parameters<BlobStore['get']>
  readonly put?: Parameters<BlobStore['put']>
}

export interface StoreAnswer {
  readonly id: number
  readonly bytes?: Uint8Array
  /** Why there is no response. */
  readonly fault?: string
}

interface FolderStoreOptions {
  /** The compiled `store-process.ts`. */
  readonly program: URL
  /** Milliseconds without any response after which the disk counts as hanging. */
  readonly patience?: number
  /** Aborts requests in progress. */
  readonly signal?: AbortSignal
}

export function folderStoreAside(
  folder: string,
  { program, patience = 10_000, signal }: FolderStoreOptions,
): BlobStore {
  const waiting = new Map<
    number,
    { resolve(bytes: Uint8Array | undefined): void; reject(why: Error): void }
  >()
  let child: ChildProcess | undefined
  let fault: StoreFault | undefined
  let timer: NodeJS.Timeout | undefined
  let count = 0
  const end = (why: string): void => {
    fault ??= new StoreFault(why)
    clearTimeout(timer)
    for (const { reject } of waiting.values()) reject(fault)
    waiting.clear()
    child?.kill('SIGKILL')
  }
  signal?.addEventListener('abort', () => end('the build was stopped'))
  /** While there is a request, the timer keeps this process alive; the child process never does. */
  const watch = (): void => {
    clearTimeout(timer)
    if (waiting.size > 0)
      timer = setTimeout(() => end(`it did not respond within ${patience / 1000} s`), patience)
  }
  const start = (): ChildProcess => {
    const started = fork(program, [folder], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // To send bytes.
      serialization: 'advanced',
    })
    started.on('message', ({ id, bytes, fault: why }: StoreAnswer) => {
      const request = waiting.get(id)
      waiting.delete(id)
      if (why === undefined) request?.resolve(bytes)
      else request?.reject(new StoreFault(why))
      watch()
    })
    started.on('error', ({ message }) => end(message))
    started.on('exit', () => end('the process that reads it has exited'))
    started.unref()
    started.channel?.unref()
    return started
  }
  const ask = (request: Omit<StoreRequest, 'id'>): Promise<Uint8Array | undefined> =>
    new Promise((resolve, reject) => {
      if (fault !== undefined) return reject(fault)
      child ??= start()
      const id = count++
      waiting.set(id, { resolve, reject })
      if (waiting.size === 1) watch()
      child.send({ id, ...request } satisfies StoreRequest, error => error && end(error.message))
    })
  return {
    get: (...get) => ask({ get }),
    async put(...put) {
      await ask({ put })
    },
  }
}
