// Emoji by GitHub's short names: `:smile:` is 😄.

import { once } from '../../files/index.ts'

/** Does not match times, addresses and code: 12:30:45, std::map::begin. */
const shortName = /(?<![\w:/]):([+-]?[a-z0-9][a-z0-9_+-]*):(?![\w:])/g

/** Loaded on first use, because few documents contain one. */
const emojiByName = once(() => (require('gemoji') as typeof import('gemoji')).nameToEmoji)

function emojiOf(name: string): string | undefined {
  return Object.hasOwn(emojiByName(), name) ? emojiByName()[name] : undefined
}

/**
 * Replaces each known name with its character.
 * @param source The text as written: a name after a backslash is kept.
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

/** The source with these names replaced by spaces, so that offsets stay the same. */
export function withoutEmoji(source: string): string {
  return source.replace(shortName, (written, name: string) =>
    emojiOf(name) === undefined ? written : ' '.repeat(written.length),
  )
}

/** The text without the colons around these names, from which GitHub makes a heading's id. */
export function withEmojiNames(text: string): string {
  return text.replace(shortName, (written, name: string) => (emojiOf(name) === undefined ? written : name))
}
