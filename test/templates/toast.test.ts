import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasBegun, isAway } from '../../templates/toast/swipe.ts'
import { durationOf, pausableTimer } from '../../templates/toast/timer.ts'

describe('the time of a toast', () => {
  it.each([
    [undefined, 5000],
    [0, 5000],
    [-1, 5000],
    [Number.NaN, 5000],
    [1200, 1200],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('for %s is %s', (given, expected) => {
    expect(durationOf(given)).toBe(expected)
  })
})

describe('a timer that pauses', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const started = (duration: number) => {
    const end = vi.fn()
    const timer = pausableTimer(end, duration)
    timer.resume()
    return { end, timer }
  }

  it('ends after its time, once', () => {
    const { end } = started(5000)
    vi.advanceTimersByTime(4999)
    expect(end).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(end).toHaveBeenCalledOnce()
  })

  it('continues with the remaining time', () => {
    const { end, timer } = started(5000)
    vi.advanceTimersByTime(3000)
    timer.pause()
    timer.pause()
    vi.advanceTimersByTime(60_000)
    expect(end).not.toHaveBeenCalled()
    timer.resume()
    timer.resume()
    vi.advanceTimersByTime(1999)
    expect(end).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(end).toHaveBeenCalledOnce()
  })

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('never ends after %s', duration => {
    const { end } = started(duration)
    vi.advanceTimersByTime(1_000_000)
    expect(end).not.toHaveBeenCalled()
  })
})

describe('a sweep', () => {
  it('begins further along on glass than with a mouse, and only to the right', () => {
    expect(hasBegun(3, 0, 'mouse')).toBe(true)
    expect(hasBegun(2, 0, 'mouse')).toBe(false)
    expect(hasBegun(10, 0, 'touch')).toBe(false)
    expect(hasBegun(11, 0, 'touch')).toBe(true)
    expect(hasBegun(-20, 0, 'mouse')).toBe(false)
    expect(hasBegun(20, 21, 'mouse')).toBe(false)
  })

  it('sends the toast away past 50 pixels', () => {
    expect(isAway(50, 0)).toBe(false)
    expect(isAway(50.5, 0)).toBe(true)
    expect(isAway(51, -60)).toBe(false)
    expect(isAway(-51, 0)).toBe(false)
  })
})
