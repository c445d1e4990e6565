// The drawings that satori makes for a brand from boxes and text: the share card, in the look of the site, and the
// initial in place of a word mark. Text is turned into outlines with Imprint's own font, so that the bytes do not depend on the
// machine's fonts.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { once } from '../../files/index.ts'
import type { Site } from '../../site/index.ts'

/** The size that social networks recommend (https://ogp.me/#structured), twice the 600 × 315 that they show. */
export const cardSize = { width: 1200, height: 630 } as const
/** The name under which satori knows the brand's own font. */
const brandFont = 'brand'
const margin = 80

type Theme = Site['view']['theme']

export interface CardFont {
  readonly name: string
  /** The same object for the same file; otherwise it is parsed again. */
  readonly data: Uint8Array
}

/** The part of a brand that its card shows. */
export interface CardBrand {
  readonly name: string
  readonly look: Theme['heroLayout']
  readonly colors: Theme['colors']
}

/** The place of the logo on a card, in pixels. */
interface LogoBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** @param ratio The logo's width divided by its height. */
export function logoBox({ look }: CardBrand, ratio: number): LogoBox {
  const height = look === 'centered' ? 128 : 112
  const width = Math.max(1, Math.min(cardSize.width - 4 * margin, Math.round(height * ratio)))
  const x = look === 'centered' ? Math.round((cardSize.width - width) / 2) : margin
  return { x, y: look === 'centered' ? 84 : 72, width, height }
}

/** A card without its logo. */
export function cardElement(brand: CardBrand, lines: readonly string[], logo: LogoBox): object {
  const { look, colors, name } = brand
  const isCentered = look === 'centered'
  const isSolid = look === 'banner'
  const text = isSolid ? colors.onAccent : colors.text
  const ground = isSolid ? colors.accent : colors.background
  const longest = Math.max(...lines.map(line => line.length))
  const fontSize = longest > 70 ? 56 : longest > 40 ? 68 : 84
  const width = cardSize.width - (isCentered ? 3 : 2) * margin
  // The name is left out beside a word mark, which contains it; a centred card has a separate line for the name.
  const nameLeft = logo.x + logo.width + 28
  const nameStyle = isCentered
    ? { left: 1.5 * margin, top: logo.y + logo.height + 20, width, justifyContent: 'center' }
    : { left: nameLeft, top: logo.y, height: logo.height, alignItems: 'center' }
  return box(
    {
      ...cardSize,
      position: 'relative',
      overflow: 'hidden',
      backgroundColor: isCentered ? colors.surface : ground,
      color: text,
      fontFamily: `${brandFont}, Inter`,
    },
    [
      ...decoration(brand),
      // A logo may be as dark as the background.
      ...(isSolid
        ? [shape(logo.x - 12, logo.y - 12, logo.width + 24, logo.height + 24, colors.background, '16px')]
        : []),
      ...(isCentered || logo.width < 2 * logo.height
        ? [
            box(
              {
                position: 'absolute',
                ...nameStyle,
                fontSize: name.length > 24 ? 40 : 54,
                letterSpacing: -0.5,
              },
              name,
            ),
          ]
        : []),
      box(
        {
          position: 'absolute',
          left: isCentered ? 1.5 * margin : margin,
          bottom: isCentered ? 88 : 84,
          width,
          flexDirection: 'column',
          alignItems: isCentered ? 'center' : 'flex-start',
          textAlign: isCentered ? 'center' : 'left',
          textWrap: 'balance',
          fontSize,
          lineHeight: 1.12,
          letterSpacing: -1.5,
        },
        lines.map(line => box({}, line)),
      ),
    ],
  )
}

/** Shapes behind the text, as on the site. They have no borders, for each of which satori would need three masks. */
function decoration({ look, colors }: CardBrand): object[] {
  const { width, height } = cardSize
  switch (look) {
    case 'banner': {
      const wave = mixed(colors.accent, colors.onAccent, 0.12)
      return [
        shape(-260, 470, 1100, 420, wave, '50%'),
        shape(560, 520, 1000, 420, mixed(colors.accent, colors.onAccent, 0.2), '50%'),
      ]
    }
    case 'centered': {
      const leaf = mixed(colors.surface, colors.accent, 0.3)
      return [
        shape(-70, height - 190, 260, 260, leaf, '0 260px 0 260px'),
        shape(width - 190, -70, 260, 260, leaf, '0 260px 0 260px'),
        shape(40, 40, width - 80, height - 80, colors.background, '48px'),
      ]
    }
    default: {
      const ring = mixed(colors.background, colors.accent, 0.14)
      const rings = [360, 300, 240, 180, 120, 60].map((radius, index) =>
        shape(
          width - radius,
          -radius,
          2 * radius,
          2 * radius,
          index % 2 === 0 ? ring : colors.background,
          '50%',
        ),
      )
      return [...rings, shape(0, height - 24, width, 24, colors.accent, '0')]
    }
  }
}

function shape(
  left: number,
  top: number,
  width: number,
  height: number,
  backgroundColor: string,
  borderRadius: string,
): object {
  return box({ position: 'absolute', left, top, width, height, backgroundColor, borderRadius }, '')
}

/** A colour between two hexadecimal ones. */
function mixed(...[first, second, part]: readonly [string, string, number]): string {
  const [from, to] = [first, second].map(color => color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')) as [
    string,
    string,
  ]
  const channels = [1, 3, 5].map(start => {
    const [low = 0, high = 0] = [from, to].map(color => Number.parseInt(color.slice(start, start + 2), 16))
    return Math.round(low + (high - low) * part)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** The first letter of a name on the accent colour. */
export function initialElement(name: string, size: number, colors: Theme['colors']): object {
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

/** Lays out an element of boxes and text, with a font in front of Imprint's own. */
export async function textAsPaths(
  element: object,
  size: { readonly width: number; readonly height: number },
  font?: CardFont,
): Promise<string> {
  const { default: satori } = await import('satori')
  const draw = (fonts: readonly object[]) => satori(element as never, { ...size, fonts: fonts as never })
  const imprintFonts = ourFonts()
  if (font === undefined) return draw(imprintFonts)
  // satori reads fewer kinds of fonts than browsers do.
  return draw([{ name: brandFont, data: font.data, weight: 700, style: 'normal' }, ...imprintFonts]).catch(
    () => draw(imprintFonts),
  )
}

function box(style: object, children: unknown): object {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

/**
 * Inter for Latin, Greek and Cyrillic. Always the same objects, because satori takes a tenth of a second to parse a font that
 * it has not seen.
 */
const ourFonts = once(() => {
  const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/inter/package.json'))
  return ['latin', 'latin-ext', 'cyrillic', 'greek'].map(script => ({
    name: 'Inter',
    data: readFileSync(join(folder, 'files', `inter-${script}-700-normal.woff`)),
    weight: 700 as const,
    style: 'normal' as const,
  }))
})
