// The constants for the script in `kit/lead-source.ts`: which address parameters are stored, for the form and for the phone
// number.

import { jsonForScript } from '../html/index.ts'
import type { LinkView, SiteView } from './model.ts'

/** A name with "*" must not match personal data such as `utm_email` or `utm_Email`; the rest of a name is in lower case. */
const notPersonal = '(?!.*(mail|phone|ssn|name))'

/** The networks' click ids, by the source that stands for the network in `phones`. */
const clickIds: Readonly<Record<string, readonly string[]>> = {
  google: ['gclid', 'gbraid', 'wbraid'],
  bing: ['msclkid'],
  microsoft: ['msclkid'],
  facebook: ['fbclid'],
  meta: ['fbclid'],
}

/** The constants in front of the script. Undefined if a site stores nothing about its visitors' sources. */
export function leadConstants({
  provider: { pass },
  brand: { phone, phones },
}: Pick<SiteView, 'provider' | 'brand'>): string | undefined {
  if (pass === undefined && phones === undefined) return undefined
  const sources = Object.keys(phones ?? {})
  const deciding = phones && ['utm_source', ...sources.flatMap(source => clickIds[source] ?? [])]
  const isPassed = new RegExp(nameExpression(Object.keys(pass ?? {})))
  const hidden = [...new Set(deciding)].filter(name => !isPassed.test(name))
  const renamed = Object.fromEntries(Object.entries(pass ?? {}).filter(([name, as]) => name !== as))
  const keep = nameExpression([...Object.keys(pass ?? {}), ...hidden])
  const constants = [
    `keep=/${keep}/`,
    `names=${jsonForScript(renamed)}`,
    ...(phones === undefined ? [] : [`phones=[${phoneEntries(phone, phones, renamed).join()}]`]),
    ...(phones === undefined || pass === undefined ? [] : [`hidden=${jsonForScript(hidden)}`]),
  ]
  return `const ${constants.join()};`
}

/** The source of a regular expression for the names of the parameters that are stored. */
export function nameExpression(names: readonly string[]): string {
  const alternatives = names.map(name => {
    const escaped = name.replaceAll('.', '\\.')
    return name.endsWith('*') ? `${notPersonal}${escaped.slice(0, -1)}[a-z\\d._-]+` : escaped
  })
  return `^(${alternatives.join('|')})$`
}

/**
 * The number for each source: a source named in the link takes precedence over the network of its click id; the brand's own
 * number comes last.
 */
function phoneEntries(
  own: LinkView,
  phones: Readonly<Record<string, LinkView>>,
  renamed: Readonly<Record<string, string>>,
): string[] {
  const asKept = (name: string): string => (renamed[name] ?? name).replaceAll('.', '\\.')
  const entry = (pattern: string, { href, text }: LinkView): string =>
    `[/${pattern}/i,${jsonForScript(href)},${jsonForScript(text)}]`
  const all = Object.entries(phones)
  return [
    ...all.map(([source, link]) =>
      entry(`"${asKept('utm_source')}":"${source.replaceAll('.', '\\.')}"`, link),
    ),
    ...all.flatMap(([source, link]) => {
      const ids = clickIds[source]?.map(asKept)
      return ids === undefined ? [] : [entry(`"(${ids.join('|')})":`, link)]
    }),
    entry('^', own),
  ]
}
