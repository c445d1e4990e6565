/**
 * Where a visitor's "do not sell or share" is kept on the device, by the name in `localStorage`; any value means
 * yes. Islands get it as a prop, so that they need not share a script for it.
 */
export const optOutKey = 'imprint:opt-out'
