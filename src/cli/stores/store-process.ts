// Reads and writes a folder of stored sites, for the process that started this one. A network disk that hangs blocks every
// reader, and then a process cannot even end its own threads.

import { folderStore } from '../../output/index.ts'
import type { StoreAnswer, StoreRequest } from './folder-store.ts'

const store = folderStore(process.argv[2] as string)

process.on('message', async ({ id, get, put }: StoreRequest) => {
  const answer: StoreAnswer = await (get
    ? store.get(...get)
    : store.put(...(put as NonNullable<typeof put>))
  ).then(
    bytes => ({ id, ...(bytes && { bytes }) }),
    ({ message }: Error) => ({ id, fault: message }),
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit())
