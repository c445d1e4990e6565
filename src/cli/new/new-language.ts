// `imprint new brand <id> --in <language> --of <brand>`: another language of a brand. It inherits the brand's values and
// content; only what must differ is written.

import { brandsFolder, locateBrand, placeholders, readFleet } from '../../brand/index.ts'
import { inspectBrand } from '../../build/index.ts'
import { createParseCache, untranslatedTexts } from '../../content/index.ts'
import { counted, type Diagnostic, grouped } from '../../diagnostics/index.ts'
import { attempt, diskFiles } from '../../files/index.ts'
import { entryAt, type LocatedMap, valueAt } from '../../yaml/index.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { cannotBegin, mistake, openProject, type Project, unknownBrand } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { today } from '../today.ts'
import { createFiles } from './create-files.ts'
import { replacedTexts } from './replaced-texts.ts'
import { translations } from './translations.ts'

interface NewLanguage {
  readonly id: string
  /** A language, `es`, or a language and a region, `es-MX`. */
  readonly language: string
  /** The brand to translate. */
  readonly of: string
  /** The name as visitors read it; undefined for the name of the brand. */
  readonly name: string | undefined
  /** The first lines of a brand's file, for editors. */
  readonly schemaLine: (folder: string) => string
}

export function newLanguage(wanted: NewLanguage, root: string | undefined, reporter: Reporter): number {
  const opened = openProject(root === undefined ? {} : { root })
  if (opened.value === undefined) return cannotBegin(reporter, opened.diagnostics)
  const project = opened.value
  const locale = localeOf(wanted.language)
  const problem = languageProblem(project, wanted, locale)
  if (problem !== undefined || locale === undefined) return cannotBegin(reporter, problem ? [problem] : [])
  const base = `_${wanted.language.toLowerCase()}`
  const isNew = project.files.readText(`${brandsFolder}/${base}/brand.yaml`).value === undefined
  const files = [
    { path: `${brandsFolder}/${wanted.id}/brand.yaml`, content: brandYaml(project, wanted, base, locale) },
    ...(isNew ? baseFiles(project, wanted, base, locale) : []),
  ]
  const problems = createFiles(project.root, files)
  if (problems.length > 0) return cannotBegin(reporter, problems)
  const toTranslate = stillToTranslate(project.root, project, wanted.id)
  const created = files.map(({ path }) => path).sort()
  const replaced = isNew
    ? []
    : replacedTexts({ ...project, files: diskFiles(project.root) }, { ...wanted, base })
  const lists = [
    ['Still to translate', toTranslate],
    [`Replaced by content from "${base}"; translate it too if the replacement does not fit`, replaced],
  ] as const
  const toDo = lists
    .flatMap(([title, texts]) => (texts.length === 0 ? [] : `${title}:\n${listed(texts)}`))
    .join('')
  reporter.result(
    `Created ${created.join(', ')}\n${toDo}Next: replace the placeholders in ${files[0]?.path} ("imprint release" refuses them); "imprint check ${wanted.id}" reports content that is not translated.\n`,
  )
  reporter.document({
    ok: true,
    brands: [{ id: wanted.id }],
    created,
    diagnostics: [...toTranslate, ...replaced],
  })
  return exitCodes.done
}

/** The language as spoken in the USA, where the service is. */
function localeOf(language: string): string | undefined {
  return attempt(() => {
    const { language: name, region = 'US' } = new Intl.Locale(language)
    const locale = `${name}-${region}`
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0 ? locale : undefined
  })
}

function languageProblem(
  { root, brands }: Project,
  { language, of }: NewLanguage,
  locale: string | undefined,
): Diagnostic | undefined {
  if (!brands.brands.includes(of)) return unknownBrand(of, brands)
  if (locale === undefined)
    return mistake(
      `"${language}" is not a language.`,
      'Use a language code such as "--in es", with a region if needed: "--in es-MX".',
    )
  const original = readFleet(diskFiles(root)).find(({ id }) => id === of)
  if (original?.alternateOf !== undefined)
    return mistake(
      `"${of}" is itself a translation of "${original.alternateOf}".`,
      `Use "--of ${original.alternateOf}".`,
    )
  if (original === undefined || languageIn(original.locale) !== languageIn(locale)) return undefined
  return mistake(
    `"${of}" is already in this language: its locale is "${original.locale}".`,
    `For a second brand in this language, run "imprint new brand <id> --extends ${of}".`,
  )
}

