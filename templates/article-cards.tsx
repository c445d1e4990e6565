import { type ArticleSummary, cachedPart, OutsideBudget, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './article-cards.css'
import banner from './article-cards.look-banner.css'
import cards from './cards.css'
import { Icon } from './icon.tsx'
import rows from './rows.css'

interface CardProps {
  readonly site: SiteView
  readonly article: ArticleSummary
  readonly number: number
  /** The heading level of each title: one below that of the list's heading. */
  readonly level: 'h2' | 'h3'
}

/** The title is the link; the styles stretch it over the card. */
function ArticleCard({ site, article, number, level: Heading }: CardProps): ReactElement {
  return (
    <li className={site.theme.heroLayout === 'banner' ? 'article-card' : 'card article-card'}>
      <p className="meta">
        <Icon name={article.icon} />
        <span className="number">{number}</span>
        <time dateTime={article.date.iso}>{article.date.text}</time>
      </p>
      <Heading>
        <a href={article.href}>{article.title}</a>
      </Heading>
      <p>{article.description}</p>
      {/* Hidden from screen readers, because the title is the link and says where it leads. */}
      <span className="read" aria-hidden="true">
        {site.strings.articles.read}
      </span>
    </li>
  )
}

const RepeatedCard = cachedPart(ArticleCard)

/** Articles as numbered cards or rows. */
export function ArticleCards(props: {
  readonly site: SiteView
  readonly articles: readonly ArticleSummary[]
  /** The number of the first card, for a list that spans several pages; default 1. */
  readonly firstNumber?: number
  readonly level: CardProps['level']
  /** Whether most of these cards also appear in other lists of the site; each of them is then rendered only once. */
  readonly repeated?: boolean
}): ReactElement {
  const { site, articles, firstNumber = 1, level, repeated = false } = props
  const inRows = site.theme.heroLayout === 'banner'
  useStyles(inRows ? rows : cards, styles, inRows && banner)
  const Card = repeated ? RepeatedCard : ArticleCard
  return (
    <OutsideBudget>
      <ol className={inRows ? 'rows' : 'cards'} start={firstNumber === 1 ? undefined : firstNumber}>
        {articles.map((article, index) => (
          <Card site={site} article={article} number={firstNumber + index} level={level} key={article.slug} />
        ))}
      </ol>
    </OutsideBudget>
  )
}
