import { type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import buttons from './buttons.css'
import styles from './home.css'
import { Layout } from './layout.tsx'

/** What Imprint is, and the way to the first chapter. */
export default function Home(props: PageProps<'home'>): ReactElement {
  const { site, page, assets } = props
  useStyles(buttons, styles)
  const [first] = site.navigation.footer.flatMap(({ links }) => links)
  return (
    <Layout {...props}>
      <div className="opening">
        <h1>{page.hero.headings[0]}</h1>
        <p className="lead">{page.hero.text}</p>
        <a className="button" href={first?.href}>
          {page.hero.button}
        </a>
        <img
          src={assets['templates/assets/picture.svg']}
          width={960}
          height={400}
          alt="The content, the templates and the small brand files of one project become one complete site for each brand."
        />
      </div>
      <ul className="reasons">
        {page.advantages.map(({ title, description }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </Layout>
  )
}
