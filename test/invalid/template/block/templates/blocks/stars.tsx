export const props = { count: 'a number' }

export default function Stars() {
  return <p>***</p>
}
