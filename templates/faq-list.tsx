import { type FaqView, Island, OutsideBudget, type SiteView, useStyles } from 'imprint/kit'
import { Fragment, type ReactElement } from 'react'
import styles from './faq-list.css'
import groups from './faq-list.groups.css'
import centered from './faq-list.look-centered.css'
import { Prose } from './prose.tsx'

/**
 * The accordion of questions. Without a script, one is open at a time; the island only keeps the clicked one in its place.
 * The fragment is on the answer and not on `<details>`, because browsers open a closed `<details>` only for a target inside
 * it.
 */
export function FaqList(props: {
  readonly site: SiteView
  readonly entries: readonly FaqView[]
  /** The level of the questions' headings: one below that of the list's heading, or below that of its groups. */
  readonly level: 'h2' | 'h3'
}): ReactElement {
  const { entries, level: Heading } = props
  useStyles(
    styles,
    props.site.theme.heroLayout === 'centered' && centered,
    entries.some(({ group }) => group !== undefined) && groups,
  )
  return (
    <Island name="faq" intent=".faq" className="faq">
      {entries.map((entry, index) => (
        <Fragment key={entry.anchor}>
          {entry.group !== undefined && entry.group !== entries[index - 1]?.group && <h2>{entry.group}</h2>}
          <details name="faq">
            <summary>
              <Heading>
                {entry.number}. {entry.question}
              </Heading>
            </summary>
            <div id={entry.numberAnchor}>
              <OutsideBudget>
                <Prose id={entry.anchor} html={entry.answerHtml} />
              </OutsideBudget>
            </div>
          </details>
        </Fragment>
      ))}
    </Island>
  )
}
