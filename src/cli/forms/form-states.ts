// The last result of `imprint verify --form` for each brand, for `imprint status`: a file in `.imprint/`, which is safe to
// delete.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Diagnostic } from '../../diagnostics/index.ts'
import { attempt } from '../../files/index.ts'
import { putFile, writeFailure } from '../../output/index.ts'
import type { FormState } from '../../remote/index.ts'
import type { Project } from '../project.ts'

const seenForm = z.object({
  state: z.enum(['ok', 'dead', 'unreachable']),
  reason: z.string().nullable(),
  status: z.number().nullable(),
  ms: z.number(),
  /** When it was seen, ISO 8601. */
  at: z.iso.datetime(),
})

/** The last known state of a form. */
export type SeenForm = Readonly<z.infer<typeof seenForm>>

const name = '.imprint/forms.json'

/** Ids of brands have no slash. */
const keyOf = (id: string, environment: string | undefined): string =>
  environment === undefined ? id : `${id}/${environment}`

/** The known states of forms, by brand. Unreadable entries are dropped. */
export function readForms(
  { root }: Project,
  environment: string | undefined,
): (id: string) => SeenForm | undefined {
  const forms = formsIn(root)
  return id => forms[keyOf(id, environment)]
}

/** Adds new states to the file. Returns a problem instead of failing, because the command itself has succeeded. */
export function keepForms(
  { root }: Project,
  environment: string | undefined,
  seen: readonly (readonly [id: string, form: FormState])[],
): Diagnostic[] {
  const at = new Date().toISOString()
  const now = seen.map(([id, form]) => [keyOf(id, environment), { ...form, at }] as const)
  try {
    putFile(
      join(root, name),
      `${JSON.stringify({ ...formsIn(root), ...Object.fromEntries(now) }, null, 1)}\n`,
    )
    return []
  } catch (error) {
    return [{ ...writeFailure(name, error), severity: 'warning' }]
  }
}

function formsIn(root: string): Readonly<Record<string, SeenForm>> {
  return attempt(
    () => z.record(z.string(), seenForm).parse(JSON.parse(readFileSync(join(root, name), 'utf8'))),
    {},
  )
}
