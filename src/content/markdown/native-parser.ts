// Sätteri, a Markdown parser with binaries for most machines.

/** What the fast path uses of it. */
export type NativeParser = Pick<typeof import('satteri'), 'markdownToMdast'>

/** Throws if there is no binary. By `require`, because a parser cannot wait for `import()`. */
export function loadNativeParser(): NativeParser {
  return require('satteri') as NativeParser
}