function languageIn(locale: string): string {
  return locale.split('-')[0] ?? locale
}

/** The base of the language, with the package's translations of everything that the brand has from the package. */
function baseFiles(project: Project, { schemaLine, of }: NewLanguage, base: string, locale: string) {
  return [
    {
      path: `${brandsFolder}/${base}/brand.yaml`,
      content: `${schemaLine(base)}# Values shared by all sites in this language. Translated content goes into content/ beside this file, under the same names as in content/.
locale: ${locale}
`,
    },
    ...translations(project, of, languageIn(locale)).map(({ name, content }) => ({
      path: `${brandsFolder}/${base}/content/${name}`,
      content,
    })),
  ]
}

function brandYaml({ root }: Project, wanted: NewLanguage, base: string, locale: string): string {
  const { id, of, name, schemaLine } = wanted
  const { siteUrl } = placeholders(id)
  const located = locateBrand(diskFiles(root), of)?.located
  const inBase = locateBrand(diskFiles(root), base)?.located
  const company = located === undefined ? undefined : entryAt(located, ['companyLine'])?.value
  const lines = [
    `extends: [${of}, ${base}]`,
    `alternateOf: ${of}`,
    ...(name === undefined ? [] : [`name: ${JSON.stringify(name)}`]),
    // An existing base may have another purpose.
    ...(inBase === undefined || statesLocale(inBase, base) ? [] : [`locale: ${locale}`]),
    `siteUrl: ${siteUrl} # https, no trailing slash; a path such as /loans may follow`,
    ...(company?.kind === 'scalar'
      ? [
          '# Translate this line and remove the "#" before it:',
          `# companyLine: ${JSON.stringify(company.value)}`,
        ]
      : []),
    ...environmentLines(located, id),
  ]
  return `${schemaLine(id)}# "${of}" in another language. Everything else is inherited: "imprint explain ${id}" shows it.
${lines.join('\n')}
`
}

function statesLocale(located: LocatedMap, base: string): boolean {
  return entryAt(located, ['locale'])?.value.origin.file === `${brandsFolder}/${base}/brand.yaml`
}

/** Each environment that has its own address needs another one here. */
function environmentLines(located: LocatedMap | undefined, id: string): readonly string[] {
  const environments = located === undefined ? undefined : valueAt(located, ['environments'])
  if (environments?.kind !== 'map') return []
  const names = [...environments.entries].flatMap(([name, { value }]) =>
    value.kind === 'map' && value.entries.has('siteUrl') ? [name] : [],
  )
  if (names.length === 0) return []
  return [
    'environments:',
    ...names.map(name => `  ${name}: {siteUrl: "https://${name}.${id}.placeholder.example"}`),
  ]
}

/** The files to write, each with the keys of its text unless there are many. */
function listed(toTranslate: readonly Diagnostic[]): string {
  const places = grouped(
    toTranslate.map(({ message, hint = '' }) => [
      hint.replace(/^Translate it in |\.$/g, ''),
      /^"(?:(?:home|strings|faq|navigation)\.)?(\S+)" is/.exec(message)?.[1],
    ]),
  )
  return [...places]
    .map(([place, keys]) => {
      const named = keys.filter(key => key !== undefined)
      const texts = named.length > 6 ? counted(named.length, 'text') : named.join(', ')
      return `  ${place}${texts === '' ? '' : `: ${texts}`}\n`
    })
    .join('')
}

function stillToTranslate(root: string, { defaults }: Project, id: string): readonly Diagnostic[] {
  const files = diskFiles(root)
  const { brand, content } = inspectBrand(files, defaults, id, { asOf: today() }, createParseCache())
  if (brand === undefined || content === undefined) return []
  const original = readFleet(files).find(other => other.id === brand.values.alternateOf)
  return untranslatedTexts(brand, content, original)
}
