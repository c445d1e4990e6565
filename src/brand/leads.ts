// The parameters of a visit that a brand passes to the form, and the events it gets from the form.

import * as z from 'zod'
import { asWarning, type Diagnostic, diagnostic } from '../diagnostics/index.ts'
import { entryAt, issueOf, type LocatedMap, matching, type OwnProblem } from '../yaml/index.ts'

type Pass = readonly (string | Readonly<Record<string, string>>)[] | Readonly<Record<string, string>>

/** A parameter in `pass`: its name, or its beginning and "*"; its name at the provider; and where it is written. */
interface PassedName {
  readonly name: string
  readonly as: string
  readonly path: readonly (string | number)[]
}

function namesIn(pass: Pass): PassedName[] {
  const inMap = (map: Readonly<Record<string, string>>, path: readonly number[]) =>
    Object.entries(map).map(([name, as]) => ({ name, as, path: [...path, name] }))
  if (!Array.isArray(pass)) return inMap(pass as Readonly<Record<string, string>>, [])
  return (pass as readonly (string | Readonly<Record<string, string>>)[]).flatMap((item, index) =>
    typeof item === 'string' ? [{ name: item, as: item, path: [index] }] : inMap(item, [index]),
  )
}

/** `provider.pass`: a list of names, a map from names to those at the provider, or a list with such maps in it. */
export const passSchema = z
  .union(
    [
      z.array(z.union([z.string(), z.record(z.string(), z.string())])).max(30),
      z.record(z.string(), z.string()),
    ],
    'Write a list such as "[gclid, utm_*]", or a map with the provider’s names: "{gclid: click_id}".',
  )
  .check(({ value, issues }) => {
    for (const passed of namesIn(value)) {
      const problem = problemOf(passed)
      if (problem !== undefined) issues.push(issueOf(problem, passed.path))
    }
  })

function problemOf({ name, as }: PassedName): OwnProblem | undefined {
  for (const text of new Set([name, as])) {
    const quoted = JSON.stringify(text)
    if (!/^[A-Za-z][\w.-]{0,39}$|^[A-Za-z][\w.-]{1,38}\*$/.test(text))
      return {
        message: `names ${quoted}, which is not a valid parameter name.`,
        hint: 'Use letters, digits, "_", "-" and ".", starting with a letter; the last character may be "*", as in "utm_*".',
      }
    if (isPersonal(text))
      return {
        message: `names ${quoted}, which looks like personal data.`,
        hint: 'Page addresses end up in browser histories and logs: pass click and campaign ids, never anything that identifies a person.',
      }
    if (text.endsWith('formId'))
      return { message: `names ${quoted}, which is reserved for the form’s id.`, hint: 'Use another name.' }
  }
  return (name.endsWith('*') || as.endsWith('*')) && name !== as
    ? {
        message: `renames ${JSON.stringify(name)}, but a name with "*" stands for several parameters.`,
        hint: `Write "${name}": "${name}", and add a line for each parameter that the provider calls something else.`,
      }
    : undefined
}

const personalWord =
  /^(?:e?mails?|(?:e?mail|home|street)?address|(?:tele|cell|home|mobile|work)?phones?(?:numbers?)?|tel|mobile|cell|ssn|itin|passport|(?:sur|[fl]|first|last|full|user|middle|maiden)names?|dob|birth(?:day|date)?|iban|password|income|salary)$/
/** For example, "campaign_name" is not a person's name. */
const notOfPeople =
  /^(?:ad|adset|adgroup|campaign|channel|creative|group|keyword|network|placement|publisher|set|site|source)s?$/

/** Whether a parameter's name suggests that its value identifies a person. */
function isPersonal(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  return (
    words.some(word => personalWord.test(word)) ||
    (words.some(word => /^names?$/.test(word)) && !words.some(word => notOfPeople.test(word))) ||
    words.join('').includes('socialsecurity')
  )
}

/** The parameters that are passed, each with its name at the provider; undefined if there are none. */
export function passedNames(pass: Pass | undefined): Readonly<Record<string, string>> | undefined {
  const names = namesIn(pass ?? [])
  return names.length === 0 ? undefined : Object.fromEntries(names.map(({ name, as }) => [name, as]))
}

/** Checks the keys of `phones`. */
export function sourceNames({ value, issues }: z.core.ParsePayload<Readonly<Record<string, unknown>>>): void {
  for (const source of Object.keys(value)) {
    if (/^[a-z0-9][a-z0-9._-]{0,39}$/.test(source)) continue
    const hint = 'Use lowercase letters, digits, "_", "-" and ".", as in "google" or "spring-mail".'
    issues.push(issueOf({ message: 'is not a valid source name.', hint }, [source]))
  }
}

const eventName = matching(
  /^(?!gtm\.)[A-Za-z][\w.-]{0,39}$/,
  'is %, which is not a valid event name.',
  'Use up to 40 letters, digits, "_", "-" and ".", starting with a letter, such as "generate_lead".',
)

/** `provider.events`: events in the form, with their names for the tag manager. */
export const eventsSchema = z.strictObject({
  loaded: eventName
    .optional()
    .describe('The form loaded; default form_ready')
    .meta({ examples: ['form_ready'] }),
  step: eventName
    .optional()
    .describe('The visitor moved to another step')
    .meta({ examples: ['form_step'] }),
  submitted: eventName
    .optional()
    .describe('The visitor submitted the form')
    .meta({ examples: ['generate_lead'] }),
  failed: eventName
    .optional()
    .describe('The form did not load or reported a failure; default form_failed')
    .meta({ examples: ['form_failed'] }),
})

/** Warns that nothing reads the events. */
export function unheardEvents(located: LocatedMap): Diagnostic[] {
  const events = entryAt(located, ['provider', 'events'])
  const reads = ['gtm', 'ga4'].some(key => entryAt(located, ['analytics', key]) !== undefined)
  if (events === undefined || reads) return []
  const message = '"provider.events" names events, but no tag manager reads them.'
  const hint = 'Add "analytics: {gtm: GTM-…}", or remove "events".'
  return [asWarning(diagnostic('brand/invalid-value', message, { at: events.value.origin, hint }))]
}
