// Everything that is drawn from a brand's logo: icons for tabs and home screens, and the picture that a shared link
// shows. A brand without a logo has none of it. Text is turned into outlines with a font of ours, so that the bytes do
// not depend on the fonts of the machine.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Cache, packageVersion } from '../cache/index.ts'
import { diagnostic, type Outcome } from '../diagnostics/index.ts'
import type { Files, OutputFile } from '../files/index.ts'
import { type IconLink, type Page, routes, type Site } from '../site/index.ts'
import { hashedPath } from './asset-files.ts'
import { encodeIco } from './ico.ts'
import { svgDataUrl } from './images.ts'
import { ImageError, measure } from './measure.ts'

/** Goes into every cache key: raise it when a drawing below changes. */
const recipe = 'brand-3'
/** Size that networks ask for (https://ogp.me/#structured; twice the 600 × 315 that they show). */
const card = { width: 1200, height: 630 } as const
/** Part of a maskable icon that every mask leaves visible (https://w3c.github.io/manifest/#icon-masks). */
const safeZone = 0.6

/** What a brand's logo gives its site; nothing for a brand without one. */
export interface BrandImages {
  readonly icons: readonly IconLink[]
  /** The icons' files and the web manifest. */
  readonly files: readonly OutputFile[]
  readonly cards?: CardBasis
}

/** What all drawings of a brand depend on, as plain data. */
export interface CardBasis {
  readonly logo: Uint8Array
  readonly name: string
  readonly colors: Site['view']['theme']['colors']
}

/** Draws the picture that a link to a page shows when it is shared; undefined for a page that nobody is to share. */
export type CardDrawer = (page: Page) => Promise<OutputFile | undefined>

/** Cards are drawn when asked for: one takes longer than all else of its page. A brand without a logo has none. */
export function cardDrawer(basis: CardBasis | undefined, cache: Cache): CardDrawer {
  if (basis === undefined) return async () => undefined
  let studio: Promise<Studio> | undefined
  return async page => {
    if (page.card === undefined) return undefined
    studio ??= openStudio(cache, basis)
    const bytes = await (await studio).card(page.card.title)
    return { path: hashedPath(`${page.card.name}.png`, bytes), bytes }
  }
}

const none: BrandImages = { icons: [], files: [] }

