import { OutsideBudget, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import headings from './prose.headings.css'
import lists from './prose.lists.css'

/** The sources of an article, below its text. */
export function ArticleSources(props: {
  readonly site: SiteView
  readonly sources: readonly { readonly title: string; readonly url: string }[]
}): ReactElement {
  useStyles(headings, lists)
  return (
    <OutsideBudget>
      <section className="prose" aria-labelledby="sources">
        <h2 id="sources">{props.site.strings.article.sources}</h2>
        <ul>
          {props.sources.map(({ title, url }) => (
            <li key={url}>
              <a href={url}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
    </OutsideBudget>
  )
}
