// Other tools' front matter: Imprint's names for their keys, and dates with a time of day.

import { type Diagnostic, diagnostic, type Outcome } from '../../diagnostics/index.ts'
import type { KeyHints, LocatedEntry, LocatedMap } from '../../yaml/index.ts'

const leaveOut = 'Remove it: it has no effect on any page.'

/** What to write instead of a key from Jekyll, Hugo, Astro, Gatsby or Ghost. */
export const foreignKeys: KeyHints = {
  ...named(
    'excerpt summary abstract subtitle lead meta_description metaDescription seo_description',
    'description',
  ),
  ...named('categories category topics', 'tags'),
  ...named('name headline seo_title seoTitle metaTitle', 'title'),
  ...named('pubDate publishDate publish_date published_at publishedAt created created_at createdAt', 'date'),
  ...named('lastmod modified last_modified_at updated_at updatedAt dateModified', 'updated'),
  ...named('expiryDate expirydate unpublishdate', 'expires'),
  ...named('cover thumbnail feature_image featured_image heroImage hero banner images ogImage', 'image'),
  authors: 'Write "author: …" with one name.',
  published: 'Write "draft: true" for drafts; other articles need no key.',
  permalink:
    'Write the last part of the address as "slug: …". Redirects from other addresses belong in redirects.yaml.',
  url: 'Write the last part of the address as "slug: …". Redirects from other addresses belong in redirects.yaml.',
  aliases: 'Write each old address in redirects.yaml: "- {from: /old/, to: /new/}".',
  redirect_from: 'Write each old address in redirects.yaml: "- {from: /old/, to: /new/}".',
  ...each('layout type id weight order toc comments math lang language locale guid disqus sticky', leaveOut),
}

function named(keys: string, name: string): Record<string, string> {
  return each(keys, `Write it as "${name}: …".`)
}

function each(keys: string, hint: string): Record<string, string> {
  return Object.fromEntries(keys.split(' ').map(key => [key, hint]))
}

/** Drops the time of day from dates; time zones are ignored. */
export function withoutTimes(data: LocatedMap): Outcome<LocatedMap> {
  const diagnostics: Diagnostic[] = []
  const entries = new Map<string, LocatedEntry>(data.entries)
  for (const key of ['date', 'updated', 'expires']) {
    const entry = entries.get(key)
    const written = entry?.value.kind === 'scalar' ? String(entry.value.value) : ''
    const [, day] = /^(\d{4}-\d{2}-\d{2})(?:[T ] *\d{1,2}:\d{2}.*)$/.exec(written) ?? []
    if (entry?.value.kind !== 'scalar' || day === undefined) continue
    entries.set(key, { ...entry, value: { ...entry.value, value: day } })
    const hint = `Write "${key}: ${day}".`
    const message = `"${key}" is read as ${day}; the time of day is ignored.`
    diagnostics.push(diagnostic('article/date-cut', message, { at: entry.value.origin, hint }))
  }
  return { value: { ...data, entries }, diagnostics }
}
