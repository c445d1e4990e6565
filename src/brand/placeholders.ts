// The values that `imprint new brand` writes: they pass every check, so that a new brand can be previewed at once, but they are
// not real.

import { type Diagnostic, diagnostic, grouped } from '../diagnostics/index.ts'
import { entryAt, type LocatedMap } from '../yaml/index.ts'

/** The values of a new brand, in the order in which they are written. */
export function placeholders(id: string) {
  return {
    siteUrl: `https://www.${id}.placeholder.example`,
    formId: `${id}-placeholder`,
    // From the range reserved for fiction.
    phone: '+18005550100',
    email: `info@${id}.placeholder.example`,
    providerHost: 'forms.placeholder.example',
    companyLine: '{name} (placeholder)',
  } as const
}

export function isPlaceholder(value: string): boolean {
  return /\bplaceholder\b|\byour company\b/i.test(value) || value === placeholders('').phone
}

/**
 * Reports a brand's values that are still placeholders: a warning, because the site may be previewed; it must not be released.
 */
export function placeholderProblems(located: LocatedMap): Diagnostic[] {
  const paths = [
    ...[...Object.keys(placeholders('')), 'legalName', 'address'].map(key => [key]),
    ['states', 'reviewedBy'],
  ]
  const placeholdersLeft = paths.flatMap(path => {
    const value = entryAt(located, path)?.value
    if (value?.kind !== 'scalar' || !isPlaceholder(String(value.value))) return []
    return { key: path.join('.'), at: value.origin }
  })
  const [first] = placeholdersLeft
  if (first === undefined) return []
  // The file is named, because a base's values are not in the brand's own file.
  const files = grouped(placeholdersLeft.map(({ key, at }) => [at.file, `"${key}"`] as const))
  const places = [...files].map(([file, keys]) =>
    file === first.at.file ? keys.join(', ') : `${keys.join(', ')} in ${file}`,
  )
  const message = `${places.join('; ')} ${placeholdersLeft.length === 1 ? 'still has a placeholder' : 'still have placeholders'}.`
  const hint = 'Write your own values. Until then, the site builds, but "imprint release" refuses it.'
  return [diagnostic('brand/placeholder', message, { at: first.at, hint })]
}
