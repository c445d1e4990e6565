// Every JSON schema for editors, by its file name in `schemas/`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { baseJsonSchema, brandJsonSchema } from '../../src/brand/index.ts'
import { contentJsonSchemas } from '../../src/content/index.ts'
import { repositoryRoot } from './project.ts'

const shipped = (name: string) => parse(readFileSync(join(repositoryRoot, 'content', name), 'utf8'))

export const editorSchemas: Readonly<Record<string, object>> = {
  brand: brandJsonSchema(),
  base: baseJsonSchema(),
  ...contentJsonSchemas({ strings: shipped('strings.yaml'), home: shipped('home.yaml') }),
}
