import { useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './unbroken.css'

/** Text that must not break across lines: a phone number, or a word after a letter or a number (`e-sign`, `256-bit`). */
const whole = /((?:\+?\d+ )?\(\d+\)[ \d-]*\d|\b(?:[A-Za-z]|\d+)-[a-z]+)/

/** Text whose unbreakable parts each stay on one line. */
export function Unbroken({ children }: { readonly children: string }): ReactElement {
  const parts = children.split(whole)
  useStyles(parts.length > 1 && styles)
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span className="whole" key={part}>
            {part}
          </span>
        ),
      )}
    </>
  )
}
