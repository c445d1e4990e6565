// Unusual logos: damaged, enormous, or made to block a build. None takes long, and each gets its own message.

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openSharedWork } from '../../../src/build/index.ts'
import { prepareBrand } from '../../../src/build/prepare-brand.ts'
import { diskFiles, memoryFiles } from '../../../src/files/index.ts'
import type { ShareCard } from '../../../src/site/index.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../../support/project.ts'

const shared = openSharedWork({ defaults: diskFiles(repositoryRoot) })

async function prepare(files: FileMap, theme: string) {
  const project = memoryFiles({
    'brands/test/brand.yaml': `${brandYaml()}theme: {${theme}}\n`,
    'content/articles/one.md': article('one'),
    ...files,
  })
  const { prepared, diagnostics } = await prepareBrand(shared, project, 'test', { drafts: false })
  return { prepared, problems: diagnostics.filter(({ severity }) => severity === 'error') }
}

const withLogo = (name: string, bytes: string | Uint8Array, theme = '') =>
  prepare({ [`brands/test/assets/${name}`]: bytes }, `logo: ${name}${theme}`)

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#123"/></svg>'
const noise = async (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 4)
  for (let index = 0, state = 1; index < pixels.length; index++) {
    state = (state * 16_807) % 2_147_483_647
    pixels[index] = state % 256
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

describe('a logo', () => {
  it('of pixels is published in one small size', async () => {
    const { prepared } = await withLogo('logo.png', await noise(1700, 400))
    const image = prepared!.assets.images['brands/test/assets/logo.png']!
    expect(image.sources.map(({ srcset }) => srcset.replace(/^.* /, ''))).toEqual(['480w', '480w'])
    const published = prepared!.files.filter(({ path }) => path.startsWith('assets/logo-'))
    expect(published.length).toBe(3)
    for (const { bytes } of published) expect((await sharp(bytes).metadata()).width).toBe(480)
  })

  const use = (id: string) => `<use href="#${id}"/>`.repeat(10)
  it.each<[string, string, () => Promise<string | Uint8Array>, RegExp]>([
    [
      'of nested uses',
      'logo.svg',
      async () =>
        mark.replace(
          '<circle',
          `<g id="a">${use('b')}</g><g id="b">${use('c')}</g><g id="c">${use('d')}</g><g id="d">${use('e')}</g><circle id="e"`,
        ),
      /too complex/,
    ],
    [
      'of sixty blurs',
      'logo.svg',
      async () =>
        mark.replace(
          '<circle',
          `<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>${'<g filter="url(#f)"><circle r="9"/></g>'.repeat(60)}<circle`,
        ),
      /too complex/,
    ],
    ['without a size', 'logo.svg', async () => mark.replace('viewBox="0 0 64 64"', ''), /has no size/],
    ['that is a line', 'logo.png', () => noise(1, 60_000), /1 × 60000 pixels/],
    ['that is cut short', 'logo.png', async () => (await noise(300, 300)).subarray(0, 20_000), /is damaged/],
    ['that is no SVG', 'logo.svg', async () => '<svg viewBox="0 0 9 9"><g', /is not valid XML/],
  ])('%s is reported at the line that names it, once', async (_, name, make, why) => {
    const { problems } = await withLogo(name, await make())
    expect(problems).toMatchObject([{ code: 'image/unusable', file: 'brands/test/brand.yaml', line: 8 }])
    expect(problems[0]?.message).toMatch(why)
    expect(problems[0]?.hint).toBeTruthy()
  })

  it('is damaged wherever it is cut or changed, or it is drawn', { timeout: 60_000 }, async () => {
    const whole = await noise(40, 40)
    const damaged = [
      ...[8, 30, 60, 200, 1500, whole.length - 8].map(length => whole.subarray(0, length)),
      ...[20, 24, 40, 100, 900, 3000].map(place => Buffer.from(whole).fill(0xff, place, place + 4)),
      ...[10, 60, 90].map(length => Buffer.from(mark.slice(0, length))),
    ]
    for (const bytes of damaged) {
      const { problems } = await withLogo(bytes.includes('<svg') ? 'logo.svg' : 'logo.png', bytes)
      expect([[], ['image/unusable']]).toContainEqual(problems.map(({ code }) => code))
    }
  })
})

describe('share cards', () => {
  const cardsOf = async (theme: string, files: FileMap = {}) => {
    const { prepared, problems } = await prepare({ ...files, 'brands/test/assets/logo.svg': mark }, theme)
    expect(problems).toEqual([])
    const pages = prepared?.site.pages.filter(({ card }) => card) ?? []
    return { prepared, pages, names: new Set(pages.map(({ card }) => (card as ShareCard).name)) }
  }

  it('are one for a site, or one for each article if the theme asks for it', async () => {
    expect([...(await cardsOf('logo: logo.svg')).names]).toEqual(['card'])
    expect([...(await cardsOf('logo: logo.svg, cards: articles')).names].sort()).toEqual(['card', 'card-one'])
  })

  it('are written in the brand’s own font on its own ground', async () => {
    const draw = async (theme: string) => {
      const { prepared, pages } = await cardsOf(`logo: logo.svg, ${theme}`)
      const file = await prepared?.card(pages[0] as (typeof pages)[number])
      return sharp(file?.bytes).raw().toBuffer({ resolveWithObject: true })
    }
    const web =
      '{family: Nunito, file: "@fontsource/nunito/files/nunito-latin-700-normal.woff2", weight: "700"}'
    const plain = await draw('color: {background: "#fffbe8"}')
    const own = await draw(`color: {background: "#fffbe8"}, font: {heading: "Nunito, serif", web: [${web}]}`)
    expect(plain.info).toMatchObject({ width: 1200, height: 630 })
    expect([...plain.data.subarray(0, 3)]).toEqual([0xff, 0xfb, 0xe8])
    expect(own.data.equals(plain.data)).toBe(false)
    // The logo has not changed.
    const logo = (image: typeof own) =>
      Buffer.concat(
        Array.from({ length: 88 }, (_, row) =>
          image.data.subarray(((80 + row) * 1200 + 80) * 4, ((80 + row) * 1200 + 168) * 4),
        ),
      )
    expect(logo(own).equals(logo(plain))).toBe(true)
  })
})
