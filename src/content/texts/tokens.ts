// Tokens: `{name}` in any text of the content stands for a value of the brand, so that one text serves every brand and
// no figure or address is typed twice.

/** All tokens. `site/` gives them their values. */
export const tokenNames = [
  'name',
  'phone',
  'phoneLink',
  'email',
  'siteUrl',
  'providerHost',
  'companyLine',
  'copyrightYear',
  'unavailableStates',
  'principal',
  'feePer100',
  'fee',
  'total',
  'days',
  'apr',
  'econsentUrl',
  'policyUrl',
  'termsUrl',
  'ratesUrl',
  'noticeUrl',
] as const

export type TokenName = (typeof tokenNames)[number]
export type TokenValues = Readonly<Record<TokenName, string>>

/** In double braces, a name belongs to a template language. */
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

/** The same with the offsets of their braces. */
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
