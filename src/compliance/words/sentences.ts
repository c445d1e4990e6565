// Finds where the sentences of a text begin and end. Pure.

const abbreviations =
  /(?:^|[\s(])(?:[A-Za-z]|e\.g|i\.e|vs|inc|co|corp|st|approx|est|mr|mrs|ms|dr|ee|uu|aprox|sr|sra|art|sec)\.$/i
/** Characters at which a sentence may end. */
const isEnd = Uint8Array.from({ length: 256 }, (_, code) =>
  /[.!?¿¡]/.test(String.fromCharCode(code)) ? 1 : 0,
)
const ellipsis = 0x2026
/** The marks at the end of a sentence, with the quotation marks and brackets after them. */
const marks = /[.!?…]+["'”’)\]]*/y

/** The sentences of a shown text. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = []
  sentenceRanges(text, (start, end) => sentences.push(text.slice(start, end)))
  return sentences
}

/** Calls back with the start and the end of each sentence. */
export function sentenceRanges(text: string, onRange: (start: number, end: number) => void): void {
  let start = 0
  const add = (end: number): void => {
    while (start < end && text.charCodeAt(start) === 32) start++
    if (start < end) onRange(start, end)
    start = end
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 256 ? isEnd[code] === 0 : code !== ellipsis) continue
    if (code === 0xbf || code === 0xa1) {
      // A question begins here: "¿Mal crédito?"
      if (at > 0 && /\s/.test(text.charAt(at - 1))) add(at)
      continue
    }
    marks.lastIndex = at
    const mark = marks.exec(text)?.[0] ?? ''
    const end = at + mark.length
    if (endsHere(text, start, at, mark)) add(end)
    at = end - 1
  }
  add(text.length)
}

/** Whether marks end a sentence. */
function endsHere(text: string, start: number, at: number, mark: string): boolean {
  const end = at + mark.length
  if (end < text.length && !/\s/.test(text.charAt(end))) return false
  if (mark.startsWith('.') && end < text.length && !stopsAt(text, start, at, end)) return false
  // Advertisements often begin like “Bad credit? No problem!”.
  return !/[”"»]$/.test(mark) || !/^,? \p{Ll}/u.test(text.slice(end, end + 4))
}

/** In characters. Paragraphs that people write are shorter. */
const longText = 4000

/** Splits a text into parts of whole sentences if comparing them all with each other would take seconds. */
export function partsOf(text: string): readonly string[] {
  if (text.length <= longText) return [text]
  const parts: string[] = []
  let from = 0
  let to = 0
  sentenceRanges(text, (_, end) => {
    if (end - from > longText && to > from) {
      parts.push(text.slice(from, to).trim())
      from = to
    }
    to = end
  })
  return [...parts, text.slice(from).trim()]
}

/** Whether a full stop ends a sentence. */
function stopsAt(text: string, start: number, index: number, end: number): boolean {
  if (abbreviations.test(text.slice(Math.max(0, end - 9), index + 1))) return false
  // "License No. 4471", but "Yes or no."
  if (/\bno$/i.test(text.slice(start, index)) && /^ ?#?[A-Z]*-?\d/.test(text.slice(end))) return false
  return /[\p{Lu}\d$"'“‘«¿¡([#@–—-]/u.test(text.charAt(end + 1))
}
