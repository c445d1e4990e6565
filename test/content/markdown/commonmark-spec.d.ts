declare module 'commonmark-spec' {
  const specification: { readonly tests: readonly { readonly markdown: string }[] }
  export default specification
}
