/**
 * Styles that a component imports are passed to `useStyles`. Styles that an island imports become minified text for a
 * constructed style sheet.
 */
declare module '*.css' {
  const styles: string
  export default styles
}
