import { useStyles } from 'imprint/kit'
import type { IconNode } from 'lucide'
// Each icon by its own file: the library's index would put all of the others into the bundle too.
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
import wallet from 'lucide/dist/esm/icons/wallet.mjs'
import zap from 'lucide/dist/esm/icons/zap.mjs'
import { createElement, type ReactElement } from 'react'
import styles from './icon.css'

/** By the names of `content/home.yaml`, which say what is meant and not which picture shows it, and the templates' own. */
const icons: Readonly<Record<string, IconNode>> = {
  wallet,
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
}

/** A line icon in the colour of its text. It only decorates: the words next to it say the same. */
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
      {/* A path that begins with a relative move would begin where the one before it ends. */}
      <path d={paths.map(path => path.replace(/^m/, 'M0 0m')).join('')} />
    </svg>
  )
}
