// Everything that is drawn from a brand's logo: icons for tabs and home screens, and share cards. A brand
// without a logo has none of these.

import type { Sharp, SharpConstructor } from 'sharp'
import { type Cache, packageVersion } from '../../cache/index.ts'
import { diagnostic, type Outcome } from '../../diagnostics/index.ts'
import type { Files, OutputFile } from '../../files/index.ts'
import { type IconLink, type Page, routes, type ShareCard, type Site } from '../../site/index.ts'
import { hashedPath } from '../asset-files.ts'
import { encode } from './encode.ts'
import { encodeIco } from './ico.ts'
import { svgDataUrl } from './images.ts'
import { ImageError, measure } from './measure.ts'
import {
  type CardBrand,
  type CardFont,
  cardElement,
  cardSize,
  initialElement,
  logoBox,
  textAsPaths,
} from './share-card.ts'
import { whyNotDrawn } from './svg-limits.ts'

/** Part of every cache key: raise it when a drawing below changes. */
const recipe = 'brand-6'
/** Part of a maskable icon that every mask leaves visible (https://w3c.github.io/manifest/#icon-masks). */
const safeZone = 0.6
/** The same for a logo that is itself a tile: its drawing keeps some distance from the edge. */
const safeZoneOfTile = 0.8

/** Icons and manifest from a brand's logo; empty for a brand without one. */
export interface BrandImages {
  readonly icons: readonly IconLink[]
  /** The icons' files. */
  readonly files: readonly OutputFile[]
  readonly cards?: CardBasis
}

/** The input of all drawings of a brand, as plain data. */
export interface CardBasis extends CardBrand {
  readonly logo: Uint8Array
  /** The brand's own font for headings. */
  readonly font?: CardFont
}

/**
 * Draws the share card of a page; undefined for a page that is not meant to be shared.
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
  const draw = async ({ name, lines }: ShareCard): Promise<OutputFile> => {
    studio ??= openStudio(cache, basis)
    const bytes = await (await studio).card(lines)
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
    const basis: CardBasis = {
      logo: bytes,
      name: brand.name,
      look: theme.heroLayout,
      colors: theme.colors,
      ...(font && { font }),
    }
    const studio = await openStudio(cache, basis)
    const icon = (size: number) => studio.icon(size, 1, undefined)
    const small = await Promise.all([16, 32, 48].map(async size => ({ size, png: await icon(size) })))
    const ico = encodeIco(small)
    outputs.push({ path: routes.favicon.slice(1), bytes: ico })
    const tile = await studio.tile()
    const ground = tile ?? theme.colors.background
    const [touchIcon, icon512, maskable] = await Promise.all([
      studio.icon(180, tile === undefined ? 0.8 : 1, ground),
      icon(512),
      studio.icon(512, tile === undefined ? safeZone : safeZoneOfTile, ground),
    ])
    const touch = publish('apple-touch-icon.png', touchIcon)
    const inFull = (path: string) => new URL(path, brand.siteUrl).href
    const manifestIcons = [
      { src: inFull(publish('icon.png', icon512)), sizes: '512x512', type: 'image/png' },
      {
        src: inFull(publish('maskable.png', maskable)),
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ]
    // In the page itself, where it costs no request. `display` and language are the browsers' defaults, and colours are in the
    // page.
    const manifest = JSON.stringify({
      name: brand.name,
      start_url: `${brand.siteUrl}/`,
      icons: manifestIcons,
    })
    const manifestUrl = `data:application/manifest+json,${manifest.replace(/["#%<>[\\\]^`{|} ]/g, encodeURIComponent)}`
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
      hint: 'Save it again as a PNG of at least 512 pixels, or as an SVG with fewer and simpler shapes.',
    })
    return { value: noBrandImages, diagnostics: [problem] }
  }
}

interface Studio {
  /** Whether the logo itself can be a scalable icon. */
  readonly scalable: boolean
  /** A square PNG with the mark filling a part of it, with or without a background. */
  icon(size: number, part: number, ground: string | undefined): Promise<Uint8Array>
  /** The colour of a logo's own background, if that reaches all four sides: home screen icons continue it to their edges. */
  tile(): Promise<string | undefined>
  /** The share card: logo, title, name. */
  card(lines: readonly string[]): Promise<Uint8Array>
}

