// Sätteri, a Markdown parser with binaries for most machines.

/** The part of it that the fast path uses. */
type NativeParser = Pick<typeof import('satteri'), 'markdownToMdast'>

/** Throws if there is no binary. Uses `require`, because a parser cannot wait for `import()`. */
export function loadNativeParser(): NativeParser {
  return require('satteri') as NativeParser
}
