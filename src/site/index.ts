export { dateFormatter } from './format.ts'
export * from './model.ts'
export { imagePattern, type PlanOptions, planSite } from './plan.ts'
export { basePathOf, routes } from './urls.ts'
