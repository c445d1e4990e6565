// What the content rules need to know about a brand; see docs/compliance.md.

import * as z from 'zod'
import { issueOf, text as line, matching } from '../../yaml/index.ts'
import { day, money, streetAddress, wording } from './values.ts'

/** A waived content rule: by whom, why, and until when. */
const waiver = z.strictObject({
  rule: line(60)
    .describe('Id of the rule, such as claim/bad-credit')
    .meta({ examples: ['claim/urgency'] }),
  page: line(200)
    .optional()
    .describe('Address of the page, such as /faq/; default: every page')
    .meta({ examples: ['/faq/'] }),
  quote: line(1000)
    .optional()
    .describe('The text that the waiver covers; if the text changes, the waiver no longer applies')
    .meta({ examples: ['Only this week.'] }),
  reason: line(1000)
    .describe('Why the rule is waived, in at least 15 characters')
    .meta({ examples: ['The offer ends by law on that day.'] }),
  by: line(120)
    .describe('Who is responsible for the waiver')
    .meta({ examples: ['J. Doe'] }),
  until: day.describe('Last day of the waiver, at most 12 months ahead'),
})

const termDays = z.int().min(1).max(3660)

/** What the content rules need to know about a brand; see docs/compliance.md. */
export const complianceKeys = {
  legalName: line(200)
    .optional()
    .describe('Legal name of the company responsible for the site')
    .meta({ examples: ['Example House LLC'] }),
  address: streetAddress
    .optional()
    .describe('The company’s street address, on one line; not a PO box')
    .meta({ examples: ['12 Example Street, Denver, CO 80202'] }),
  leadBuyers: z
    .enum(['lenders-only', 'partners'])
    .optional()
    .describe('Who may receive what visitors enter: lenders only, or other partners too'),
  minAmount: money(1, 100_000)
    .optional()
    .describe('Smallest loan that the site mentions, in dollars; default 100')
    .meta({ examples: [100] }),
  maxAmount: money(1, 100_000)
    .optional()
    .describe('Largest loan that the site mentions, in dollars; default 1000')
    .meta({ examples: [1000] }),
  terms: z
    .strictObject({
      minDays: termDays.meta({ description: 'Shortest term of a loan, in days', examples: [7] }),
      maxDays: termDays.meta({ description: 'Longest term of a loan, in days', examples: [31] }),
    })
    .check(({ value: { minDays, maxDays }, issues }) => {
      if (minDays <= maxDays) return
      const hint = `Write ${minDays} or more, or reduce "minDays".`
      issues.push(issueOf({ message: `is ${maxDays}, which is less than "minDays".`, hint }, ['maxDays']))
    })
    .optional()
    .describe('Shortest and longest term of the loans, in days'),
  maxApr: z
    .number()
    .min(0)
    .max(10_000)
    .optional()
    .describe('Highest annual percentage rate of the loans, in percent')
    .meta({ examples: [391] }),
  states: z
    .strictObject({
      reviewedBy: line(120)
        .optional()
        .describe('Who reviewed the list of states')
        .meta({ examples: ['J. Doe'] }),
      reviewedOn: day.optional().describe('Date of the review, YYYY-MM-DD'),
    })
    .optional()
    .describe('Latest review of "unavailableStates"'),
  statements: z
    .strictObject({
      notALender: wording('Says that the brand is not a lender', '{name} only connects you with lenders.'),
      approvalNotGuaranteed: wording(
        'Says that approval is not guaranteed',
        'Whether you are approved is up to each lender.',
      ),
      freeAndPaid: wording(
        'Says that the site is free to use and who pays for it',
        'You pay nothing to use {name}: lenders pay for each request.',
      ),
      advertiserDisclosure: wording(
        'Advertiser disclosure',
        '{name} is an advertising service that lenders pay for.',
      ),
      creditCheck: wording(
        'Says who checks credit, and when',
        'Only lenders look at your credit, and they ask you first.',
      ),
      dataSharing: wording(
        'Says who receives the data that visitors enter',
        'Lenders and their partners see what you enter.',
      ),
      latePayment: wording(
        'Says what late or missed payments can lead to',
        'Paying late can add fees and hurt your credit score.',
      ),
      renewal: wording(
        'Says how renewals and extensions work',
        'Each extension costs another fee, where your state allows extensions.',
      ),
      responsibleUse: wording(
        'Says that a short-term loan is not a long-term solution',
        'Such a loan is for one emergency, not for every month.',
      ),
      militaryLending: wording(
        'Says that federal law caps the cost of loans to service members',
        'For service members, federal law caps the APR at 36%.',
      ),
      approvedBy: line(120)
        .optional()
        .describe('Who approved these statements')
        .meta({ examples: ['J. Doe'] }),
      approvedOn: day.optional().describe('Date of the approval, YYYY-MM-DD'),
    })
    .optional()
    .describe(
      'Approved wordings of required statements, accepted in addition to those that the rules recognize',
    )
    .meta({ examples: [{ notALender: '{name} only connects you with lenders.' }] }),
  disclosures: z
    .strictObject({
      approvedBy: line(120)
        .describe('Who approved the disclosures')
        .meta({ examples: ['J. Doe'] }),
      approvedOn: day.describe('Date of the approval, YYYY-MM-DD'),
      sha256: matching(
        /^[0-9a-f]{64}$/,
        'is %, which is not a SHA-256.',
        'A SHA-256 has 64 hexadecimal digits.',
      )
        .describe('SHA-256 of the disclosures, from the disc/approved warning')
        .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
    })
    .optional()
    .describe('Approval of the provider’s disclosures in disclosures.lock.json'),
  substantiation: z
    .array(
      z.strictObject({
        rule: line(60)
          .describe('Rule that the claim would break without support, such as claim/trust-unsupported')
          .meta({ examples: ['claim/trust-unsupported'] }),
        source: line(1000)
          .describe('What supports the claim')
          .meta({ examples: ['Yearly review of the partners'] }),
        by: line(120)
          .optional()
          .meta({ description: 'Who checked the support', examples: ['J. Doe'] }),
        on: day.optional().describe('Date of the check, YYYY-MM-DD'),
      }),
    )
    .optional()
    .describe('Support for claims that need it')
    .meta({ examples: [[{ rule: 'claim/trust-unsupported', source: 'Yearly review of the partners' }]] }),
  badges: z
    .array(
      z.strictObject({
        name: line(120).meta({ description: 'Name of the seal', examples: ['Example Seal'] }),
        url: matching(
          { test: value => z.url({ protocol: /^https$/ }).safeParse(value).success },
          'is %, which is not an https address.',
          'Write it like "https://seal.example/brand".',
          'brand/invalid-url',
        ).meta({
          description: 'Issuer’s page about the seal',
          format: 'uri',
          pattern: '^https://',
          examples: ['https://seal.example/brand'],
        }),
      }),
    )
    .optional()
    .describe('Seals that the site shows, each with its issuer’s page')
    .meta({ examples: [[{ name: 'Example Seal', url: 'https://seal.example/brand' }]] }),
  privacy: z
    .strictObject({
      sells: z.boolean().optional().describe('Whether personal information is sold or shared; default true'),
      exempt: line(300)
        .optional()
        .describe('Why the CCPA does not apply, and which counsel decided that')
        .meta({ examples: ['Only data covered by the GLBA; decided by J. Doe, counsel'] }),
      limit: z
        .boolean()
        .optional()
        .describe(
          'False if counsel says that the site needs no link to limit the use of sensitive information',
        ),
      counsel: line(120)
        .optional()
        .describe('Lawyer who made these decisions')
        .meta({ examples: ['J. Doe'] }),
      gpc: z
        .literal(true)
        .optional()
        .describe('Always true: every site respects visitors’ Global Privacy Control signals')
        .meta({ examples: [true] }),
      optOutMethods: z
        .array(z.enum(['email', 'phone', 'mail']))
        .min(1)
        .optional()
        .describe('Ways to opt out that the privacy page must name: email, phone, mail (the street address)')
        .meta({ examples: [['email', 'phone']] }),
    })
    .check(({ value, issues }) => {
      if (
        (value.sells === false || value.exempt !== undefined || value.limit === false) &&
        value.counsel === undefined
      ) {
        const hint = 'Add "counsel:" with the name of the lawyer who made the decision.'
        issues.push(issueOf({ message: 'leaves out a privacy link without naming counsel.', hint }))
      }
    })
    .optional()
    .describe('Decisions about privacy links'),
  channels: z
    .array(z.enum(['google-ads', 'meta', 'ola']))
    .optional()
    .describe('Ad networks and associations whose rules are checked too')
    .meta({ examples: [['google-ads']] }),
  waivers: z
    .array(waiver)
    .optional()
    .describe('Waivers of content rules, each with a reason and an end date')
    .meta({
      examples: [
        [
          {
            rule: 'claim/urgency',
            reason: 'The offer ends by law on that day.',
            by: 'J. Doe',
            until: '2026-12-01',
          },
        ],
      ],
    }),
}
