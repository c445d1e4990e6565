// The requirements of the channels through which a brand buys visitors.

import { aprOf } from '../prices/cost.ts'
import type { JudgedBrand, PageFinding } from '../verdict.ts'
import { missingOf } from './frame.ts'
import type { PageInput } from './page-input.ts'

/** Their requirements for the brand's loans. */
export function* channelFindings({
  channels = [],
  terms,
  maxApr,
  costExample,
}: JudgedBrand['values']): Generator<PageFinding> {
  const shortest = terms?.minDays ?? costExample.days
  const highest = maxApr ?? aprOf(costExample.feePer100, 100, costExample.days)
  const has = `has terms as short as ${shortest} days`
  const asks = {
    'google-ads':
      (shortest < 61 || highest >= 36) &&
      `${has} and rates up to ${highest.toFixed(0)}% APR; Google Ads requires 61 days or more and less than 36%`,
    meta: shortest <= 90 && `${has}; Meta accepts no payday loans and no loans of 90 days or less`,
    ola: false,
  } as const
  for (const channel of channels)
    if (asks[channel])
      yield { rule: `channel/${channel}`, at: { brand: ['channels'] }, problem: asks[channel] }
}

/** Their requirements for its pages. */
export function judgeChannels({ blocks, brand, isForm, add }: PageInput): void {
  const { values, view } = brand
  const { channels = [], terms, maxApr } = values
  if (channels.includes('meta')) {
    const speaking = blocks.filter(
      ({ block, named }) => !block.whole && paydayLoans.some(loan => loan.test(named)),
    )
    for (const text of new Set(speaking.map(({ block }) => block.text)))
      add({ rule: 'channel/meta', quote: text, problem: 'mentions payday loans' })
  }
  // Advertisements lead to the page with the form.
  if (!channels.includes('google-ads') || !isForm) return
  const shown = blocks.flatMap(({ block }) =>
    block.visible && !block.closed && !block.whole ? [block.text] : [],
  )
  const shows = (figures: readonly string[]): boolean =>
    shown.some(text => figures.every(figure => new RegExp(`(?<![\\d.,])${figure}(?!\\d)`).test(text)))
  const missing = missingOf({
    'the shortest and longest term ("terms" in brand.yaml)':
      terms && shows([`${terms.minDays}`, `${terms.maxDays}`]),
    'the highest APR ("maxApr" in brand.yaml)': maxApr !== undefined && shows([`${maxApr}\\s?%`]),
    'the representative example': shown.some(text => text.includes(view.costExample.apr)),
  })
  if (missing.length > 0)
    add({
      rule: 'channel/google-ads',
      at: { strings: 'footer.representativeExample' },
      problem: `does not show ${missing.join(', ')}, which Google Ads requires on the page that an ad leads to`,
    })
}

/** Loans, not the day on which one is paid: "before your next payday". */
const paydayLoans = [
  /\bpayday[\s-]+(?:(?:and|or|title|personal|installment|style|alternative)[\s-]+)*(?:loan|lend|advance|credit|cash|financ|product)/i,
  /\b(?:pr[eé]stam(?:o|ista)|adelanto|anticipo|cr[eé]dito)s?\s(?:del?|hasta el|para el)\sd[ií]as?\sde\s(?:pago|cobro)\b/i,
]
