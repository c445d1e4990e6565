// The plan of a brand's site with the parts that depend on the sites of other brands: links between languages, and articles whose
// canonical address is on another site.

import { brandsFolder, type FleetBrand, languageGroup } from '../brand/index.ts'
import { type Diagnostic, diagnostic, type Origin, startOf } from '../diagnostics/index.ts'
import { type Files, rememberedWeakly } from '../files/index.ts'
import {
  missingTranslations,
  type OtherSite,
  otherSite,
  type Site,
  withAlternates,
  withCanonicals,
} from '../site/index.ts'
import { entryAt } from '../yaml/index.ts'
import { type PlannedBrand, type PlanningOptions, type PlanningWork, planAlone } from './plan-brand.ts'
import { untimed } from './timed.ts'

/** Loads a brand and its content, and plans its site. */
export async function planBrand(work: PlanningWork): Promise<PlannedBrand> {
  const { shared, files, id, options } = work
  const planned = await planWithCanonicals(work)
  const site = planned.value
  const group = site === undefined ? [] : languageGroup(shared.fleet(files), id)
  if (site === undefined || group.length === 0) return planned
  const sites = await Promise.all(
    group.map(async other => (other.id === id ? otherSite(site) : plannedOnce(work, other.id, options))),
  )
  const missing = group.filter((_, index) => sites[index] === undefined)
  const [original] = sites
  const twin = group.find(
    (other, index) => other.id !== id && sites[index]?.siteUrl === site.view.brand.siteUrl,
  )
  // Reported once for the two sites, at the second one.
  const isSecond = twin !== undefined && id !== group[0]?.id
  return {
    ...planned,
    value: withAlternates(
      site,
      sites.filter(other => other !== undefined),
    ),
    diagnostics: [
      ...planned.diagnostics,
      ...missing.map(other => unplannedAlternate(id, other)),
      ...(original === undefined ? [] : missingTranslations(site, original)),
      ...(isSecond ? [sameAddress(site, twin.id, options.environment)] : []),
    ],
  }
}

/** A brand's site, with the canonical addresses of the articles that it shares. */
async function planWithCanonicals(work: PlanningWork): Promise<PlannedBrand> {
  const planned = await planAlone(work)
  const site = planned.value
  const named = site?.brand.values.canonicalOf
  if (site === undefined || named === undefined) return planned
  // Even in an environment, they are the public site's.
  const other = await plannedOnce(work, named, { ...work.options, environment: undefined })
  if (other !== undefined && !other.noindex) return { ...planned, value: withCanonicals(site, other) }
  const at = entryAt(site.brand.located, ['canonicalOf'])?.value.origin
  return { ...planned, diagnostics: [...planned.diagnostics, unlistedCanonical(work.id, named, at, other)] }
}

/** The facts about a brand's site that other sites need. A run computes them once per site. */
function plannedOnce(
  work: PlanningWork,
  id: string,
  options: PlanningOptions,
): Promise<OtherSite | undefined> {
  const known = plannedSites(work.files)
  const key = `${id} ${options.environment ?? ''}`
  const found =
    known.get(key) ??
    planWithCanonicals({ ...work, id, options, timed: untimed }).then(
      ({ value }) => value && otherSite(value),
    )
  known.set(key, found)
  return found
}

const plannedSites = rememberedWeakly((_: Files) => new Map<string, Promise<OtherSite | undefined>>())

function unplannedAlternate(brand: string, { id }: FleetBrand): Diagnostic {
  const message = `"${id}" is this site in another language. It has errors, so no page of "${brand}" links to it.`
  return diagnostic('brand/alternate-unplanned', message, {
    at: startOf(`${brandsFolder}/${id}/brand.yaml`),
    brand,
    hint: `Run "imprint check ${id}".`,
  })
}

function sameAddress({ view }: Site, other: string, environment: string | undefined): Diagnostic {
  const { id, siteUrl } = view.brand
  const file = `${brandsFolder}/${id}/brand.yaml`
  const message = `"${id}" is "${other}" in another language, but both have the siteUrl "${siteUrl}": visitors and search engines see only one of them.`
  const key = environment === undefined ? 'siteUrl' : `environments.${environment}.siteUrl`
  return diagnostic('brand/alternate-address', message, {
    at: startOf(file),
    brand: id,
    hint: `Set "${key}" in ${file}. Without it, the brand inherits the value from another layer.`,
  })
}

function unlistedCanonical(
  brand: string,
  named: string,
  at: Origin | undefined,
  other: OtherSite | undefined,
): Diagnostic {
  const [why, hint] =
    other === undefined
      ? ['that site has errors', `Run "imprint check ${named}".`]
      : [
          'search engines are told not to list its pages ("index: false")',
          'Name a brand that search engines may list.',
        ]
  const message = `The articles of "${brand}" have no canonical links to those of "${named}": ${why}.`
  return diagnostic('brand/canonical-unplanned', message, { at, brand, hint })
}
