// Random choices that are the same on every run: the same seed gives the same project, byte for byte.

/** Mulberry32 (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c): small, and good enough for prose. */
export function randomFrom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (lowest, highest) => lowest + Math.floor(next() * (highest - lowest + 1))
  return {
    whole,
    one: list => list[whole(0, list.length - 1)],
    chance: part => next() < part,
    times: (lowest, highest, make) =>
      Array.from({ length: whole(lowest, highest) }, (_, index) => make(index)),
  }
}
