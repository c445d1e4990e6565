// The documents of `--json`, as programs may rely on them.

import * as z from 'zod'
import { reportVersion } from './formats.ts'

const count = z.int().min(0)
const sum = z.string().regex(/^[0-9a-f]{64}$/)

const problem = z.strictObject({
  severity: z.enum(['error', 'warning', 'info']),
  code: z.string().describe('Permanent name'),
  message: z.string(),
  file: z.string().optional().describe('Relative to the project'),
  line: count.optional(),
  column: count.optional(),
  brand: z.string().optional(),
  hint: z.string().optional(),
  page: z.string().optional().describe('For a content rule: the first page that breaks it'),
  pages: z.array(z.string()).optional(),
  quote: z.string().optional().describe('The text that breaks it'),
  context: z.string().optional().describe('The text around it'),
  computed: z.string().optional().describe('The correct value of a stated figure'),
  by: z
    .enum(['phrase', 'sum', 'model'])
    .optional()
    .describe('How it was found: by a phrase, arithmetic or the model'),
  because: z.array(z.string()).optional().describe('The words with the most weight in the model'),
  basis: z.string().optional().describe('The law or rule behind it'),
  fix: z.string().optional(),
})

const waiver = z.strictObject({
  brand: z.string(),
  rule: z.string(),
  reason: z.string(),
  by: z.string(),
  until: z.string(),
  file: z.string(),
  line: count,
  quote: z.string().optional(),
  pages: z.array(z.string()),
})

const waiverOverview = z.strictObject({
  rules: z
    .array(
      z.strictObject({
        rule: z.string(),
        times: count.describe('Counted once for each brand with a waiver'),
        waivers: z.array(
          waiver
            .omit({ brand: true, rule: true, quote: true, pages: true })
            .extend({ brands: z.array(z.string()) }),
        ),
      }),
    )
    .describe('Most frequently waived rules first'),
  ends: z
    .array(waiver.pick({ until: true, rule: true, file: true, line: true }))
    .describe('Earliest end dates first'),
})

const brand = z.looseObject({
  id: z.string(),
  status: z.enum(['built', 'unchanged', 'restored', 'failed']).optional(),
  out: z.string().nullable().optional().describe('Folder of the site, relative to the project'),
  pages: count.optional(),
  files: z.unknown().optional(),
  bytes: count.optional(),
  ms: count.optional().describe('Duration of the brand’s build; the only value that differs between runs'),
  inputs: sum.optional().describe('Hash of everything that the site depends on'),
  nextChange: z.string().optional().describe('Next date on which an article on the site appears or expires'),
  expired: z.array(z.string()).optional().describe('Routes of articles that have expired'),
})

export const reportSchema = z.looseObject({
  schema: z.literal(reportVersion),
  ok: z.boolean(),
  brands: z.array(brand),
  diagnostics: z.array(problem),
  waivers: z.array(waiver).optional().describe('For a check: waived content rules'),
  waiverOverview: waiverOverview.optional().describe('Only with "check --waivers"'),
  checklist: z.array(z.string()).optional().describe('For a check: problems that no text check can find'),
  shard: z
    .strictObject({
      index: count.min(1),
      count: count.min(1),
      of: sum.describe('Hash of the ids of all brands divided among the shards'),
    })
    .optional(),
  project: sum.optional().describe('Hash of the project’s brands and the files that they share'),
})

/** The content of `report.schema.json`. */
export function reportSchemaText(): string {
  return `${JSON.stringify({ title: 'Output of imprint --json', ...z.toJSONSchema(reportSchema) }, null, 2)}\n`
}
