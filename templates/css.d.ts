/**
 * Styles that a component imports become the argument of `useStyles`, those that an island imports become minified text, for a
 * constructed style sheet.
 */
declare module '*.css' {
  const styles: string
  export default styles
}
