// The values of the tokens in a brand's text.

import type { BrandConfig } from '../brand/index.ts'
import { fillTokens, type TokenValues } from '../content/index.ts'
import { listText, phoneView } from './format.ts'
import type { CostExampleView, ProviderView } from './model.ts'

/** The value of each token on this brand. */
export function tokenValues(
  brand: BrandConfig,
  provider: ProviderView,
  cost: CostExampleView,
  unavailableStates: readonly string[],
): TokenValues {
  const { values } = brand
  const tokens = {
    name: values.name,
    phone: phoneView(values.phone).text,
    phoneLink: values.phone,
    email: values.email,
    siteUrl: values.siteUrl,
    providerHost: values.providerHost,
    companyLine: values.companyLine,
    copyrightYear: String(values.copyrightYear),
    unavailableStates: listText(values.locale, unavailableStates),
    principal: cost.principal,
    feePer100: cost.feePer100,
    fee: cost.fee,
    total: cost.total,
    days: cost.days,
    apr: cost.apr,
    econsentUrl: provider.documents.econsent,
    policyUrl: provider.documents.policy,
    termsUrl: provider.documents.terms,
    ratesUrl: provider.documents.rates,
    noticeUrl: provider.documents.notice,
  }
  return { ...tokens, companyLine: fillTokens(values.companyLine, tokens) }
}

/** The same data with `change` applied to every string in it. */
export function fillAll<Data>(data: Data, change: (text: string) => string): Data {
  if (typeof data === 'string') return change(data) as Data
  if (Array.isArray(data)) return data.map(item => fillAll(item, change)) as Data
  if (typeof data === 'object' && data !== null) {
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, fillAll(value, change)]),
    ) as Data
  }
  return data
}
