/**
 * The name in `localStorage` of a visitor's "do not sell or share"; any value means yes. Islands get it as a prop, so that they
 * need not share a script for it.
 */
export const optOutKey = 'imprint:opt-out'
