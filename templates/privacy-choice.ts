export { optOutKey } from 'imprint/kit'
