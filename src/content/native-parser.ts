// Sätteri, where there is a binary of it for the machine.

/** What of it the fast path uses. */
export type NativeParser = Pick<
  typeof import('satteri'),
  'createMdastHandle' | 'serializeHandle' | 'dropHandle' | 'MdastReader'
>

/** Throws where there is no binary. By `require`, because a parser cannot wait for `import()`. */
export function loadNativeParser(): NativeParser {
  return require('satteri') as NativeParser
}
