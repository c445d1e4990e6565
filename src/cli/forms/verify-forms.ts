// `imprint verify --form`: whether the forms of the brands load.

import { loadBrand } from '../../brand/index.ts'
import { counted, type Diagnostic, diagnostic, grouped, listOf, tally } from '../../diagnostics/index.ts'
import { inParallel } from '../../files/index.ts'
import { type FormRequest, type FormState, verifyForm } from '../../remote/index.ts'
import { providerOf } from '../../site/index.ts'
import { exitCodes, worstOf } from '../command-line/exit-codes.ts'
import type { BrandsCommand } from '../command-line/select-brands.ts'
import { cannotBegin, mistake } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'
import { findBrowser } from './browser.ts'
import { openFormBrowser } from './form-browser.ts'
import { keepForms } from './form-states.ts'

interface VerifyFormFlags {
  readonly env?: string
  readonly from?: string
  readonly browser: boolean
}

/** Number of forms requested at a time. */
const atOnce = 10
/** Number of pages that the browser opens at a time: each takes a tenth of a second of CPU time, so more would be slow. */
const pagesAtOnce = 3

interface Looked {
  readonly id: string
  /** Null if the brand's config is invalid, so that its form is unknown. */
  readonly form: FormState | null
  readonly siteUrl: string
  readonly diagnostics: readonly Diagnostic[]
}

export const verifyForms: BrandsCommand<VerifyFormFlags> = async (
  { project, brands, diagnostics: ofSelection },
  { env, from, browser },
  reporter,
) => {
  const program = browser ? await findBrowser(process.env) : undefined
  if (browser && program === undefined) {
    const hint = 'Install Chromium or Chrome, or set the environment variable CHROMIUM=/path/to/chrome.'
    return cannotBegin(reporter, [
      mistake('--browser needs Chromium, which was not found on this machine.', hint),
    ])
  }
  let done = 0
  const fetched = await inParallel(brands, atOnce, async (id): Promise<Looked> => {
    const { value: brand, diagnostics } = loadBrand(project.files, id, project.defaults, env)
    const provider = brand && providerOf(brand, from && new URL(from).origin)
    const form =
      brand && provider
        ? await verifyForm(requestOf(provider, brand.values.formId, brand.values.siteUrl))
        : null
    reporter.progress(`${++done} of ${brands.length} forms`)
    return { id, form, siteUrl: brand?.values.siteUrl ?? '', diagnostics: form === null ? diagnostics : [] }
  })
  const looked = program === undefined ? fetched : await inBrowser(fetched, program, reporter)
  const diagnostics = [...ofSelection, ...looked.flatMap(brand => brand.diagnostics), ...formProblems(looked)]
  const unwritten = keepForms(
    project,
    env,
    looked.flatMap(({ id, form }) => (form === null ? [] : [[id, form] as const])),
  )
  reporter.conclude(text(looked), {
    brands: looked.map(({ id, form }) => ({ id, form })),
    diagnostics: [...diagnostics, ...unwritten],
  })
  return worstOf(looked.map(({ form }) => (form === null ? exitCodes.brandInvalid : codes[form.state])))
}

/** Checks the forms that could be fetched in a browser. */
async function inBrowser(
  fetched: readonly Looked[],
  program: string,
  reporter: Pick<Reporter, 'progress'>,
): Promise<Looked[]> {
  const browser = openFormBrowser(program)
  let done = 0
  try {
    return await inParallel(fetched, pagesAtOnce, async looked => {
      const seen = looked.form?.state === 'ok' ? await browser.look(looked.siteUrl) : undefined
      reporter.progress(`${++done} of ${fetched.length} forms in a browser`)
      return looked.form === null || seen === undefined
        ? looked
        : { ...looked, form: { ...looked.form, ...seen } }
    })
  } finally {
    await browser.close()
  }
}

const codes = { ok: exitCodes.done, dead: exitCodes.failed, unreachable: exitCodes.network } as const

/** The request of a brand's page for its form. */
function requestOf(
  { mode, allow, embedUrl }: ReturnType<typeof providerOf>,
  formId: string,
  siteUrl: string,
): FormRequest {
  const url = new URL(embedUrl)
  // A script finds the id in the page.
  if (mode === 'iframe') url.searchParams.set('formId', formId)
  return { url: url.href, mode, allow, siteUrl }
}

/** One problem for all forms with the same fault. */
function formProblems(looked: readonly Looked[]): Diagnostic[] {
  const faults = looked.flatMap(({ id, form }) =>
    form === null || form.state === 'ok' ? [] : [[`${form.state} ${form.reason}`, { id, form }] as const],
  )
  return [...grouped(faults).values()].flatMap(same => {
    const [first] = same
    if (first === undefined) return []
    const { state, reason } = first.form
    const ids = same.map(({ id }) => id)
    const whose =
      ids.length === 1
        ? `The form of "${first.id}"`
        : `The forms of ${counted(ids.length, 'brand')} (${listOf(ids, 10)})`
    const be = ids.length === 1 ? 'is' : 'are'
    const details = ids.length === 1 ? { brand: first.id } : {}
    return [
      state === 'dead'
        ? diagnostic('live/form-dead', `${whose} ${be} dead: ${reason}.`, {
            ...details,
            hint: 'Compare formId, providerHost and provider in brand.yaml with the provider’s instructions, or ask the provider.',
          })
        : diagnostic('live/form-unreachable', `${whose} ${be} unreachable: ${reason}.`, {
            ...details,
            hint: 'Check whether the provider is up, then verify again.',
          }),
    ]
  })
}

function text(looked: readonly Looked[]): string {
  const weight = { dead: 0, unreachable: 1, ok: 2 } as const
  const sorted = [...looked].sort(
    (a, b) => (a.form ? weight[a.form.state] : -1) - (b.form ? weight[b.form.state] : -1),
  )
  const rows = sorted.map(({ id, form }) =>
    form === null
      ? [id, 'invalid config', '–', '–', '']
      : [id, form.state, String(form.status ?? '–'), `${form.ms} ms`, form.reason ?? ''],
  )
  const totals = tally(looked.map(({ form }) => form?.state ?? 'with an invalid config'))
  return `${counted(looked.length, 'form')}: ${totals || 'none'}.\n\n${table(['brand', 'form', 'status', 'time', 'reason'], rows, [2, 3])}`
}
