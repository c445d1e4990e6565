// Writes the JSON schemas from the zod schemas: those for editors, and report.schema.json for the output of --json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { reportSchemaText } from '../lib/reportSchema.js'
import { baseJsonSchema, brandJsonSchema, contentJsonSchemas } from '../lib/schema.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const write = (name, schema) => writeFileSync(join(root, name), `${JSON.stringify(schema, null, 2)}\n`)
write('brand.schema.json', brandJsonSchema())
writeFileSync(join(root, 'report.schema.json'), reportSchemaText())
mkdirSync(join(root, 'schemas'), { recursive: true })
write('schemas/base.schema.json', baseJsonSchema())
const shipped = Object.fromEntries(
  ['strings', 'home'].map(name => [name, parse(readFileSync(join(root, 'content', `${name}.yaml`), 'utf8'))]),
)
for (const [name, schema] of Object.entries(contentJsonSchemas(shipped)))
  write(`schemas/${name}.schema.json`, schema)
