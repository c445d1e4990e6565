// A theme as CSS custom properties. The templates' styles take every colour, size and space from these.

import { type BrandValues, type Colors, darkColors, lightColors } from '../brand/index.ts'

type Theme = BrandValues['theme']

/** Ratio of each heading size to the next. */
const scales: Record<Theme['font']['scale'], number> = { compact: 1.18, normal: 1.25, large: 1.333 }
/** The factor by which all spacing is multiplied. */
const densities: Record<Theme['density'], number> = { compact: 0.8, normal: 1, airy: 1.25 }
const shadows: Record<Theme['shadow'], string> = {
  none: 'none',
  soft: '0 1px 2px rgb(0 0 0/.06),0 6px 20px rgb(0 0 0/.07)',
  deep: '0 2px 4px rgb(0 0 0/.1),0 18px 44px rgb(0 0 0/.16)',
}

/**
 * A theme as custom properties: `:root{--color-on-accent:#fff;…;--scale:1.25;--space:1;--shadow:none}`, and its dark
 * colours for visitors who prefer them.
 */
export function themeCss(theme: Theme): string {
  const { font, radius, density, shadow } = theme
  const dark = darkColors(theme)
  const light = [
    `color-scheme:${dark === undefined ? 'light' : 'light dark'}`,
    ...colorProperties(lightColors(theme)),
    `--font-body:${withFallbacks(font.body, font.web)}`,
    `--font-heading:${withFallbacks(font.heading, font.web)}`,
    `--scale:${scales[font.scale]}`,
    `--space:${densities[density]}`,
    `--radius:${radius}`,
    `--shadow:${shadows[shadow]}`,
  ]
  const changed =
    dark === undefined ? [] : colorProperties(dark).filter(property => !light.includes(property))
  // On a dark page, a large area in the accent colour would glare.
  const panel = ['--panel:var(--color-footer)', '--on-panel:var(--color-accent)']
  const darkRule =
    changed.length === 0
      ? ''
      : `@media screen and (prefers-color-scheme:dark){:root{${[...changed, ...panel].join(';')}}}`
  return `:root{${light.join(';')}}${darkRule}`
}

/** The first family of a font stack, and whether the stack ends in a serif family. */
export interface StackFont {
  readonly family: string
  readonly isSerif: boolean
}

export function stackFont(stack: string): StackFont {
  const families = stack.split(',').map(unquoted)
  return { family: families[0] ?? '', isSerif: /^(?:ui-)?serif$/i.test(families.at(-1) ?? '') }
}

function unquoted(family: string): string {
  return family.trim().replace(/^(["'])(.*)\1$/, '$2')
}

/** Families of the system fonts that stand in for a font until it has loaded. */
export function fallbackFamilies(family: string): readonly [string, string] {
  return [`${family} fallback`, `${family} fallback 2`]
}

/** A font stack with fallbacks added after each font that the brand serves itself. */
function withFallbacks(stack: string, web: Theme['font']['web'] = []): string {
  const served = new Map(web.map(({ family }) => [family.toLowerCase(), fallbackFamilies(family)]))
  const families = stack.split(',').flatMap(name => {
    return [name, ...(served.get(unquoted(name).toLowerCase()) ?? []).map(fallback => `"${fallback}"`)]
  })
  return families.join()
}

/** The height reserved for the form, if the brand sets it; the templates have a default. */
export function formHeightCss(height: BrandValues['provider']['formHeight']): string {
  if (height === undefined) return ''
  return `:root{--form-phone:${height.phone}px;--form-desktop:${height.desktop}px}`
}

function colorProperties(color: Colors): string[] {
  return Object.entries(color).map(([role, value]) => `--color-${kebab(role)}:${value.toLowerCase()}`)
}

/** The first letter of a name on the accent colour, as a `data:` URL of an SVG image. */
export function initialIcon(name: string, color: Colors): string {
  const [initial = ''] = [...name.toUpperCase()]
  const letter = initial.replace(/[&<>]/g, '')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color.accent}"/>` +
    `<text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" text-anchor="middle" fill="${color.onAccent}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** `onAccent` → `on-accent` */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
