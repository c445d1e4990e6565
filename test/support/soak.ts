// The length of tests that could run forever: random edits, killed builds, positions of controls. `npm test` runs a few
// rounds; `npm run soak` runs many times as many.

const factor = Number(process.env.IMPRINT_SOAK ?? 1)

/** The number of rounds if `npm test` runs this many. */
export function rounds(normally: number): number {
  return Math.ceil(normally * factor)
}

/** The seed of random choices: always the same in `npm test`, the given one in a soak. */
export const seed = Number(process.env.IMPRINT_SEED ?? 20251121)
