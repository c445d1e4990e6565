import { OutsideBudget, type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './faq.css'
import { Layout } from './layout.tsx'
import { Prose } from './prose.tsx'

/** Questions and answers, all of them open to be read and searched. */
export default function Questions(props: PageProps<'faq'>): ReactElement {
  useStyles(styles)
  return (
    <Layout {...props}>
      <h1>Questions</h1>
      <OutsideBudget>
        {props.page.faq.map(({ question, answerHtml, ...entry }) => (
          <section className="question" id={entry.anchor} key={question}>
            <h2>{question}</h2>
            <Prose html={answerHtml} />
          </section>
        ))}
      </OutsideBudget>
    </Layout>
  )
}
