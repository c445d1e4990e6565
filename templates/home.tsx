import type { PageProps } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Advantages } from './advantages.tsx'
import { BlogListSection } from './blog-list.tsx'
import { FaqList } from './faq-list.tsx'
import { FormSection } from './form-section.tsx'
import { Hero } from './hero.tsx'
import { Layout } from './layout.tsx'
import { Steps } from './steps.tsx'

/** `/`: hero, advantages, steps, application form, the first questions and the articles. */
export function HomeTemplate(props: PageProps<'home'>): ReactElement {
  const { site, page } = props
  const { links, strings } = site
  return (
    <Layout {...props}>
      <Hero site={site} hero={page.hero} />
      <Advantages title={strings.home.advantages} advantages={page.advantages} />
      <Steps title={strings.home.steps} steps={page.steps} />
      <FormSection site={site} />
      <section id="faq" className="section" aria-labelledby="faq-title">
        <div className="wrap split">
          <div>
            <h2 id="faq-title">{strings.faq.title}</h2>
            <p className="lead">{strings.faq.intro}</p>
          </div>
          <div>
            <FaqList entries={page.faq} level="h3" />
            <p>
              <a className="more" href={links.faq}>
                {strings.home.faqMore}
                {/* "See more" alone says nothing to those who go from link to link. */}
                <span className="hidden">: {strings.faq.title}</span>
              </a>
            </p>
          </div>
        </div>
      </section>
      <BlogListSection site={site} blog={page.blog} />
    </Layout>
  )
}
