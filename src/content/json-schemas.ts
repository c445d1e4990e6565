// JSON schemas of content files for editors, from the zod schemas. Files that are laid over each other may leave out anything.

import * as z from 'zod'
import { frontMatterSchema } from './article.ts'
import { listSchema, overlaySchema } from './faq.ts'
import { homeSchema } from './home.ts'
import { navigationSchema } from './navigation.ts'
import { pageSchema } from './page-text.ts'
import { redirectsSchema } from './redirects.ts'
import { stringsSchema } from './strings.ts'

/** Schemas by the name of what they are for: `strings`, `home`, `faq`, `navigation`, `redirects`, `article`, `page`. */
export function contentJsonSchemas(): Readonly<Record<string, object>> {
  return {
    strings: jsonSchema('Imprint strings.yaml', stringsSchema, { isLayered: true }),
    home: jsonSchema('Imprint home.yaml', homeSchema, { isLayered: true }),
    faq: jsonSchema('Imprint faq.yaml', z.union([listSchema, overlaySchema])),
    navigation: jsonSchema('Imprint navigation.yaml', navigationSchema, { isLayered: true }),
    redirects: jsonSchema('Imprint redirects.yaml', redirectsSchema),
    article: jsonSchema('Front matter of an article', frontMatterSchema),
    page: jsonSchema('Front matter of a page', pageSchema),
  }
}

function jsonSchema(title: string, schema: z.ZodType, { isLayered = false } = {}): object {
  const whole = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: node, path }) {
      // Of a map; items of lists are never laid over each other.
      if (isLayered && !path.includes('items')) delete node.required
    },
  })
  return { $schema: whole.$schema, title, ...whole }
}
