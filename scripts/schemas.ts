// The parts of Imprint that scripts/schema.mjs needs.
export { baseJsonSchema, brandJsonSchema } from '../src/brand/index.ts'
export { contentJsonSchemas } from '../src/content/index.ts'
