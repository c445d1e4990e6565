/** Quotes text as one word of a command line, for pasting into a shell. */
export function shellWord(text: string): string {
  if (/^[\w./+:@%=,][\w./+:@%=,-]*$/.test(text)) return text
  // A word that begins with a hyphen would be a flag.
  const word = text.startsWith('-') ? `./${text}` : text
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
