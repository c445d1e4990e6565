// Kinds of values in `brand.yaml`: what each may be, and what to write if it is something else.

import * as z from 'zod'
import { checkedString, issueOf, text as line, matching } from '../../yaml/index.ts'
import { isDay, isSlug } from '../allowed-values.ts'

export const color = matching(
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i,
  'is %, which is not a hex color.',
  'Write it like "#1a2b3c", in quotes.',
  'brand/invalid-color',
).meta({ pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$', examples: ['#1d4ed8'] })

const international = /^\+[1-9][0-9]{7,14}$/

export const phone = checkedString('brand/invalid-phone', value => {
  if (international.test(value)) return undefined
  const digits = value.replace(/[^0-9]/g, '')
  // Eight or nine digits without a plus sign do not show which country they belong to, so none is suggested.
  const isInternational = digits.length > 10 || value.trimStart().startsWith('+')
  const written = `+${digits.length === 10 && !isInternational ? 1 : ''}${digits}`
  const likely =
    (isInternational || digits.length === 10) && international.test(written) ? written : undefined
  return {
    message: `is ${JSON.stringify(value)}, which is not in the international form (a plus sign and 8 to 15 digits).`,
    hint: likely === undefined ? 'Write it like "+18005550142".' : `Write it as "${likely}".`,
  }
})

export const email = matching(
  { test: value => z.email().safeParse(value).success },
  'is %, which is not an email address.',
  'Write it like "info@brand.example".',
  'brand/invalid-email',
)

export const hostPattern =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

export const host = checkedString('brand/invalid-host', value => {
  if (hostPattern.test(value)) return undefined
  const bare = value
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .toLowerCase()
  return {
    message: `is ${JSON.stringify(value)}, which is not a bare host name (no scheme, port, path, user or IP address).`,
    hint: hostPattern.test(bare) ? `Write "${bare}".` : 'Write it like "forms.provider.example".',
  }
})

export const siteUrl = checkedString('brand/invalid-url', value => {
  const hint = 'Write it like "https://www.brand.example" or "https://www.brand.example/loans".'
  const parsed = URL.parse ? URL.parse(value) : URL.canParse(value) ? new URL(value) : null
  if (parsed === null) return { message: `is ${JSON.stringify(value)}, which is not a URL.`, hint }
  if (parsed.protocol !== 'https:')
    return { message: `must start with "https://", not "${parsed.protocol}".`, hint }
  if (parsed.username !== '' || parsed.password !== '')
    return { message: 'must not contain a user name or password.', hint }
  if (parsed.search !== '' || parsed.hash !== '' || /[?#]/.test(value)) {
    return { message: 'must not have a query or a fragment.', hint }
  }
  if (value.endsWith('/'))
    return { message: 'must not end with a slash.', hint: `Write "${value.replace(/\/+$/, '')}".` }
  const path = parsed.pathname === '/' ? '' : parsed.pathname
  if (!/^(?:\/[A-Za-z0-9._~-]+)*$/.test(path)) {
    return { message: 'has a path with characters other than letters, digits, ".", "_", "~" and "-".', hint }
  }
  const normal = `${parsed.origin}${path}`
  return normal === value ? undefined : { message: 'is not in its normal form.', hint: `Write "${normal}".` }
})

export const locale = checkedString('brand/invalid-locale', value => {
  const hint = 'Write it like "en-US" or "es-US".'
  try {
    const [canonical] = Intl.getCanonicalLocales(value)
    if (canonical !== value) {
      return {
        message: `is ${JSON.stringify(value)}, which is not in its normal form.`,
        hint: `Write "${canonical}".`,
      }
    }
    // For any other locale, Intl falls back to the machine's language.
    return Intl.DateTimeFormat.supportedLocalesOf(value).length > 0
      ? undefined
      : {
          message: `is ${JSON.stringify(value)}, a language whose date and number formats are unknown.`,
          hint,
        }
  } catch {
    return { message: `is ${JSON.stringify(value)}, which is not a language tag (BCP 47).`, hint }
  }
})

export const formId = matching(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  'is %, which is not a valid form id.',
  'Use up to 64 letters, digits, "_" and "-", starting with a letter or digit.',
)

export const providerPathPattern = '^/(?!/)[A-Za-z0-9._~/{}-]*$'
export const providerPath = (required: string | undefined) =>
  checkedString('brand/invalid-value', value => {
    if (!/^\/(?!\/)[A-Za-z0-9._~/{}-]*$/.test(value) || value.includes('..')) {
      return {
        message: `is ${JSON.stringify(value)}, which is not a path on the provider’s host.`,
        hint: 'Start it with a single "/".',
      }
    }
    return required !== undefined && !value.includes(required)
      ? { message: `must contain ${required}.`, hint: `Write it like "/forms/document/${required}".` }
      : undefined
  })

/** For the JSON schema: matches everything that the exact test allows. */
export const originPattern = '^https://[^/]+$'

export const widgetOrigin = matching(
  /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{2,5})?$/,
  'is %, which is not an https origin.',
  'Write it like "https://cdn.provider.example" or "https://*.provider.example", without a path.',
).meta({ pattern: originPattern })

export const formHeight = z.int().min(200).max(4000)

export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
export const slug = matching(
  { test: isSlug },
  'names %, which is not a valid slug.',
  'Write it like "borrowing-rules".',
).meta({ pattern: slugPattern })

export const pagePath = matching(
  { test: value => value.split('/').every(isSlug) },
  'is %, which is not a valid page path.',
  'Write "legal/terms" for content/pages/legal/terms.md.',
)

export const notBoth = ({
  value,
  issues,
}: z.core.ParsePayload<{ only?: unknown; except?: unknown }>): void => {
  if (value.only === undefined || value.except === undefined) return
  issues.push(issueOf({ message: 'has both "only" and "except".', hint: 'Keep one of the two.' }))
}

export const money = (minimum: number, maximum: number) => z.number().min(minimum).max(maximum)

export const wording = (description: string, example: string) =>
  line(2000)
    .optional()
    .meta({ description, examples: [example] })

export const day = matching(
  { test: isDay },
  'is %, which is not a valid date.',
  'Write it like "2026-03-01".',
).meta({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  examples: ['2026-03-01'],
})

export const streetAddress = checkedString('brand/invalid-value', value =>
  /\b(?:p\.?\s*o\.?\s*box|post office box|apartado postal)\b/i.test(value)
    ? { message: 'is a post office box.', hint: 'Give the company’s street address.' }
    : value.trim().length < 8
      ? {
          message: 'is too short for a street address.',
          hint: 'Write it like "12 Example Street, Denver, CO 80202".',
        }
      : undefined,
)