/** Draws a brand's icons and web manifest. */
export async function drawBrandImages(files: Files, site: Site, cache: Cache): Promise<Outcome<BrandImages>> {
  const { logo } = site.view.theme
  const bytes = logo === undefined ? undefined : files.readBytes(logo).value
  if (logo === undefined || bytes === undefined) return { value: none, diagnostics: [] }
  const outputs: OutputFile[] = []
  const { brand, theme } = site.view
  const publish = (name: string, content: Uint8Array): string => {
    const path = hashedPath(name, content)
    outputs.push({ path, bytes: content })
    return `${brand.basePath}/${path}`
  }
  try {
    const basis = { logo: bytes, name: brand.name, colors: theme.colors }
    const studio = await openStudio(cache, basis)
    const icon = (size: number) => studio.icon(size, 1, undefined)
    const ico = encodeIco(
      await Promise.all([16, 32, 48].map(async size => ({ size, png: await icon(size) }))),
    )
    outputs.push({ path: routes.favicon.slice(1), bytes: ico })
    const touch = publish('apple-touch-icon.png', await studio.icon(180, 0.8, theme.colors.background))
    const manifestIcons = [
      { src: publish('icon-192.png', await icon(192)), sizes: '192x192', type: 'image/png' },
      { src: publish('icon-512.png', await icon(512)), sizes: '512x512', type: 'image/png' },
      {
        src: publish('icon-maskable-512.png', await studio.icon(512, safeZone, theme.colors.background)),
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ]
    const manifest = {
      name: brand.name,
      short_name: brand.name,
      start_url: `${brand.basePath}/`,
      display: 'browser',
      lang: brand.locale,
      background_color: theme.colors.background,
      theme_color: theme.colors.accent,
      icons: manifestIcons,
    }
    const manifestUrl = publish(
      'manifest.webmanifest',
      new TextEncoder().encode(`${JSON.stringify(manifest)}\n`),
    )
    const icons: IconLink[] = [
      { rel: 'icon', href: `${brand.basePath}${routes.favicon}`, sizes: '48x48' },
      ...(studio.scalable
        ? [{ rel: 'icon', href: svgDataUrl(bytes) ?? publish('icon.svg', bytes), type: 'image/svg+xml' }]
        : []),
      { rel: 'apple-touch-icon', href: touch },
      { rel: 'manifest', href: manifestUrl },
    ]
    return { value: { icons, files: outputs, cards: basis }, diagnostics: [] }
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    const at = site.images.find(image => image.path === logo)?.origin
    const problem = diagnostic('image/unusable', `The logo ${logo} ${error.message}.`, {
      at,
      hint: 'Save it again as an SVG or a PNG of at least 512 pixels.',
    })
    return { value: none, diagnostics: [problem] }
  }
}

interface Studio {
  /** Whether the logo itself serves as a scalable icon. */
  readonly scalable: boolean
  /** A square PNG with the mark filling a part of it, on a ground or on none. */
  icon(size: number, part: number, ground: string | undefined): Promise<Uint8Array>
  /** The picture of a shared link: logo, title, name. */
  card(title: string): Promise<Uint8Array>
}

/** What all drawings of a brand share. sharp and satori are loaded by the first that the cache does not have. */
async function openStudio(cache: Cache, { logo, name, colors }: CardBasis): Promise<Studio> {
  const { width, height, format } = await measure(logo, cache)
  const versions = [
    recipe,
    packageVersion('sharp'),
    packageVersion('satori'),
    logo,
    name,
    JSON.stringify(colors),
  ]
  // A word mark is illegible in a tab: the brand's initial stands in for it.
  const square = width / height < 1.5 && height / width < 1.5
  const draw = async (element: object, size: { width: number; height: number }): Promise<Buffer> => {
    const { default: satori } = await import('satori')
    return Buffer.from(await satori(element as never, { ...size, fonts: cardFonts() }))
  }

  const mark = async (size: number): Promise<Buffer> => {
    const { default: sharp } = await import('sharp')
    if (!square)
      return sharp(await draw(initial(name, size, colors), { width: size, height: size }))
        .png()
        .toBuffer()
    return scaled(size, size)
  }
  const scaled = async (boxWidth: number, boxHeight: number): Promise<Buffer> => {
    const { default: sharp } = await import('sharp')
    // Vector images are rasterised at the size they are shown at, not blown up from their own.
    const density =
      format === 'svg'
        ? Math.min(2400, Math.ceil((72 * Math.max(boxWidth, boxHeight)) / Math.min(width, height)))
        : 72
    return sharp(logo, { density })
      .resize({ width: boxWidth, height: boxHeight, fit: 'contain', background: '#0000' })
      .png()
      .toBuffer()
  }
  return {
    scalable: square && format === 'svg',
    icon: (size, part, ground) =>
      cache.once('icons', [...versions, size, part, ground ?? ''], async () => {
        const { default: sharp } = await import('sharp')
        const inner = Math.round(size * part)
        const canvas = sharp({
          create: { width: size, height: size, channels: 4, background: ground ?? '#0000' },
        })
        return canvas
          .composite([{ input: await mark(inner) }])
          .png({ compressionLevel: 9 })
          .toBuffer()
      }),
    card: title =>
      cache.once('cards', [...versions, title], async () => {
        const { default: sharp } = await import('sharp')
        const margin = 80
        const logoHeight = 88
        const logoWidth = Math.min(card.width - 2 * margin, Math.round((logoHeight * width) / height))
        const text = await draw(cardElement(title, name, colors, margin), card)
        return sharp(text)
          .composite([{ input: await scaled(logoWidth, logoHeight), left: margin, top: margin }])
          .png({ palette: true, compressionLevel: 9 })
          .toBuffer()
      }),
  }
}

function initial(name: string, size: number, colors: Site['view']['theme']['colors']): object {
  return box(
    {
      width: size,
      height: size,
      alignItems: 'center',
      justifyContent: 'center',
      borderRadius: size * 0.22,
      backgroundColor: colors.accent,
      color: colors.onAccent,
      fontFamily: 'Inter',
      fontSize: size * 0.66,
    },
    [...name.toUpperCase()][0] ?? '',
  )
}

function cardElement(
  title: string,
  name: string,
  colors: Site['view']['theme']['colors'],
  margin: number,
): object {
  const fontSize = title.length > 70 ? 56 : title.length > 40 ? 68 : 80
  return box(
    {
      ...card,
      flexDirection: 'column',
      justifyContent: 'flex-end',
      boxSizing: 'border-box',
      padding: `${margin}px ${margin}px ${margin - 20}px`,
      backgroundColor: colors.background,
      borderBottom: `20px solid ${colors.accent}`,
      color: colors.text,
      fontFamily: 'Inter',
    },
    [
      box({ fontSize, lineHeight: 1.12, letterSpacing: -1.5, maxWidth: card.width - 2 * margin }, title),
      box({ marginTop: 36, fontSize: 34, color: colors.muted }, name),
    ],
  )
}

function box(style: object, children: unknown): object {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

let loadedFonts: ReturnType<typeof loadFonts> | undefined

/** Always the same objects: satori takes a tenth of a second to parse fonts that it has not seen before. */
function cardFonts() {
  loadedFonts ??= loadFonts()
  return loadedFonts
}

/** Inter for Latin, Greek and Cyrillic. */
function loadFonts() {
  const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/inter/package.json'))
  return ['latin', 'latin-ext', 'cyrillic', 'greek'].map(script => ({
    name: 'Inter',
    data: readFileSync(join(folder, 'files', `inter-${script}-700-normal.woff`)),
    weight: 700 as const,
    style: 'normal' as const,
  }))
}
