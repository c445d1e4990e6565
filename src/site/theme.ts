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

/** `onAccent` → `on-accent` */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
