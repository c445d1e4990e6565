import { usePage, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import * as z from 'zod'
import buttons from '../buttons.css'
import { CostLine } from '../cost-line.tsx'
import styles from './block.css'
import own from './call-to-action.css'

const text = z.string().trim().min(1)

export const props = z.object({
  title: text.optional().describe('Title above the text'),
  text: text.optional().describe('Text above the button'),
  button: text.optional().describe('Button text; default: the same as in the header'),
  to: text.optional().describe('Target of the button; default: the form'),
})

/** `::call-to-action{text="Ready?" button="See your options" to="/#form"}`: a button with a link. */
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
