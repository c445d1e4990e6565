// The links in the header and footer.

import type { ContentSet } from '../content/index.ts'
import { asWarning, type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { originOf } from '../yaml/index.ts'
import { type ContentLink, type LinkMap, resolveTarget } from './links.ts'
import { documentIds, type NavigationLink, type NavigationView, type SiteView } from './model.ts'

/** The links of a site without a `navigation.yaml`. */
export function usualNavigation(
  { strings: { header, footer }, links, provider }: Pick<SiteView, 'strings' | 'links' | 'provider'>,
  hasAdvantages: boolean,
): NavigationView {
  const about = (label: string): NavigationLink[] => (hasAdvantages ? [{ label, href: links.about }] : [])
  const services = [footer.microloans, footer.expressLoans, footer.loansToCard]
  return {
    header: [...about(header.about), { label: header.contact, href: links.contact }],
    footer: [
      { title: footer.services, links: services.map(label => ({ label, href: links.form })) },
      {
        title: footer.company,
        links: [...about(footer.aboutUs), { label: footer.faq, href: links.faq }],
      },
      {
        title: footer.legal,
        links: documentIds.map(id => ({ label: footer[id], href: provider.documents[id], isExternal: true })),
      },
    ],
  }
}

/**
 * The links of `navigation.yaml`, for the parts that it has. A dead link is left out with an error, or with a warning if its page
 * is only absent today. A link to the advantages is left out with them, so that brands with different sections can share the file.
 */
export function plannedNavigation(
  { navigation, located, homeSections }: Pick<ContentSet, 'navigation' | 'located' | 'homeSections'>,
  map: LinkMap,
  fillTokens: (text: string) => string,
): Outcome<{ readonly navigation: Partial<NavigationView>; readonly links: readonly ContentLink[] }> {
  const absentHref = homeSections.includes('advantages') ? undefined : `${map.basePath}/#advantages`
  const diagnostics: Diagnostic[] = []
  const fragments: ContentLink[] = []
  const planned = (
    links: readonly { readonly label: string; readonly to: string }[],
    path: readonly (string | number)[],
  ): NavigationLink[] =>
    links.flatMap(({ label, to }, index) => {
      const origin = originOf(located.navigation, [...path, index, 'to'])
      const target = resolveTarget(to, map)
      if ('absent' in target) {
        const isToday = target.absent === 'today'
        const message = `The navigation links to ${target.what}.${isToday ? ' The link is left out.' : ''}`
        const { hint, causedBy } = target
        const problem = diagnostic('navigation/unknown-target', message, { at: origin, hint, causedBy })
        diagnostics.push(isToday ? asWarning(problem) : problem)
        return []
      }
      const { href, hasFragment } = target
      if (href === absentHref) return []
      if (hasFragment) fragments.push({ href, origin })
      const isExternal = /^https?:/i.test(href)
      return [{ label: fillTokens(label), href, ...(isExternal && { isExternal }) }]
    })
  const header = navigation.header && planned(navigation.header, ['header'])
  const footer = navigation.footer?.map(({ title, links }, index) => ({
    title: fillTokens(title),
    links: planned(links, ['footer', index, 'links']),
  }))
  return {
    value: { navigation: { ...(header && { header }), ...(footer && { footer }) }, links: fragments },
    diagnostics,
  }
}
