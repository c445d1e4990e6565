// What scripts/schema.mjs needs of Imprint.
export { baseJsonSchema, brandJsonSchema } from '../src/brand/index.ts'
export { contentJsonSchemas } from '../src/content/index.ts'
