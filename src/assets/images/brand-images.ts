// Everything that is drawn from a brand's logo: icons for tabs and home screens, and the picture for shared links. A brand
// without a logo has none of it. Text is turned into outlines with Imprint's own font, so that the bytes do not depend on the
// fonts of the machine.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Sharp, SharpConstructor } from 'sharp'
import { type Cache, packageVersion } from '../../cache/index.ts'
import { diagnostic, type Outcome } from '../../diagnostics/index.ts'
import type { Files, OutputFile } from '../../files/index.ts'
import { type IconLink, type Page, routes, type ShareCard, type Site } from '../../site/index.ts'
import { hashedPath } from '../asset-files.ts'
import { sfntOf } from '../fonts/sfnt.ts'
import { encode } from './encode.ts'
import { encodeIco } from './ico.ts'
import { svgDataUrl } from './images.ts'
import { ImageError, maxPixels, measure } from './measure.ts'
import { whyNotDrawn } from './svg-limits.ts'

/** Part of every cache key: raise it when a drawing below changes. */
const recipe = 'brand-5'
/** The size that networks ask for (https://ogp.me/#structured; twice the 600 × 315 that they show). */
const card = { width: 1200, height: 630 } as const
/** Name under which satori knows the brand's own font. */
const brandFont = 'brand'
/** Part of a maskable icon that every mask leaves visible (https://w3c.github.io/manifest/#icon-masks). */
const safeZone = 0.6

/** Icons and manifest from a brand's logo; empty for a brand without one. */
export interface BrandImages {
  readonly icons: readonly IconLink[]
  /** The icons' files and the web manifest. */
  readonly files: readonly OutputFile[]
  readonly cards?: CardBasis
}

/** The input of all drawings of a brand, as plain data. */
export interface CardBasis {
  readonly logo: Uint8Array
  readonly name: string
  readonly colors: Site['view']['theme']['colors']
  /** The brand's own font for headings. */
  readonly font?: CardFont
}

export interface CardFont {
  readonly name: string
  /** The same object for the same file; otherwise it is parsed again. */
  readonly data: Uint8Array
}

/**
 * Draws the picture for shared links to a page; undefined for a page that is not meant to be shared.
 * @param measure Called with the work, if there is any: most pages show the same card.
 */
export type CardDrawer = (
  page: Page,
  measure?: <Value>(work: () => Value) => Value,
) => Promise<OutputFile | undefined>

/** Cards are drawn on request: one takes longer than the rest of its page. A brand without a logo has none. */
export function cardDrawer(basis: CardBasis | undefined, cache: Cache): CardDrawer {
  if (basis === undefined) return async () => undefined
  let studio: Promise<Studio> | undefined
  const drawn = new Map<string, Promise<OutputFile>>()
  const draw = async ({ name, title }: ShareCard): Promise<OutputFile> => {
    studio ??= openStudio(cache, basis)
    const bytes = await (await studio).card(title)
    return { path: hashedPath(`${name}.png`, bytes), bytes }
  }
  return async ({ card }, measure = work => work()) => {
    if (card === undefined) return undefined
    const file = drawn.get(card.name) ?? measure(() => draw(card))
    drawn.set(card.name, file)
    return file
  }
}

/** The result for a brand without a logo. */
export const noBrandImages: BrandImages = { icons: [], files: [] }

