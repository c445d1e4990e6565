import { type FaqView, Island, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './faq-list.css'
import centered from './faq-list.look-centered.css'
import { Prose } from './prose.tsx'

/**
 * The accordion of questions: one open at a time, by the browser alone; the island only keeps the pressed one in its place. The fragment is on the answer and
 * not on `<details>`, because only a target inside a closed one makes the browser open it.
 */
export function FaqList(props: {
  readonly site: SiteView
  readonly entries: readonly FaqView[]
  /** Level of the questions' headings: one below that of the list's own heading. */
  readonly level: 'h2' | 'h3'
}): ReactElement {
  useStyles(styles, props.site.theme.heroLayout === 'centered' && centered)
  const { entries, level: Heading } = props
  return (
    <Island name="faq" intent=".faq" className="faq">
      {entries.map(entry => (
        <details name="faq" key={entry.anchor}>
          <summary>
            <Heading>
              {entry.number}. {entry.question}
            </Heading>
          </summary>
          <div id={entry.numberAnchor}>
            <Prose id={entry.anchor} html={entry.answerHtml} />
          </div>
        </details>
      ))}
    </Island>
  )
}
