// Pictures are encoded a few at a time. Those that wait can be left alone when a build is stopped; what sharp has been given, it finishes
// before the process can end.

/** As many as Node has threads for such work. */
const most = 4
const waiting: (() => void)[] = []
let running = 0

/** Runs an encoder when it is its turn. */
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
