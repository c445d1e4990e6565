import { describe, expect, it } from 'vitest'
import { coalesced } from '../../src/dev/coalesced.ts'

describe('coalesced work', () => {
  /** Work that ends on request. */
  function stoppableWork() {
    const ends: (() => void)[] = []
    return { ends, work: () => new Promise<void>(resolve => void ends.push(resolve)) }
  }

  it('runs once more for all the calls that came meanwhile', async () => {
    const { ends, work } = stoppableWork()
    const { run } = coalesced(work)
    const done = [run(), run(), run()]
    expect(ends).toHaveLength(1)
    ends[0]?.()
    await expect.poll(() => ends.length).toBe(2)
    ends[1]?.()
    await Promise.all(done)
    expect(ends).toHaveLength(2)
  })

  it('runs again for a call after its end', async () => {
    const { ends, work } = stoppableWork()
    const { run } = coalesced(work)
    const first = run()
    ends[0]?.()
    await first
    void run()
    expect(ends).toHaveLength(2)
  })
})
