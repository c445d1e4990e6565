import type { BrandValues } from '../brand/index.ts'

/** A theme as custom properties: `:root{--color-on-accent:#fff;…}`. The templates' styles use nothing else of it. */
export function themeCss({ color, font, radius }: BrandValues['theme']): string {
  const properties = [
    ...Object.entries(color).map(([role, value]) => [`color-${kebab(role)}`, value.toLowerCase()]),
    ['font-body', font.body],
    ['font-heading', font.heading],
    ['radius', radius],
  ]
  return `:root{${properties.map(([name, value]) => `--${name}:${value}`).join(';')}}`
}

/** The first letter of a name on the accent colour, as a `data:` URL of an SVG image. */
export function initialIcon(name: string, color: BrandValues['theme']['color']): string {
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
