import { type MarkupHtml, OutsideBudget, type PageProps } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Layout } from '../layout.tsx'
import { Prose } from '../prose.tsx'

/** A chapter, with its sections beside it and the ways to the chapters before and after it. */
export default function Chapter(props: PageProps<'page'>): ReactElement {
  const { site, page } = props
  const sections = sectionsOf(page.bodyHtml)
  const chapters = site.navigation.footer.flatMap(({ links }) => links)
  const place = chapters.findIndex(({ href }) => href === page.route)
  const before = chapters[place - 1]
  const after = place < 0 ? undefined : chapters[place + 1]
  return (
    <Layout {...props}>
      <div className={sections.length > 2 ? 'with-outline' : undefined}>
        <OutsideBudget>
          <div className="chapter">
            <h1>{page.title}</h1>
            <Prose html={page.bodyHtml} />
            {(before ?? after) !== undefined && (
              <nav className="around" aria-label="Chapters">
                {before !== undefined && (
                  <a href={before.href}>
                    <small>Previous</small> {before.label}
                  </a>
                )}
                {after !== undefined && (
                  <a href={after.href}>
                    <small>Next</small> {after.label}
                  </a>
                )}
              </nav>
            )}
          </div>
          {sections.length > 2 && (
            <nav className="outline" aria-label="On this page">
              <p>On this page</p>
              {sections.map(({ id, text }) => (
                <a href={`#${id}`} key={id}>
                  {text}
                </a>
              ))}
            </nav>
          )}
        </OutsideBudget>
      </div>
    </Layout>
  )
}

/** The headings of the second level. */
function sectionsOf(html: MarkupHtml): { readonly id: string; readonly text: string }[] {
  const text = html.filter(part => typeof part === 'string').join('')
  return [...text.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)].map(([, id = '', inner = '']) => ({
    id,
    text: inner
      .replace(/<[^>]*>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&'),
  }))
}
