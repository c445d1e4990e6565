// Emoji by GitHub's short names: `:smile:` is 😄.

/** Not where a time, an address or code is written: 12:30:45, std::map::begin. */
const shortName = /(?<![\w:/]):([+-]?[a-z0-9][a-z0-9_+-]*):(?![\w:])/g

let emoji: Readonly<Record<string, string>> | undefined

/** Loaded for the first name, because few texts have one. */
function emojiOf(name: string): string | undefined {
  emoji ??= (require('gemoji') as typeof import('gemoji')).nameToEmoji
  return Object.hasOwn(emoji, name) ? emoji[name] : undefined
}

/**
 * The text with a character for each name that has one.
 * @param source The text as written: a name after a backslash stays as it is.
 */
export function withEmoji(text: string, source: string): string {
  let end = 0
  return text.replace(shortName, (written, name: string) => {
    const index = source.indexOf(written, end)
    if (index === -1) return written
    end = index + written.length
    return source[index - 1] === '\\' ? written : (emojiOf(name) ?? written)
  })
}

/** The source with spaces in place of these names, so that offsets stay. */
export function withoutEmoji(source: string): string {
  return source.replace(shortName, (written, name: string) =>
    emojiOf(name) === undefined ? written : ' '.repeat(written.length),
  )
}

/** The text without the colons around these names: what GitHub makes the id of a heading from. */
export function withEmojiNames(text: string): string {
  return text.replace(shortName, (written, name: string) => (emojiOf(name) === undefined ? written : name))
}
