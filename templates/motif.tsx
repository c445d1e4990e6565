import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './motif.css'
import banner from './motif.look-banner.css'
import centered from './motif.look-centered.css'
import split from './motif.look-split.css'

const looks: Record<SiteView['theme']['heroLayout'], string> = {
  banner,
  centered,
  form: split,
  split,
}

/**
 * A picture in the brand's colours and forms, drawn by styles alone. It decorates.
 * @param props.of What it stands for, such as a slug: the same always looks the same, and others mostly differ.
 */
export function Motif({ site, of }: { readonly site: SiteView; readonly of: string }): ReactElement {
  useStyles(styles, looks[site.theme.heroLayout])
  const sum = [...of].reduce((total, character) => total + character.charCodeAt(0), 0)
  return <span className="motif" data-variant={sum % 4} />
}
