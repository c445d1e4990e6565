import { describe, expect, it } from 'vitest'
import { whyNotDrawn } from '../../../src/assets/images/svg-limits.ts'

const svg = (inside: string, attributes = 'viewBox="0 0 64 64"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`
const judge = (text: string) => whyNotDrawn(new TextEncoder().encode(text))
const tooComplex = 'is too complex to be drawn'

/** Each level repeats the previous one ten times. */
const nested = (
  levels: number,
  definition: (level: number, inside: string) => string,
  use: (level: number) => string,
) =>
  Array.from({ length: levels }, (_, level) =>
    definition(level, level === 0 ? '<rect width="9" height="9"/>' : use(level - 1).repeat(10)),
  ).join('') + use(levels - 1)

describe('an SVG is drawn', () => {
  it.each([
    ['a mark', '<circle cx="32" cy="32" r="30" fill="#123"/><path d="M20 44V20h8v17h16v7z"/>'],
    [
      'a hundred paths with gradients',
      `<linearGradient id="g"><stop/></linearGradient>${'<path fill="url(#g)" d="M0 0h9v9z"/>'.repeat(100)}`,
    ],
    [
      'a soft shadow',
      '<filter id="s"><feGaussianBlur stdDeviation="2"/><feOffset dy="1"/><feMerge><feMergeNode/></feMerge></filter><g filter="url(#s)"><rect width="9" height="9"/></g>',
    ],
    [
      'classes, as drawing programs write them',
      `<style>.a{fill:url(#g)}.b{clip-path:url(#c)}</style><defs><linearGradient id="g"><stop class="a"/></linearGradient>${Array.from({ length: 30 }, (_, i) => `<clipPath id="c${i}"><rect class="x" width="9" height="9"/></clipPath>`).join('')}<clipPath id="c"><rect class="a"/></clipPath></defs>${'<path class="a b" d="M0 0h9"/>'.repeat(50)}`,
    ],
    [
      'unused definitions',
      `<defs>${'<filter id="f"><feGaussianBlur/></filter>'.repeat(50)}</defs><rect width="9" height="9"/>`,
    ],
    [
      'a symbol used often',
      `<symbol id="s"><rect width="9" height="9"/></symbol>${'<use href="#s"/>'.repeat(200)}`,
    ],
    [
      'a pattern',
      '<pattern id="p" width="4" height="4"><rect width="2" height="2"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    ],
    ['a use of itself', '<g id="a"><use href="#a"/></g>'],
    ['a comment with a bomb', `<!-- ${'<image/>'.repeat(9)} --><rect width="9" height="9"/>`],
  ])('with %s', (_, inside) => {
    expect(
      judge(
        `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">${svg(inside)}`,
      ),
    ).toBeUndefined()
  })
})

describe('an SVG is refused', () => {
  it.each([
    [
      'nested uses',
      nested(
        9,
        (level, inside) => `<g id="u${level}">${inside}</g>`,
        level => `<use xlink:href="#u${level}"/>`,
      ),
      tooComplex,
    ],
    [
      'nested patterns',
      nested(
        9,
        (level, inside) => `<pattern id="u${level}" width="1" height="1">${inside}</pattern>`,
        level => `<rect fill="url( '#u${level}' )" width="9" height="9"/>`,
      ),
      tooComplex,
    ],
    [
      'nested masks in a style sheet',
      `<style>@media all{rect{fill:red}}${Array.from({ length: 9 }, (_, level) => `.m${level}{mask:url(#u${level})}`).join('')}</style>${nested(
        9,
        (level, inside) => `<mask id="u${level}">${inside}</mask>`,
        level => `<rect class="m${level}" width="9" height="9"/>`,
      )}`,
      tooComplex,
    ],
    [
      'sixty groups with one blur',
      `<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>${'<g filter="url(#f)"><rect width="64" height="64"/></g>'.repeat(60)}`,
      tooComplex,
    ],
    [
      'a path whose lines cross thousands of times',
      `<path d="M0 0${'L9 60L60 9'.repeat(3000)}"/>`,
      tooComplex,
    ],
    [
      'ten patterns of tiny cells',
      `<pattern id="p" width=".01" height=".01"><rect width="1" height="1"/></pattern>${'<rect width="9" height="9" fill="url(#p)"/>'.repeat(10)}`,
      tooComplex,
    ],
    ['very many shapes', '<circle r="9"/>'.repeat(3000), tooComplex],
    ['long text', `<text>${'W'.repeat(5000)}</text>`, tooComplex],
    ['a picture', '<image href="data:image/png;base64,AAAA"/>', 'uses <image>'],
    ['noise', '<filter id="f"><feTurbulence/></filter>', 'uses <feTurbulence>'],
    ['a prefix', '<svg:image/>', 'uses <image>'],
    ['fine dashes', '<path stroke-dasharray=".001" d="M0 0h9"/>', 'uses "stroke-dasharray"'],
    ['escapes that hide a reference', '<rect fill="url(&#35;p)"/>', 'has escape sequences in its styles'],
    [
      'a long chain of uses',
      Array.from({ length: 5000 }, (_, i) => `<g id="a${i}"><use href="#a${i + 1}"/></g>`).join(''),
      tooComplex,
    ],
  ])('with %s', (_, inside, why) => {
    expect(judge(svg(inside))).toBe(why)
  })

  it('with entities of its own, in another encoding, or of more than 512 kB', () => {
    expect(judge(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`)).toBe('declares entities')
    expect(judge(`<?xml version="1.0" encoding="UTF-7"?>${svg('')}`)).toBe('is not in UTF-8')
    expect(judge(svg(`<desc>${'x'.repeat(600_000)}</desc>`))).toBe('is larger than 512 kB')
  })
})
