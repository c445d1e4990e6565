import { type FaqView, Markup } from 'imprint/kit'
import type { ReactElement } from 'react'

/**
 * The accordion of questions: one open at a time, by the browser alone. The fragment is on the answer and
 * not on `<details>`, because only a target inside a closed one makes the browser open it.
 */
export function FaqList(props: {
  readonly entries: readonly FaqView[]
  /** Level of the questions' headings: one below that of the list's own heading. */
  readonly level: 'h2' | 'h3'
}): ReactElement {
  const { entries, level: Heading } = props
  return (
    <div className="faq">
      {entries.map(entry => (
        <details name="faq" key={entry.anchor}>
          <summary>
            <Heading>
              {entry.number}. {entry.question}
            </Heading>
          </summary>
          <Markup className="prose" id={entry.anchor} html={entry.answerHtml} />
        </details>
      ))}
    </div>
  )
}
