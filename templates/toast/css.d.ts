/** Styles that a script imports come as minified text, for a constructed style sheet. */
declare module '*.css' {
  const text: string
  export default text
}