/** Draws a brand's icons and web manifest. */
export async function drawBrandImages(
  files: Files,
  site: Site,
  font: CardFont | undefined,
  cache: Cache,
): Promise<Outcome<BrandImages>> {
  const { logo } = site.view.theme
  const bytes = logo === undefined ? undefined : files.readBytes(logo).value
  if (logo === undefined || bytes === undefined) return { value: noBrandImages, diagnostics: [] }
  const outputs: OutputFile[] = []
  const { brand, theme } = site.view
  const publish = (name: string, content: Uint8Array): string => {
    const path = hashedPath(name, content)
    outputs.push({ path, bytes: content })
    return `${brand.basePath}/${path}`
  }
  try {
    const basis: CardBasis = { logo: bytes, name: brand.name, colors: theme.colors, ...(font && { font }) }
    const studio = await openStudio(cache, basis)
    const icon = (size: number) => studio.icon(size, 1, undefined)
    // Smallest first, one after the other, so that a logo that is slow to draw is noticed early.
    const small: { readonly size: number; readonly png: Uint8Array }[] = []
    for (const size of [16, 32, 48]) small.push({ size, png: await icon(size) })
    const ico = encodeIco(small)
    outputs.push({ path: routes.favicon.slice(1), bytes: ico })
    const { background } = theme.colors
    const [touchIcon, icon192, icon512, maskable] = await Promise.all([
      studio.icon(180, 0.8, background),
      icon(192),
      icon(512),
      studio.icon(512, safeZone, background),
    ])
    const touch = publish('apple-touch-icon.png', touchIcon)
    const manifestIcons = [
      { src: publish('icon-192.png', icon192), sizes: '192x192', type: 'image/png' },
      { src: publish('icon-512.png', icon512), sizes: '512x512', type: 'image/png' },
      {
        src: publish('icon-maskable-512.png', maskable),
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
      hint: 'Save it again as a PNG of at least 512 pixels, or as an SVG of fewer and simpler shapes.',
    })
    return { value: noBrandImages, diagnostics: [problem] }
  }
}

interface Studio {
  /** Whether the logo itself can be a scalable icon. */
  readonly scalable: boolean
  /** A square PNG with the mark filling a part of it, with or without a background. */
  icon(size: number, part: number, ground: string | undefined): Promise<Uint8Array>
  /** The picture for a shared link: logo, title, name. */
  card(title: string): Promise<Uint8Array>
}

/** The shared basis of a brand's drawings. sharp and satori are loaded for the first drawing that is not cached. */
async function openStudio(cache: Cache, { logo, name, colors, font }: CardBasis): Promise<Studio> {
  const { width, height, format } = await measure(logo, cache)
  const refused = format === 'svg' ? whyNotDrawn(logo) : undefined
  if (refused !== undefined) throw new ImageError(refused)
  // A word mark is illegible in a tab, so the brand's initial replaces it.
  const square = width / height < 1.5 && height / width < 1.5
  const ofLogo = [recipe, packageVersion('sharp'), packageVersion('satori'), logo]
  const ofBrand = [...ofLogo, name, JSON.stringify(colors)]
  let pixels: Promise<Uint8Array> | undefined
  /** The image to scale: a vector image itself, or a photograph reduced once. */
  const source = (): Promise<Uint8Array> => {
    pixels ??=
      format === 'svg'
        ? Promise.resolve(logo)
        : drawn(sharp =>
            sharp(logo, { limitInputPixels: maxPixels })
              .autoOrient()
              .resize({ width: card.width, height: 512, fit: 'inside', withoutEnlargement: true })
              .png({ compressionLevel: 1 }),
          )
    return pixels
  }
  const scaled = async (boxWidth: number, boxHeight: number, around: Around = {}): Promise<Uint8Array> => {
    const image = await source()
    // Vector images are rasterised at the size they are shown at, not scaled up from their own.
    const scale = Math.min(boxWidth / width, boxHeight / height)
    const density = format === 'svg' ? Math.min(2400, Math.max(1, 72 * scale)) : 72
    const draw = () =>
      drawn(sharp =>
        onGround(
          sharp(image, { density }).resize({
            width: boxWidth,
            height: boxHeight,
            fit: 'contain',
            background: around.ground ?? '#0000',
          }),
          around,
        ),
      )
    return boxWidth * boxHeight < 200 ** 2 ? inTime(draw) : draw()
  }
  const mark = async (size: number, around: Around): Promise<Uint8Array> => {
    if (square) return scaled(size, size, around)
    const svg = await textAsPaths(initial(name, size, colors), { width: size, height: size })
    return drawn(sharp => onGround(sharp(Buffer.from(svg)), around))
  }
  return {
    scalable: square && format === 'svg',
    icon: (size, part, ground) =>
      cache.once('icons', [...(square ? ofLogo : ofBrand), size, part, ground ?? ''], () => {
        const inner = Math.round(size * part)
        return mark(inner, { ground, margin: size - inner })
      }),
    card: title =>
      cache.once('cards', [...ofBrand, font?.name ?? '', font?.data ?? '', title], async () => {
        const margin = 80
        const logoHeight = 88
        const logoWidth = Math.max(
          1,
          Math.min(card.width - 2 * margin, Math.round((logoHeight * width) / height)),
        )
        const image = Buffer.from(await scaled(logoWidth, logoHeight)).toString('base64')
        const svg = await textAsPaths(cardElement(title, name, colors, margin), card, font)
        const picture = `<image x="${margin}" y="${margin}" width="${logoWidth}" height="${logoHeight}" href="data:image/png;base64,${image}"/>`
        // A higher level takes half as long again for a tenth fewer bytes, which no visitor loads.
        return drawn(sharp =>
          sharp(Buffer.from(svg.replace(/<\/svg>$/, `${picture}</svg>`))).png({ compressionLevel: 3 }),
        )
      }),
  }
}

