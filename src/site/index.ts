export { dateFormatter } from './format.ts'
export * from './model.ts'
export { imagePattern, planSite } from './plan.ts'
export { basePathOf, routes } from './urls.ts'
