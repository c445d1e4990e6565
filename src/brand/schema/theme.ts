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
  `For example "Georgia, 'Times New Roman', serif".`,
).meta({
  // Without semicolons, braces or backslashes, because it becomes part of a style sheet.
  pattern: '^[A-Za-z0-9 ,\'"_-]+$',
  examples: ["Georgia, 'Times New Roman', serif"],
})

const fontFamily = matching(
  /^[A-Za-z][A-Za-z0-9 -]{0,60}$/,
  'is not the name of a font family.',
  'For example "Fraunces".',
)

const fontFile = matching(
  /^(?!\/)(?!.*\.\.)[@A-Za-z0-9._/-]+\.woff2$/,
  'is %, which is not a WOFF2 file.',
  'For example "heading.woff2", or "@fontsource/lora/files/lora-latin-700-normal.woff2".',
)

const fontWeight = matching(
  /^[1-9]\d{0,2}(?: [1-9]\d{0,2})?$|^1000$/,
  'is %, which is not a weight.',
  'For example "700", or "400 700" for a variable font.',
)

const radius = matching(
  /^(?:0|\d{1,3}(?:\.\d{1,3})?(?:px|rem|em))$/,
  'is %, which is not a length.',
  'For example "12px", "0.75rem" or "0".',
)

const assetPath = matching(
  /^(?!\/)(?!.*\.\.)[A-Za-z0-9._/-]+\.(?:svg|png|jpg|jpeg|webp|avif)$/,
  'is %, which is not an image in the brand’s assets folder.',
  'For example "logo.svg".',
)

const colorRoles = {
  background: 'Background of the page',
  surface: 'Background of cards and panels',
  text: 'Text',
  muted: 'Secondary text',
  border: 'Borders of fields and cards',
  accent: 'Background of buttons; also the colour of links and marks, unless accentText is set',
  accentText: 'Links and marks',
  onAccent: 'Text on buttons',
  danger: 'Text of errors',
  footer: 'Background of the footer',
  onFooter: 'Text of the footer',
} as const
export type ColorRole = keyof typeof colorRoles

const colors = Object.fromEntries(
  Object.entries(colorRoles).map(([role, what]) => [role, color.describe(`${what}, as hex in quotes`)]),
) as Record<ColorRole, typeof color>

export const theme = z.strictObject({
  color: z
    .strictObject({
      ...colors,
      accentText: colors.accentText.optional(),
    })
    .describe('Hex colours of each role'),
  dark: z
    .strictObject(colors)
    .partial()
    .optional()
    .describe('Colours for visitors who prefer a dark scheme; roles left out stay as in "color"'),
  font: z
    .strictObject({
      body: fontStack.describe('Font stack of the text'),
      heading: fontStack.describe('Font stack of the headings'),
      web: z
        .array(
          z.strictObject({
            family: fontFamily
              .describe('Name that the font stacks use')
              .meta({ pattern: '^[A-Za-z][A-Za-z0-9 -]{0,60}$', examples: ['Fraunces'] }),
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
        .describe('Fonts the brand serves itself; system fonts need no entry')
        .meta({ examples: [[{ family: 'Fraunces', file: 'heading.woff2' }]] }),
      scale: z.enum(['compact', 'normal', 'large']).describe('Size of headings relative to the text'),
    })
    .describe('Type'),
  radius: radius
    .describe('Corner radius of cards and buttons')
    .meta({ pattern: '^(?:0|\\d{1,3}(?:\\.\\d{1,3})?(?:px|rem|em))$', examples: ['12px'] }),
  density: z.enum(['compact', 'normal', 'airy']).describe('Amount of space between elements'),
  shadow: z.enum(['none', 'soft', 'deep']).describe('Shadow of cards'),
  cards: z
    .enum(['site', 'articles'])
    .describe('Pictures of shared links: one for the site, or also one for each article'),
  logo: assetPath
    .optional()
    .describe('Image in the brand’s (or its base’s) assets folder')
    .meta({ pattern: '\\.(?:svg|png|jpg|jpeg|webp|avif)$', examples: ['logo.svg'] }),
  header: z
    .strictObject({
      layout: z.enum(['bar', 'centered', 'solid']).describe('Arrangement of the header'),
      mobile: z
        .enum(['disclosure', 'brand+disclosure', 'menu'])
        .describe(
          'What the header shows on small screens; "menu" is brand, disclosure, call button and menu',
        ),
    })
    .describe('The header'),
  hero: z
    .strictObject({
      layout: z
        .enum(['split', 'centered', 'banner', 'form'])
        .describe('Arrangement of the first screen; "form" puts the application form there'),
    })
    .describe('The first screen of the home page'),
})
