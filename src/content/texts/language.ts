// Detects the language of a text by its most common words.

/** Words that are frequent in one language but not in related ones. */
const commonWords: readonly (readonly [language: string, words: ReadonlySet<string>])[] = [
  [
    'en',
    new Set(
      'the and of to you your with that are this from have or it they their when can what which'.split(' '),
    ),
  ],
  [
    'es',
    new Set(
      'el los las y más pero usted también hay sus muy sin puede donde cuando qué cómo ni ya esto'.split(' '),
    ),
  ],
]

/** Fewer words prove nothing. */
const enough = 6

/** The language of a text if it is clearly one of these; otherwise undefined. */
export function languageOfText(text: string): string | undefined {
  const counts = new Map<string, number>(commonWords.map(([language]) => [language, 0]))
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? []
  for (const word of all)
    for (const [language, words] of commonWords)
      if (words.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1)
  const [[first, most] = ['', 0], [, next] = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1])
  // A list of names or codes has few of them.
  return most >= enough && most * 12 >= all.length && most >= 4 * next ? first : undefined
}