/** What all drawings of a brand share. sharp and satori are loaded for the first drawing that is not cached. */
async function openStudio(cache: Cache, { logo, font, ...brand }: CardBasis): Promise<Studio> {
  const { name, colors } = brand
  const { width, height, format } = await measure(logo, cache)
  const refused = format === 'svg' ? whyNotDrawn(logo) : undefined
  if (refused !== undefined) throw new ImageError(refused)
  // A word mark is illegible in a tab, so the brand's initial replaces it.
  const square = width / height < 1.5 && height / width < 1.5
  const ofLogo = [recipe, packageVersion('sharp'), packageVersion('satori'), logo]
  const ofBrand = [...ofLogo, name, JSON.stringify(colors)]
  let pixels: Promise<Uint8Array> | undefined
  /** The image to scale: a vector image as it is, or a photograph that has been reduced once. */
  const source = (): Promise<Uint8Array> => {
    pixels ??=
      format === 'svg'
        ? Promise.resolve(logo)
        : drawn(sharp =>
            sharp(logo)
              .autoOrient()
              .resize({ width: cardSize.width, height: 512, fit: 'inside', withoutEnlargement: true })
              .png({ compressionLevel: 1 }),
          )
    return pixels
  }
  const scaled = async (boxWidth: number, boxHeight: number, around: Around = {}): Promise<Uint8Array> => {
    const image = await source()
    // Vector images are rasterised at the size they are shown at, not scaled up from their own.
    const scale = Math.min(boxWidth / width, boxHeight / height)
    const density = format === 'svg' ? Math.min(2400, Math.max(1, 72 * scale)) : 72
    return drawn(sharp =>
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
  }
  const mark = async (size: number, around: Around): Promise<Uint8Array> => {
    if (square) return scaled(size, size, around)
    const svg = await textAsPaths(initialElement(name, size, colors), { width: size, height: size })
    return drawn(sharp => onGround(sharp(Buffer.from(svg)), around))
  }
  return {
    scalable: square && format === 'svg',
    icon: (size, part, ground) =>
      cache.once('icons', [...(square ? ofLogo : ofBrand), size, part, ground ?? ''], () => {
        const inner = Math.round(size * part)
        return mark(inner, { ground, margin: size - inner })
      }),
    tile: async () => {
      if (!square) return colors.accent
      const color = await cache.once('icons', [...ofLogo, 'tile'], async () =>
        Buffer.from(await groundOf(await scaled(32, 32))),
      )
      return color.length === 0 ? undefined : Buffer.from(color).toString()
    },
    card: lines =>
      cache.once(
        'cards',
        [...ofBrand, brand.look, font?.name ?? '', font?.data ?? '', lines.join('\n')],
        async () => {
          const box = logoBox(brand, width / height)
          const image = Buffer.from(await scaled(box.width, box.height)).toString('base64')
          const svg = await textAsPaths(cardElement(brand, lines, box), cardSize, font)
          const picture = `<image x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" href="data:image/png;base64,${image}"/>`
          // A higher level takes 50% longer and saves only a tenth of the bytes, of files that no visitor loads.
          return drawn(sharp =>
            sharp(Buffer.from(svg.replace(/<\/svg>$/, `${picture}</svg>`))).png({ compressionLevel: 3 }),
          )
        },
      ),
  }
}

/** The colour in the middle of all four sides of an image; empty if they differ or are not opaque. */
async function groundOf(png: Uint8Array): Promise<string> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  // One pixel from the edge, which is softened.
  const [near, middle, far] = [1, Math.floor(info.width / 2), info.width - 2]
  const colors = [
    [near, middle],
    [far, middle],
    [middle, near],
    [middle, far],
  ].map(([x = 0, y = 0]) =>
    data
      .subarray(4 * (y * info.width + x))
      .subarray(0, 4)
      .toString('hex'),
  )
  const [color = ''] = colors
  return color.endsWith('ff') && colors.every(other => other === color) ? `#${color.slice(0, 6)}` : ''
}

/** The margins around a mark. */
interface Around {
  readonly ground?: string | undefined
  /** The sum of both sides. */
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
