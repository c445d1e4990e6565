// How long tests go on that could go on for ever: random edits, builds that are killed, positions of controls. A few rounds
// are part of `npm test`; `npm run soak` makes many times as many.

const factor = Number(process.env.IMPRINT_SOAK ?? 1)

/** How many rounds to make where `npm test` makes this many. */
export function rounds(normally: number): number {
  return Math.ceil(normally * factor)
}

/** Which random choices are made: the same ones in each `npm test`, those that were asked for in a soak. */
export const seed = Number(process.env.IMPRINT_SEED ?? 20251121)
