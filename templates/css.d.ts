/**
 * Styles that a component imports come as what it hands to `useStyles`, those that an island imports as minified text, for a
 * constructed style sheet.
 */
declare module '*.css' {
  const styles: string
  export default styles
}