/** The surroundings of a mark. */
interface Around {
  readonly ground?: string | undefined
  /** Of both sides together. */
  readonly margin?: number
}

function onGround(mark: Sharp, { ground, margin = 0 }: Around): Sharp {
  if (ground === undefined) return mark.png()
  const [near, far] = [Math.floor(margin / 2), Math.ceil(margin / 2)]
  return mark
    .flatten({ background: ground })
    .extend({ top: near, left: near, bottom: far, right: far, background: ground })
    .png()
}

/** Runs sharp. An image that it cannot draw is damaged: all other properties of the image were checked before. */
async function drawn(work: (sharp: SharpConstructor) => Sharp): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return encode(() => work(sharp).toBuffer()).catch(() => {
    throw new ImageError('is damaged')
  })
}

/**
 * Refuses a logo whose small icons are slow to draw, because the large ones would take many times as long. The lesser of elapsed
 * time and processor time counts: the first is long on a busy machine, the second next to other work of this process.
 */
async function inTime(draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    const start = performance.now()
    const processor = process.cpuUsage()
    const image = await draw()
    const { user, system } = process.cpuUsage(processor)
    if (Math.min(performance.now() - start, (user + system) / 1000) < 250) return image
    if (attempt === 2) throw new ImageError('takes too long to draw')
  }
}

/** Lays out an element of boxes and text, with a font in front of Imprint's own. */
async function textAsPaths(
  element: object,
  size: { readonly width: number; readonly height: number },
  font?: CardFont,
): Promise<string> {
  const { default: satori } = await import('satori')
  const draw = (fonts: readonly object[]) => satori(element as never, { ...size, fonts: fonts as never })
  const imprintFonts = ourFonts()
  if (font === undefined) return draw(imprintFonts)
  // It reads fewer kinds of fonts than browsers do.
  return draw([{ name: brandFont, data: font.data, weight: 700, style: 'normal' }, ...imprintFonts]).catch(
    () => draw(imprintFonts),
  )
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
      padding: `0 ${margin}px`,
      backgroundColor: colors.background,
      color: colors.text,
      fontFamily: `${brandFont}, Inter`,
    },
    [
      box({ fontSize, lineHeight: 1.12, letterSpacing: -1.5, maxWidth: card.width - 2 * margin }, title),
      box({ marginTop: 36, marginBottom: margin - 20, fontSize: 34, color: colors.muted }, name),
      // No border: satori would cut it out with three masks.
      box({ marginLeft: -margin, width: card.width, height: 20, backgroundColor: colors.accent }, ''),
    ],
  )
}

function box(style: object, children: unknown): object {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

let loadedFonts: ReturnType<typeof loadFonts> | undefined

/** Always the same objects: satori takes a tenth of a second to parse fonts that it has not seen before. */
function ourFonts() {
  loadedFonts ??= loadFonts()
  return loadedFonts
}

/** Inter for Latin, Greek and Cyrillic. */
function loadFonts() {
  const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/inter/package.json'))
  return ['latin', 'latin-ext', 'cyrillic', 'greek'].map(script => ({
    name: 'Inter',
    data: sfntOf(readFileSync(join(folder, 'files', `inter-${script}-700-normal.woff`))),
    weight: 700 as const,
    style: 'normal' as const,
  }))
}
