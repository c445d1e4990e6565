// JSON schemas of content files for editors, from the zod schemas. In files that are overlaid, every key is optional.

import * as z from 'zod'
import { type JsonSchema, type SchemaHints, withHints } from '../yaml/index.ts'
import { frontMatterSchema } from './articles/article.ts'
import { groupedSchema, listSchema, overlaySchema } from './pages/faq.ts'
import { homeSchema } from './pages/home.ts'
import { navigationSchema } from './pages/navigation.ts'
import { pageSchema } from './pages/page-text.ts'
import { redirectsSchema } from './pages/redirects.ts'
import { stringsSchema } from './texts/strings.ts'

/** Content of files that ship with the package. If given, its texts are the examples of their keys. */
type ShippedContent = Readonly<Partial<Record<'strings' | 'home', unknown>>>

/** Schemas by what they describe: `strings`, `home`, `faq`, `navigation`, `redirects`, `article`, `page`. */
export function contentJsonSchemas(shipped: ShippedContent): Readonly<Record<string, object>> {
  return {
    strings: withShipped(
      jsonSchema('Imprint strings.yaml', stringsSchema, true, stringsHints),
      shipped.strings,
    ),
    home: withShipped(jsonSchema('Imprint home.yaml', homeSchema, true, homeHints), shipped.home),
    faq: jsonSchema('Imprint faq.yaml', z.union([listSchema, groupedSchema, overlaySchema]), false, faqHints),
    navigation: jsonSchema('Imprint navigation.yaml', navigationSchema, true, navigationHints),
    redirects: jsonSchema('Imprint redirects.yaml', redirectsSchema, false, redirectHints),
    article: jsonSchema('Front matter of an article', frontMatterSchema, false, articleHints),
    page: jsonSchema('Front matter of a page', pageSchema, false, pageHints),
  }
}

const hint = (description: string, ...examples: readonly unknown[]) => ({
  description,
  ...(examples.length > 0 && { examples }),
})

const stringsHints: SchemaHints = {
  states: { examples: [{ 'New York': 'Nueva York' }] },
  tags: { examples: [{ rent: 'Renta' }] },
}

const homeHints: SchemaHints = {
  meta: hint('Title and description of the home page for search engines and shared links'),
  hero: hint('The first screen'),
  'hero.motif': hint(
    'Decoration at the top of each page: a pattern, a picture in the assets/ folder of the brand, or none',
    'waves',
    'boats.svg',
  ),
  advantages: hint('Cards with an icon'),
  steps: hint('How it works, step by step'),
  sections: hint('Order of the sections; "hero" and "form" cannot be left out', [
    'hero',
    'advantages',
    'form',
    { markdown: 'welcome.md' },
    { block: 'cost-calculator' },
  ]),
  'sections[].markdown': hint('An .md file in the content folder', 'welcome.md'),
  'sections[].block': hint('Name of a block; its attributes are next to it', 'cost-calculator'),
}

const question = hint('As a visitor would ask it', 'How do I apply?')
const answer = hint('Markdown; {tokens} are replaced by the brand’s values', 'Fill in [the form](/#form).')
const faqHints: SchemaHints = {
  '[].id': { pattern: '^[a-z][a-z0-9-]*$', ...hint('Its anchor, /faq/#<id>', 'late-payment') },
  '[].question': question,
  '[].answer': answer,
  order: hint('Ids in the order in which they are shown', ['apply', 'late-payment']),
  groups: hint('Headings of the FAQ page, each with the ids of its questions', [
    { title: 'What it costs', questions: ['fees', 'cost'] },
  ]),
  'groups[].title': hint('The heading', 'What it costs'),
  'groups[].questions': hint('Ids in the order in which they are shown', ['fees', 'cost']),
  questions: hint('The list, if the file names groups too', [
    { id: 'cost', question: 'What does it cost?', answer: 'Asking is free.' },
  ]),
  'questions[].id': { pattern: '^[a-z][a-z0-9-]*$', ...hint('Its anchor, /faq/#<id>', 'late-payment') },
  'questions[].question': question,
  'questions[].answer': answer,
  '*.question': question,
  '*.answer': answer,
}

const label = hint('Text of the link', 'Contact')
const target = hint('A route, an anchor, a document of the provider or an https address', '/#footer', 'terms')
const navigationHints: SchemaHints = {
  header: hint('Links of the header', [{ label: 'About', to: '/#advantages' }]),
  'header[].label': label,
  'header[].to': target,
  footer: hint('Columns of the footer', [{ title: 'Company', links: [{ label: 'FAQ', to: '/faq/' }] }]),
  'footer[].title': hint('Above the links of the column', 'Company'),
  'footer[].links': hint('Links of the column', [{ label: 'FAQ', to: '/faq/' }]),
  'footer[].links[].label': label,
  'footer[].links[].to': target,
}

const redirectHints: SchemaHints = {
  '[].from': { pattern: '^/', ...hint('Old path', '/old/') },
  '[].to': { pattern: '^(?:/|https://)', ...hint('A page of the site or an https address', '/faq/') },
  '[].status': hint('301: permanent. 302: temporary'),
}

const day = { pattern: '^\\d{4}-\\d{2}-\\d{2}', examples: ['2026-03-01'] }
const articleHints: SchemaHints = {
  slug: {
    pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    ...hint('Last part of the address; by default the name of the file', 'late-rent'),
  },
  title: hint('Heading of the page, and title in lists', 'When the rent is late'),
  description: hint('One or two sentences for lists and search engines', 'What to do before you borrow.'),
  date: { ...day, description: 'Day of publication' },
  updated: { ...day, description: 'Day of the last change that readers should know of' },
  expires: { ...day, description: 'First day without the article' },
  keywords: hint('A list, or one text with commas', ['rent', 'budget']),
  tags: hint('A tag of three articles or more has a list of its own', ['rent']),
  'tags[]': { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
  author: hint('One name', 'J. Doe'),
  icon: hint('Drawing in lists of articles; by default one that fits the tags', 'house'),
  reviewer: hint('Who checked it: one name', 'A. Smith'),
  sources: hint('Its sources: a list at its end', [
    { title: 'What is a payday loan?', url: 'https://www.consumerfinance.gov/' },
  ]),
  'sources[].title': hint('Text of the link', 'What is a payday loan?'),
  'sources[].url': hint('An https address', 'https://www.consumerfinance.gov/'),
  image: hint('Picture, relative to the file', 'images/rent.jpg'),
  draft: hint('True for a draft, which is only built with --drafts'),
  audience: hint('"educational" if it discusses claims in order to teach'),
}

const pageHints: SchemaHints = {
  title: hint('Heading of the page', 'About us'),
  description: hint('One or two sentences for search engines', 'Who we are and how we work.'),
  layout: hint('A file in templates/pages/, without its extension', 'page'),
  image: articleHints.image ?? {},
  updated: articleHints.updated ?? {},
  noindex: hint('True if search engines must not list it'),
  draft: articleHints.draft ?? {},
}

function jsonSchema(
  title: string,
  schema: z.ZodType,
  isLayered = false,
  hints: SchemaHints = {},
): JsonSchema {
  const whole = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: node, path }) {
      // Only for maps: items of lists are never overlaid.
      if (isLayered && !path.includes('items')) delete node.required
    },
  })
  return { $schema: whole.$schema, title, ...withHints(whole as JsonSchema, hints) }
}

/** Adds each text that ships with the package as an example of its key, and as its description if there is none. */
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
    description: description ?? `Texts of "${name}"`,
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
