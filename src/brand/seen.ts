// What other brands look at in a `brand.yaml`: a few keys, which parse fifty times as fast as all of it.

import { rememberedWeakly, type SourceFile } from '../files/index.ts'

/** Keys of a brand that others know. */
export const seenKeys = [
  'locale',
  'alternateOf',
  'canonicalOf',
  'name',
  'siteUrl',
  'formId',
  'phone',
  'email',
  'host',
] as const

const seen: ReadonlySet<string> = new Set([...seenKeys, 'phones', 'extends'])

/**
 * The same file with blank lines in place of what other brands do not look at. The whole text, where its keys do not simply begin its
 * lines or it has none of these.
 */
export const seenByOthers = /* @__PURE__ */ rememberedWeakly((source: SourceFile): SourceFile => {
  let isSeen: boolean | undefined
  const lines = source.text.split('\n').map(line => {
    const key = /^([A-Za-z]+):(?: |$)/.exec(line)?.[1]
    if (key !== undefined) isSeen = seen.has(key)
    else if (line === '' || line.startsWith('#')) return ''
    else if (isSeen === undefined || !/^(?: |- )/.test(line)) return undefined
    return isSeen ? line : ''
  })
  const isSure = !lines.includes(undefined) && lines.some(line => line !== '')
  return isSure ? { ...source, text: lines.join('\n') } : source
})
