import { type OutlineEntry, OutsideBudget, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './text-with-aside.css'
import banner from './text-with-aside.look-banner.css'
import centered from './text-with-aside.look-centered.css'

const looks = { banner, centered, split: undefined }

/** A long text, and beside it a list of its sections and the facts that every reader should know. */
export function TextWithAside(props: {
  readonly site: SiteView
  readonly outline: readonly OutlineEntry[]
  readonly children: ReactNode
}): ReactElement {
  const { site, outline, children } = props
  const { strings } = site
  useStyles(styles, looks[site.theme.heroLayout])
  return (
    <div className="wrap with-aside">
      <aside>
        {outline.length > 0 && (
          <OutsideBudget>
            <nav aria-labelledby="outline">
              <p className="aside-title" id="outline">
                {strings.article.outline}
              </p>
              <ol>
                {outline.map(({ anchor, text }) => (
                  <li key={anchor}>
                    <a href={`#${anchor}`}>{text}</a>
                  </li>
                ))}
              </ol>
            </nav>
          </OutsideBudget>
        )}
        <div className="facts">
          <p className="aside-title">{strings.article.facts}</p>
          <ul>
            <li>{strings.costExample.line}</li>
            <li>{strings.article.notLender}</li>
            <li>{strings.footer.unavailable}</li>
          </ul>
        </div>
      </aside>
      <div className="beside">{children}</div>
    </div>
  )
}
