export { checkBrands } from './check.ts'
