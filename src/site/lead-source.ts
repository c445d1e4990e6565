// What of the addresses of a site's pages is kept for its form.

import type { ProviderView } from './model.ts'

/** A name with "*" must not let personal data in: `utm_email`. Nor `utm_Email`: the rest of a name is in lower case. */
const notPersonal = '(?!.*(mail|phone|ssn|name))'

/** Expression, of a regular expression, for the names of the parameters that are kept. */
export function keptNames(pass: NonNullable<ProviderView['pass']>): string {
  const alternatives = Object.keys(pass).map(name => {
    const escaped = name.replaceAll('.', '\\.')
    return name.endsWith('*') ? `${notPersonal}${escaped.slice(0, -1)}[a-z\\d._-]+` : escaped
  })
  return `^(${alternatives.join('|')})$`
}

/** The names that are others at the provider. */
export function renamed(pass: NonNullable<ProviderView['pass']>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(pass).filter(([name, as]) => name !== as))
}
