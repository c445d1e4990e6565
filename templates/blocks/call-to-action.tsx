import { usePage, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import * as z from 'zod'
import buttons from '../buttons.css'
import { CostLine } from '../cost-line.tsx'
import styles from './block.css'
import own from './call-to-action.css'

const text = z.string().trim().min(1)

export const props = z.object({
  title: text.optional().describe('First line'),
  text: text.optional().describe('Line above the button'),
  button: text.optional().describe('What the button says; default: what that of the header says'),
  to: text.optional().describe('Where it leads; default: to the form'),
})

/** `::call-to-action{text="Ready?" button="See your options" to="/#form"}`: a button that leads on. */
export default function CallToAction({ title, text, button, to }: z.infer<typeof props>): ReactElement {
  const { site } = usePage()
  useStyles(buttons, styles, own)
  return (
    <div className="block call-to-action">
      {title !== undefined && <p className="title">{title}</p>}
      {text !== undefined && <p>{text}</p>}
      <a className="button large" href={to ?? site.links.form}>
        {button ?? site.strings.header.getLoan}
      </a>
      {to === undefined && <CostLine site={site} />}
    </div>
  )
}
