// Where a text's sentences begin and end. Pure.

const abbreviations =
  /(?:^|[\s(])(?:[A-Za-z]|e\.g|i\.e|vs|inc|co|corp|st|approx|est|mr|mrs|ms|dr|ee|uu|aprox|sr|sra|art|sec)\.$/i
const sentenceEnd = /[.!?…]+["'”’)\]]*(?=\s|$)|\s(?=[¿¡])/g

/** The sentences of a shown text. */
export const sentencesOf = (text: string): readonly string[] =>
  sentenceRanges(text).map(([start, end]) => text.slice(start, end))

/** Start and end of each sentence of a text. */
export function sentenceRanges(text: string): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = []
  let start = 0
  const add = (end: number): void => {
    while (start < end && text[start] === ' ') start++
    if (start < end) ranges.push([start, end])
    start = end
  }
  for (const { 0: mark, index } of text.matchAll(sentenceEnd)) {
    const end = index + mark.length
    if (mark.startsWith('.') && end < text.length && !endsAt(text, start, index, end)) continue
    // “Bad credit? No problem!” is how such ads begin.
    if (/[”"»]$/.test(mark) && /^,? \p{Ll}/u.test(text.slice(end, end + 4))) continue
    add(end)
  }
  add(text.length)
  return ranges
}

/** In characters. People's paragraphs are shorter. */
const longText = 4000

/** A text in parts of whole sentences, if it is so long that comparing its parts with each other would take seconds. */
export function partsOf(text: string): readonly string[] {
  if (text.length <= longText) return [text]
  const parts: string[] = []
  let from = 0
  let to = 0
  for (const [, end] of sentenceRanges(text)) {
    if (end - from > longText && to > from) {
      parts.push(text.slice(from, to).trim())
      from = to
    }
    to = end
  }
  return [...parts, text.slice(from).trim()]
}

/** Whether a full stop ends a sentence. */
function endsAt(text: string, start: number, index: number, end: number): boolean {
  if (abbreviations.test(text.slice(Math.max(0, end - 9), index + 1))) return false
  // "License No. 4471", but "Yes or no."
  if (/\bno$/i.test(text.slice(start, index)) && /^ ?#?[A-Z]*-?\d/.test(text.slice(end))) return false
  return /[\p{Lu}\d$"'“‘«¿¡([#@–—-]/u.test(text.charAt(end + 1))
}
