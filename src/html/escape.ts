// Escapes text for HTML and XML, and reverses that. This file has all of Imprint's escaping.

/** Text between tags or in a quoted attribute of HTML, as React writes it. */
export const escapeHtml = escaper({ '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' })

/** Text between tags or in a double-quoted attribute of XML. Apostrophes stay readable. */
export const escapeXml = escaper({ '"': '&quot;', '&': '&amp;', '<': '&lt;', '>': '&gt;' })

/** As rehype-stringify writes text and double-quoted attributes: `content/markdown/writer.ts` must write the same bytes. */
export const escapeLikeRehype = {
  text: escaper({ '&': '&#x26;', '<': '&#x3C;' }),
  attribute: escaper({ '"': '&#x22;', '&': '&#x26;', "'": '&#x27;', '`': '&#x60;' }),
}

function escaper(references: Readonly<Record<string, string>>): (text: string) => string {
  const characters = new RegExp(`[${Object.keys(references).join('')}]`, 'g')
  return text => text.replace(characters, character => references[character] as string)
}

/** JSON inside a script element. Browsers take its content literally, so nothing in it may look like a tag. */
export function jsonForScript(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The text of HTML that was escaped here, by React or by rehype-stringify. Other named references stay. */
export function decodeReferences(html: string): string {
  if (!html.includes('&')) return html
  return html.replace(/&(?:#[xX]([0-9A-Fa-f]+)|#(\d+)|(quot|amp|lt|gt));/g, (_, hex, decimal, name) =>
    name === undefined
      ? characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : named[name as keyof typeof named],
  )
}

/** The character for a number in a reference; U+FFFD, as in browsers, if there is none. */
export function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

const named = { quot: '"', amp: '&', lt: '<', gt: '>' }
