import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Phase, timedBy } from '../../src/build/timed.ts'

let now = 0
const pass = (ms: number): void => {
  now += ms
}

beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => vi.restoreAllMocks())

function recording() {
  const told: [Phase, number][] = []
  return { told, timed: timedBy((phase, ms) => told.push([phase, ms])) }
}

describe('timedBy', () => {
  it('charges a phase inside another to the inner one alone', () => {
    const { told, timed } = recording()
    const result = timed('load', () => {
      pass(1)
      timed('parse', () => {
        pass(10)
        timed('plan', () => pass(100))
      })
      timed('parse', () => pass(20))
      pass(2)
      return 'read'
    })
    expect(result).toBe('read')
    expect(told).toEqual([
      ['plan', 100],
      ['parse', 10],
      ['parse', 20],
      ['load', 3],
    ])
  })

  it('keeps count when work throws', () => {
    const { told, timed } = recording()
    timed('load', () => {
      expect(() =>
        timed('parse', () => {
          pass(10)
          throw new Error('no')
        }),
      ).toThrow('no')
      pass(1)
    })
    expect(told).toEqual([['load', 1]])
  })

  it('counts waiting, and gives the outer phase its own time back at once', async () => {
    const { told, timed } = recording()
    const waiting = timed('load', () => {
      const inner = timed('images', async () => {
        pass(5)
        await nextTurn()
        pass(50)
      })
      pass(1)
      return { inner }
    })
    expect(told).toEqual([['load', 1]])
    await waiting.inner
    expect(told).toEqual([
      ['load', 1],
      // One more tick passes in the outer phase while the inner one waits.
      ['images', 56],
    ])
  })
})
