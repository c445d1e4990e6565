import { type OutlineEntry, OutsideBudget, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './text-with-aside.css'
import banner from './text-with-aside.look-banner.css'
import centered from './text-with-aside.look-centered.css'
import long from './text-with-aside.sections.css'

const looks = { banner, centered, form: undefined, split: undefined }
/** On phones, a longer list would push the text down by a screen, so it is closed until it is clicked. */
const longestShown = 7

/** Long text, next to facts that every reader should know and a list of the text's sections. */
export function TextWithAside(props: {
  readonly site: SiteView
  readonly outline: readonly OutlineEntry[]
  readonly children: ReactNode
}): ReactElement {
  const { site, outline, children } = props
  const { strings } = site
  const isLong = outline.length > longestShown
  useStyles(styles, looks[site.theme.heroLayout], isLong && long)
  const sections = (
    <ol>
      {outline.map(({ anchor, text }) => (
        <li key={anchor}>
          <a href={`#${anchor}`}>{text}</a>
        </li>
      ))}
    </ol>
  )
  return (
    <div className="wrap with-aside">
      <aside>
        <div className="facts">
          <p className="aside-title">{strings.article.facts}</p>
          <ul>
            <li>{strings.costExample.line}</li>
            <li>{strings.article.notLender}</li>
            <li>{strings.footer.unavailable}</li>
          </ul>
        </div>
        {outline.length > 0 && (
          <OutsideBudget>
            {/* The list scrolls, and links in a closed <details> do not count as the focusable content that a keyboard needs for scrolling. */}
            <nav aria-labelledby="outline" tabIndex={isLong ? 0 : undefined}>
              <p className="aside-title" id="outline">
                {strings.article.outline}
              </p>
              {isLong ? (
                <details className="sections">
                  <summary>{strings.article.outline}</summary>
                  {sections}
                </details>
              ) : (
                sections
              )}
            </nav>
          </OutsideBudget>
        )}
      </aside>
      <div className="beside">{children}</div>
    </div>
  )
}
