import { useStyles } from 'imprint/kit'
import type { IconNode } from 'lucide'
// Each icon is imported from its own file: the library's index would bring all others into the bundle.
import check from 'lucide/dist/esm/icons/check.mjs'
import clipboardList from 'lucide/dist/esm/icons/clipboard-list.mjs'
import clock from 'lucide/dist/esm/icons/clock.mjs'
import handshake from 'lucide/dist/esm/icons/handshake.mjs'
import landmark from 'lucide/dist/esm/icons/landmark.mjs'
import lock from 'lucide/dist/esm/icons/lock.mjs'
import mail from 'lucide/dist/esm/icons/mail.mjs'
import penLine from 'lucide/dist/esm/icons/pen-line.mjs'
import phone from 'lucide/dist/esm/icons/phone.mjs'
import shieldCheck from 'lucide/dist/esm/icons/shield-check.mjs'
import zap from 'lucide/dist/esm/icons/zap.mjs'
import { createElement, type ReactElement } from 'react'
import styles from './icon.css'

/**
 * Imprint's own drawings, with few strokes: lists of articles are on most pages, and the library's drawings are three times
 * as large.
 */
const drawings = {
  wallet: 'M18 7V3H5a2 2 0 0 0 0 4h16v14H5a2 2 0 0 1-2-2V5M21 12h-4a2 2 0 0 0 0 4h4',
  calendar: 'M3 5h18v16H3zM3 10h18M8 2v5M16 2v5',
  bill: 'M5 2v20l3.5-2 3.5 2 3.5-2 3.5 2V2zM9 8h6M9 13h6',
  card: 'M2 5h20v14H2zM2 10h20M6 15h3',
  scale: 'M12 3v18M7 21h10M4 7l8-2 8 2M5 7l-3 8a4 4 0 0 0 6 0zM19 7l-3 8a4 4 0 0 0 6 0z',
  house: 'M3 10l9-7 9 7v11h-6v-8H9v8H3z',
  page: 'M14 2H5v20h14V7zv5h5M9 13h6M9 17h6',
}

/** Icons by name: the names that content uses, which describe meanings rather than pictures, and those that templates use. */
const icons: Readonly<Record<string, IconNode>> = {
  lock,
  bolt: zap,
  form: clipboardList,
  handshake,
  pen: penLine,
  bank: landmark,
  clock,
  shield: shieldCheck,
  check,
  phone,
  mail,
  ...Object.fromEntries(Object.entries(drawings).map(([name, d]) => [name, [['path', { d }]]])),
}

/** A line icon in the colour of its text. It is decorative: the words next to it have the same meaning. */
export function Icon({ name }: { readonly name: string }): ReactElement {
  useStyles(styles)
  const shapes = icons[name] ?? []
  const paths = shapes.flatMap(([shape, { d }]) => (shape === 'path' ? [String(d)] : []))
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {shapes.map(
        ([shape, attributes], index) =>
          shape !== 'path' && createElement(shape, { ...attributes, key: index }),
      )}
      {/* A path that begins with a relative move would otherwise begin where the previous one ends. */}
      <path d={paths.map(path => path.replace(/^m/, 'M0 0m')).join('')} />
    </svg>
  )
}
