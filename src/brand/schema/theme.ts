// `theme`: the look of a brand.

import * as z from 'zod'
import { matching } from '../../yaml/index.ts'
import { color } from './values.ts'

// A font stack becomes part of a style sheet, so nothing in it may end a declaration: each family is a name, quoted or not.
const fontStackPattern =
  /^(?:(?:^|,) *(?:"[A-Za-z0-9 ,'_-]+"|'[A-Za-z0-9 ,"_-]+'|[A-Za-z0-9_-]+(?: +[A-Za-z0-9_-]+)*) *)+$/
const fontStack = matching(
  { test: value => value.length <= 300 && fontStackPattern.test(value) },
  'is not a list of font families.',
  `Write it like "Georgia, 'Times New Roman', serif".`,
).meta({
  // Without semicolons, braces or backslashes, because it becomes part of a style sheet.
  pattern: '^[A-Za-z0-9 ,\'"_-]+$',
  examples: ["Georgia, 'Times New Roman', serif"],
})

const fontFamily = matching(
  /^[A-Za-z][A-Za-z0-9 -]{0,60}$/,
  'is not a font family name.',
  'Write it like "Fraunces".',
)

const fontFile = matching(
  /^(?!\/)(?!.*\.\.)[@A-Za-z0-9._/-]+\.woff2$/,
  'is %, which is not a WOFF2 file.',
  'Write it like "heading.woff2" or "@fontsource/lora/files/lora-latin-700-normal.woff2".',
)

const fontWeight = matching(
  /^[1-9]\d{0,2}(?: [1-9]\d{0,2})?$|^1000$/,
  'is %, which is not a font weight.',
  'Write it like "700" or, for a variable font, "400 700".',
)

const radius = matching(
  /^(?:0|\d{1,3}(?:\.\d{1,3})?(?:px|rem|em))$/,
  'is %, which is not a length.',
  'Write it like "12px", "0.75rem" or "0".',
)

const assetPath = matching(
  /^(?!\/)(?!.*\.\.)[A-Za-z0-9._/-]+\.(?:svg|png|jpg|jpeg|webp|avif)$/,
  'is %, which is not an image in the brand’s assets folder.',
  'Write it like "logo.svg".',
)

const colorRoles = {
  background: 'Page background',
  surface: 'Background of cards and panels',
  text: 'Text',
  muted: 'Secondary text',
  border: 'Borders of fields and cards',
  accent: 'Button background; also links and accents in the text, unless accentText is set',
  accentText: 'Links and accents in the text',
  onAccent: 'Text on buttons',
  danger: 'Error messages',
  footer: 'Footer background',
  onFooter: 'Footer text',
} as const
export type ColorRole = keyof typeof colorRoles

const colors = Object.fromEntries(
  Object.entries(colorRoles).map(([role, what]) => [role, color.describe(what)]),
) as Record<ColorRole, typeof color>

export const theme = z.strictObject({
  color: z
    .strictObject({
      ...colors,
      accentText: colors.accentText.optional(),
    })
    .describe('Color of each role, as hex in quotes'),
  dark: z
    .strictObject(colors)
    .partial()
    .optional()
    .describe(
      'Colors for visitors who prefer a dark scheme; roles without one keep their color from "color"',
    ),
  font: z
    .strictObject({
      body: fontStack.describe('Font stack for text'),
      heading: fontStack.describe('Font stack for headings'),
      web: z
        .array(
          z.strictObject({
            family: fontFamily
              .describe('Family name to use in the font stacks')
              .meta({ examples: ['Fraunces'] }),
            file: fontFile
              .describe('WOFF2 file in the brand’s assets folder or in an installed package')
              .meta({ pattern: '\\.woff2$', examples: ['heading.woff2'] }),
            weight: fontWeight
              .optional()
              .describe('"400" or, for a variable font, "400 700"')
              .meta({ pattern: '^\\d{1,4}(?: \\d{1,3})?$', examples: ['700', '400 700'] }),
          }),
        )
        .max(2)
        .optional()
        .describe('Fonts that the site serves itself; system fonts need no entry')
        .meta({ examples: [[{ family: 'Fraunces', file: 'heading.woff2' }]] }),
      scale: z.enum(['compact', 'normal', 'large']).describe('Size of headings relative to the text'),
    })
    .describe('Fonts and the size of headings'),
  radius: radius.describe('Corner radius of cards and buttons').meta({ examples: ['12px'] }),
  density: z.enum(['compact', 'normal', 'airy']).describe('Amount of space between elements'),
  shadow: z.enum(['none', 'soft', 'deep']).describe('Card shadow'),
  cards: z
    .enum(['site', 'articles'])
    .describe(
      'Share cards, the images that appear when a link is shared: one for the site, or also one for each article',
    ),
  logo: assetPath
    .optional()
    .describe('Image in the assets folder of the brand or its base')
    .meta({ pattern: '\\.(?:svg|png|jpg|jpeg|webp|avif)$', examples: ['logo.svg'] }),
  header: z
    .strictObject({
      layout: z.enum(['bar', 'centered', 'solid']).describe('Header layout'),
      mobile: z
        .enum(['disclosure', 'brand+disclosure', 'menu'])
        .describe(
          'What the header shows on small screens; "menu" shows the brand, the disclosure, a call button and a menu',
        ),
    })
    .describe('Header'),
  hero: z
    .strictObject({
      layout: z
        .enum(['split', 'centered', 'banner', 'form'])
        .describe('Layout of the first screen; "form" puts the application form on it'),
    })
    .describe('First screen of the home page'),
})
