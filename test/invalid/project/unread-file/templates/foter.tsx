export function Footer() {
  return <footer>Ours</footer>
}
