// Encodes a few pictures at a time. Waiting ones can be abandoned when a build is stopped, but once sharp has a picture, the
// process cannot end before it is finished.

/** The number of threads that Node has for such work. */
const most = 4
const waiting: (() => void)[] = []
let running = 0

/** Runs an encoder when its turn comes. */
export async function encode<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running === most) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
