// Writes brand.schema.json, the JSON schema that editors use for brand.yaml, and report.schema.json, that of the documents of
// --json, from the zod schemas.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportSchemaText } from '../lib/reportSchema.js'
import { brandSchemaText } from '../lib/schema.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
writeFileSync(join(root, 'brand.schema.json'), brandSchemaText())
writeFileSync(join(root, 'report.schema.json'), reportSchemaText())
