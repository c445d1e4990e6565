// Tokens: `{name}` in any text in the content is replaced with the brand's value, so that one text fits every brand and no
// figure or address is typed twice.

/** All tokens: meaning and example of each. `site/` provides the values. */
export const tokenMeanings = {
  name: ['brand name', 'Aurora Loan Match'],
  phone: ['phone number in the format that visitors see', '(800) 555-0142'],
  phoneLink: ['phone number for links, allowed only after "tel:"', '+18005550142'],
  email: ['email address', 'help@aurora.example'],
  siteUrl: ['address of the site', 'https://www.aurora.example'],
  providerHost: ['host name of the forms provider', 'forms.provider.example'],
  companyLine: ['company and where it is registered, as in the footer', 'Aurora Loan Match LLC, Delaware'],
  copyrightYear: ['year in the copyright line', '2025'],
  unavailableStates: [
    'list of states where the service is not available',
    'Arkansas, New York, Vermont, and West Virginia',
  ],
  principal: ['amount of the loan in the cost example', '$300'],
  feePer100: ['fee for each $100 in the cost example', '$15'],
  fee: ['total fee in the cost example, computed', '$45'],
  total: ['amount to repay in the cost example, computed', '$345'],
  days: ['term of the cost example, in days', '14'],
  apr: ['annual percentage rate of the cost example, computed', '391%'],
  econsentUrl: [
    'address of the provider’s document on electronic consent',
    'https://forms.provider.example/forms/document/econsent',
  ],
  policyUrl: [
    'address of the provider’s privacy policy',
    'https://forms.provider.example/forms/document/policy',
  ],
  termsUrl: ['address of the provider’s terms', 'https://forms.provider.example/forms/document/terms'],
  ratesUrl: [
    'address of the provider’s rates and fees',
    'https://forms.provider.example/forms/document/rates',
  ],
  noticeUrl: [
    'address of the provider’s privacy notice',
    'https://forms.provider.example/forms/document/notice',
  ],
} as const satisfies Readonly<Record<string, readonly [meaning: string, example: string]>>

export type TokenName = keyof typeof tokenMeanings
export const tokenNames = Object.keys(tokenMeanings) as TokenName[]
export type TokenValues = Readonly<Record<TokenName, string>>

/** A name in double braces belongs to a template language. */
const nameInBraces = /(?<!\{)\{([A-Za-z][A-Za-z0-9]*)\}/g
const tokenPattern = /\{([A-Za-z][A-Za-z0-9]*)\}/g

/** Cuts a text at its tokens. Unknown tokens stay part of the text; no part is an empty string. */
export function splitTokens(text: string): readonly (string | { readonly token: TokenName })[] {
  if (!text.includes('{')) return text === '' ? [] : [text]
  const parts: (string | { token: TokenName })[] = []
  let end = 0
  for (const match of text.matchAll(tokenPattern)) {
    const name = match[1] as string
    if (!isToken(name)) continue
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push({ token: name })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** Names in braces that are not tokens, in order. */
export function unknownTokens(text: string): string[] {
  return unknownTokenPlaces(text).map(({ name }) => name)
}

/** The same, with the offsets of their braces. */
export function unknownTokenPlaces(
  text: string,
): readonly { readonly name: string; readonly offset: number }[] {
  if (!text.includes('{')) return []
  return [...text.matchAll(nameInBraces)]
    .map(match => ({ name: match[1] as string, offset: match.index }))
    .filter(({ name }) => !isToken(name))
}

export function fillTokens(text: string, values: TokenValues): string {
  return text.includes('{')
    ? text.replace(tokenPattern, (written, name: string) => (isToken(name) ? values[name] : written))
    : text
}

function isToken(name: string): name is TokenName {
  return (tokenNames as readonly string[]).includes(name)
}
