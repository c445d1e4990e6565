// JSON schemas of content files for editors, made from the zod schemas. In files that are layered, every key is optional.

import * as z from 'zod'
import type { JsonSchema } from '../yaml/index.ts'
import { frontMatterSchema } from './articles/article.ts'
import { faqFileSchema } from './pages/faq.ts'
import { homeSchema } from './pages/home.ts'
import { navigationSchema } from './pages/navigation.ts'
import { pageSchema } from './pages/page-text.ts'
import { redirectsSchema } from './pages/redirects.ts'
import { stringsSchema } from './texts/strings.ts'

/** The content of files that ship with the package. If given, its values are the examples of their keys. */
type ShippedContent = Readonly<Partial<Record<'strings' | 'home', unknown>>>

/** Schemas by what they describe: `strings`, `home`, `faq`, `navigation`, `redirects`, `article`, `page`. */
export function contentJsonSchemas(shipped: ShippedContent): Readonly<Record<string, object>> {
  return {
    strings: withShipped(jsonSchema('Imprint strings.yaml', stringsSchema, true), shipped.strings),
    home: withShipped(jsonSchema('Imprint home.yaml', homeSchema, true), shipped.home),
    faq: jsonSchema('Imprint faq.yaml', faqFileSchema),
    navigation: jsonSchema('Imprint navigation.yaml', navigationSchema, true),
    redirects: jsonSchema('Imprint redirects.yaml', redirectsSchema),
    article: jsonSchema('Front matter of an article', frontMatterSchema),
    page: jsonSchema('Front matter of a page', pageSchema),
  }
}

function jsonSchema(title: string, schema: z.ZodType, isLayered = false): JsonSchema {
  const whole = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: node, path }) {
      // Only for maps: list items are never layered.
      if (isLayered && !path.includes('items')) delete node.required
    },
  })
  return { $schema: whole.$schema, title, ...(whole as JsonSchema) }
}

/** Adds each of the package's values as an example of its key, and as its description if there is none. */
function withShipped(schema: JsonSchema, shipped: unknown, name = 'the file'): JsonSchema {
  if (shipped === undefined) return schema
  const { properties, items, description } = schema
  if (typeof shipped === 'string')
    return { ...schema, description: description ?? `As shipped: ${shipped}`, examples: [shipped] }
  if (Array.isArray(shipped))
    return {
      ...schema,
      description: description ?? `The list "${name}"`,
      examples: [shipped.slice(0, 2)],
      ...(items && { items: withShipped(items, shipped[0], name) }),
    }
  return {
    ...schema,
    description: description ?? `Text of "${name}"`,
    ...(!properties && { examples: [shipped] }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [
          key,
          withShipped(value, (shipped as Record<string, unknown>)[key], key),
        ]),
      ),
    }),
  }
}
