import type { ReactElement } from 'react'

/** What a line must not break within: a phone number, and a word behind a single letter (`e-sign`). */
const whole = /((?:\+?\d+ )?\(\d+\)[ \d-]*\d|\b[A-Za-z]-\w+)/

/** A text with what must stay on one line in one piece. */
export function Unbroken({ children }: { readonly children: string }): ReactElement {
  return (
    <>
      {children.split(whole).map((part, index) =>
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
