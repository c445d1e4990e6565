import {
  type FaqView,
  OutsideBudget,
  type PageProps,
  type SectionName,
  type SiteView,
  useStyles,
} from 'imprint/kit'
import { Fragment, type ReactElement } from 'react'
import { Advantages } from './advantages.tsx'
import { BlogListSection } from './blog-list.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Column } from './column.tsx'
import { CostCard } from './cost-card.tsx'
import { FaqList } from './faq-list.tsx'
import { FormConditions, FormHere, FormSection } from './form-section.tsx'
import { Hero } from './hero.tsx'
import banner from './home.banner.css'
import centered from './home.centered.css'
import form from './home.form.css'
import split from './home.split.css'
import { Layout } from './layout.tsx'
import { MoreLink } from './more-link.tsx'
import onAccent from './on-accent.css'
import { Prose } from './prose.tsx'
import columns from './split.css'
import { Steps } from './steps.tsx'

/** Classes of the hero and of the sections below it, by the theme's hero layout. */
const looks: Record<SiteView['theme']['heroLayout'], readonly string[]> = {
  banner: [onAccent, banner],
  centered: [centered],
  form: [split, form],
  split: [split],
}

/**
 * `/`: the hero, advantages, steps, application form, first questions and articles, or the sections that the content lists.
 */
export default function HomeTemplate(props: PageProps<'home'>): ReactElement {
  const { site, page, images } = props
  const { strings } = site
  useStyles(columns, ...looks[site.theme.heroLayout])
  const isFormInHero = site.theme.heroLayout === 'form'
  const sections: Record<SectionName, ReactElement> = {
    hero: (
      <Hero site={site} images={images} hero={page.hero}>
        {isFormInHero ? <FormHere site={site} /> : <CostCard site={site} />}
      </Hero>
    ),
    advantages: <Advantages site={site} title={strings.home.advantages} advantages={page.advantages} />,
    steps: <Steps site={site} title={strings.home.steps} steps={page.steps} />,
    form: isFormInHero ? <FormConditions site={site} /> : <FormSection site={site} />,
    faq: <Questions site={site} entries={page.faq} />,
    articles: <BlogListSection site={site} blog={page.blog} />,
  }
  return (
    <Layout {...props}>
      {page.sections.map((section, index) =>
        typeof section === 'string' ? (
          <Fragment key={section}>{sections[section]}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and a text has no name
          <section className="section" key={index}>
            <Column>
              <OutsideBudget>
                <Prose html={section} />
              </OutsideBudget>
            </Column>
          </section>
        ),
      )}
    </Layout>
  )
}

/** The first questions, and a link to all of them. */
function Questions({
  site,
  entries,
}: {
  readonly site: SiteView
  readonly entries: readonly FaqView[]
}): ReactElement {
  const { links, strings } = site
  return (
    <section id="faq" className="section" aria-labelledby="faq-title">
      <div className="wrap split">
        <div>
          <h2 id="faq-title">{strings.faq.title}</h2>
          <p className="lead">{strings.faq.intro}</p>
        </div>
        <div>
          <FaqList site={site} entries={entries} level="h3" />
          <MoreLink href={links.faq}>
            {strings.home.faqMore}
            {/* "See more" means nothing to people who jump from link to link. */}
            <span className="hidden">: {strings.faq.title}</span>
          </MoreLink>
        </div>
        <CallToAction site={site} />
      </div>
    </section>
  )
}
