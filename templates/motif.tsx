import { type Images, Picture, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import arcs from './motif.arcs.css'
import styles from './motif.css'
import file from './motif.file.css'
import leaves from './motif.leaves.css'
import centeredLeaves from './motif.leaves.look-centered.css'
import waves from './motif.waves.css'

const patterns = { arcs, leaves, waves }

/**
 * A decoration in the brand's colours and shapes, drawn with styles alone, or the brand's own picture. It appears at most
 * once per page, at the top.
 */
export function Motif(props: { readonly site: SiteView; readonly images: Images }): ReactElement | null {
  const { heroLayout, motif } = props.site.theme
  const image = typeof motif === 'string' ? undefined : props.images[motif.path]
  useStyles(
    motif !== 'none' && styles,
    typeof motif === 'string' ? motif !== 'none' && patterns[motif] : file,
    motif === 'leaves' && heroLayout === 'centered' && centeredLeaves,
  )
  if (motif === 'none') return null
  if (image !== undefined) return <Picture className="motif" image={image} alt="" sizes="100vw" />
  return <span className="motif" />
}
