// Writes brand.schema.json, the JSON schema that editors use for brand.yaml, from the zod schema.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brandSchemaText } from '../lib/schema.js'

writeFileSync(join(dirname(dirname(fileURLToPath(import.meta.url))), 'brand.schema.json'), brandSchemaText())
