/**
 * Tests whether a text, whose words are separated by spaces, contains a word of a list. In the list, `*` matches any ending, and
 * `_` joins words that follow each other.
 */
export function oneOf([list = '']: TemplateStringsArray): (text: string) => boolean {
  const words = list
    .trim()
    .split(/\s+/)
    .map(word => word.replaceAll('*', '[^ ]*').replaceAll('_', ' '))
  const pattern = new RegExp(` (?:${words.join('|')}) `)
  return text => pattern.test(` ${text} `)
}
