// `provider`: the forms provider, and how its form is embedded.

import * as z from 'zod'
import { issueOf } from '../../yaml/index.ts'
import { certificatesSchema } from '../certificates.ts'
import { eventsSchema, passSchema } from '../leads.ts'
import { formHeight, locale, providerPath, providerPathPattern, widgetOrigin } from './values.ts'

export const provider = z
  .strictObject({
    embedPath: providerPath(undefined)
      .describe('Path of the embed script or, with "mode: iframe", of the form’s page')
      .meta({ pattern: providerPathPattern, examples: ['/forms/embed.js'] }),
    documentPath: providerPath('{id}')
      .describe('Path of a document page, with {id}')
      .meta({ pattern: '^/.*\\{id\\}', examples: ['/forms/document/{id}'] }),
    disclosurePath: providerPath(undefined)
      .describe('Path of the disclosures')
      .meta({ pattern: providerPathPattern, examples: ['/forms/document/disclosure'] }),
    mode: z
      .enum(['script', 'iframe'])
      .describe('How the form is embedded: as the provider’s script in the page, or as its page in a frame'),
    allow: z
      .array(widgetOrigin)
      .max(20)
      .describe('Other origins that the form loads from; the page’s policy allows them')
      .meta({ examples: [['https://cdn.provider.example']] }),
    inlineStyles: z
      .boolean()
      .describe('Whether the page allows styles that the provider’s script inserts; false is stricter'),
    silent: z
      .boolean()
      .describe(
        'True if the page in the frame never reports its height; Imprint then cannot detect a form that fails to load',
      ),
    language: locale
      .optional()
      .describe('Language of the provider’s disclosures (BCP 47), if it differs from the site’s')
      .meta({ examples: ['en'] }),
    formHeight: z
      .strictObject({
        phone: formHeight.meta({ description: 'Height on narrow screens, in CSS pixels', examples: [704] }),
        desktop: formHeight.meta({ description: 'Height on wide screens, in CSS pixels', examples: [576] }),
      })
      .optional()
      .describe('Height to reserve until the form loads, in CSS pixels; default 704 and 576'),
    pass: passSchema
      .optional()
      .describe('Parameters in the address of a visit’s first page to pass to the form, such as click ids')
      .meta({
        examples: [['gclid', 'msclkid', 'fbclid', 'utm_*'], { gclid: 'click_id', 'utm_*': 'utm_*' }],
      }),
    events: eventsSchema
      .optional()
      .describe('Names of the form’s events in the tag manager')
      .meta({ examples: [{ step: 'form_step', submitted: 'generate_lead' }] }),
    certificates: certificatesSchema
      .optional()
      .describe(
        'Services whose scripts certify visitors’ consent: trustedform, or jornaya with a campaign key',
      )
      .meta({ examples: [['trustedform', { jornaya: '1b2c3d4e-0000-4000-8000-1a2b3c4d5e6f' }]] }),
  })
  .check(context => {
    const { mode, embedPath, silent, certificates } = context.value
    const problem = (key: string, message: string, hint: string) =>
      context.issues.push(issueOf({ message, hint }, [key]))
    if (mode === 'iframe' && certificates !== undefined && certificates.length > 0)
      problem(
        'certificates',
        'does not work for a form in a frame: the certifying scripts must run in the same window as the form.',
        'Remove it, and ask the provider to load the scripts in its own page.',
      )
    if (mode === 'script' && silent)
      problem(
        'silent',
        'applies to a form in a frame, but this form is a script in the page.',
        'Remove it, or use "mode: iframe".',
      )
    if (mode === 'iframe' && embedPath.endsWith('.js'))
      problem(
        'embedPath',
        'names a script, but with "mode: iframe" it must name a page.',
        'Ask the provider for the address of the form’s page, for example "/forms/embed.html".',
      )
  })
  .describe('The provider’s paths, and how its form is embedded')
