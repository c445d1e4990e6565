import { Island } from 'imprint/kit'

export default function Stars() {
  return (
    <Island on="visible" name="star">
      Five stars
    </Island>
  )
}
