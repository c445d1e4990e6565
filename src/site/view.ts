// The data that is the same on every page of a site.

import { type BrandConfig, type Disclosure, darkColors, lightColors } from '../brand/index.ts'
import { phoneView } from './format.ts'
import type { DisclosuresView, SiteView } from './model.ts'
import { usualNavigation } from './navigation.ts'
import { formHeightCss, initialIcon, themeCss } from './theme.ts'
import { basePathOf, linksOf } from './urls.ts'

/** Input of `siteView` that the brand does not contain. */
export interface ViewDetails
  extends Pick<SiteView, 'provider' | 'costExample' | 'strings' | 'unavailableStates'> {
  /** With its tokens filled. */
  readonly companyLine: string
  /** Leaves out the tag manager and third-party tags. */
  readonly withoutTags: boolean
  /** Whether the site has the paginated list of articles. */
  readonly hasArticleList: boolean
  readonly motif: SiteView['theme']['motif'] | undefined
  /** Whether the home page has the section that "About us" links to. */
  readonly hasAdvantages: boolean
}

/** The decoration for each layout if the content names none. */
const motifs = { split: 'arcs', form: 'arcs', centered: 'leaves', banner: 'waves' } as const

export function siteView(brand: BrandConfig, details: ViewDetails): SiteView {
  const { values } = brand
  const { provider, costExample, strings, unavailableStates, hasArticleList } = details
  const basePath = basePathOf(values.siteUrl)
  const links = linksOf(basePath, hasArticleList)
  const colors = lightColors(values.theme)
  const dark = darkColors(values.theme)
  return {
    brand: {
      id: brand.id,
      name: values.name,
      locale: values.locale,
      siteUrl: values.siteUrl,
      basePath,
      formId: values.formId,
      phone: phoneView(values.phone),
      ...(values.phones !== undefined && {
        phones: Object.fromEntries(
          Object.entries(values.phones).map(([source, number]) => [source, phoneView(number)]),
        ),
      }),
      email: { text: values.email, href: `mailto:${values.email}` },
      companyLine: details.companyLine,
      ...(values.legalName !== undefined && { legalName: values.legalName }),
      ...(values.address !== undefined && { address: values.address }),
      copyrightYear: values.copyrightYear,
    },
    ...(brand.environment !== undefined && { environment: brand.environment }),
    ...(!values.index && { noindex: true as const }),
    provider,
    theme: {
      colors,
      ...(dark !== undefined && { darkColors: dark }),
      css: themeCss(values.theme) + formHeightCss(values.provider.formHeight),
      icon: initialIcon(values.name, colors),
      headerLayout: values.theme.header.layout,
      headerMobile: values.theme.header.mobile,
      heroLayout: values.theme.hero.layout,
      motif: details.motif ?? motifs[values.theme.hero.layout],
      ...(brand.logoPath !== undefined && { logo: brand.logoPath }),
    },
    ...(brand.disclosures !== undefined && { disclosures: disclosuresView(brand.disclosures) }),
    ...tagsView(details.withoutTags ? undefined : values.analytics),
    strings,
    links,
    navigation: usualNavigation({ strings, links, provider }, details.hasAdvantages),
    costExample,
    unavailableStates,
  }
}

/** The entry with this heading goes into the tooltip; without one, the first entry is still left out of the grid. */
const advertiserDisclosure = 'Advertiser Disclosure'

function disclosuresView(entries: readonly Disclosure[]): DisclosuresView {
  const advertiser = entries.find(entry => entry.heading === advertiserDisclosure)
  if (advertiser === undefined) return { entries: entries.slice(1) }
  return { advertiser: advertiser.text, entries: entries.filter(entry => entry !== advertiser) }
}

/** An empty `analytics:` map has no effect. */
function tagsView(
  analytics: BrandConfig['values']['analytics'],
): Pick<SiteView, 'analytics' | 'thirdParties'> {
  const { gtm, ga4, vendors = [], allow = [] } = analytics ?? {}
  const measures = gtm !== undefined || ga4 !== undefined
  return {
    ...(measures && { analytics: { ...(gtm !== undefined && { gtm }), ...(ga4 !== undefined && { ga4 }) } }),
    ...((vendors.length > 0 || allow.length > 0) && {
      thirdParties: { vendors, allow: allow.map(({ origin, for: uses }) => ({ origin, for: uses })) },
    }),
  }
}
