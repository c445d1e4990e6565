import { OutsideBudget, type PageProps, Picture, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import coverStyles from '../article.cover.css'
import { Layout } from '../layout.tsx'
import { PageHead } from '../page-head.tsx'
import { Prose } from '../prose.tsx'
import { TextWithAside } from '../text-with-aside.tsx'
import styles from './page.css'

/**
 * The default layout of a page in `content/pages/`: its title, description and text, next to facts that readers should know.
 */
export default function PageLayout(props: PageProps<'page'>): ReactElement {
  const { site, page, images } = props
  const cover = page.image === undefined ? undefined : images[page.image]
  useStyles(page.updated && styles, cover && coverStyles)
  return (
    <Layout {...props}>
      <PageHead site={site}>
        <h1>{page.title}</h1>
        {page.updated !== undefined && (
          <p className="meta">
            <span>
              {site.strings.article.updated} <time dateTime={page.updated.iso}>{page.updated.text}</time>
            </span>
          </p>
        )}
        <p className="lead">{page.description}</p>
      </PageHead>
      <TextWithAside site={site} outline={page.outline}>
        {/* An image without alternative text in the front matter is only decorative. */}
        {cover !== undefined && <Picture className="cover" image={cover} alt="" />}
        <OutsideBudget>
          <Prose html={page.bodyHtml} />
        </OutsideBudget>
      </TextWithAside>
    </Layout>
  )
}
