// `imprint new brand`.

import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { brandsFolder, listBrands, locateBrand, placeholders } from '../../brand/index.ts'
import { type Diagnostic, didYouMean } from '../../diagnostics/index.ts'
import { diskFiles, isFolder } from '../../files/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { create, idProblem, lineProblem, titleOf } from '../new/new-file.ts'
import { newLanguage } from '../new/new-language.ts'
import { cannotBegin, mistake, openProject, type ProjectFlags } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'

export const newBrandCommand = {
  name: 'new brand',
  group: 'write',
  summary: 'add a brand by creating brands/<id>/brand.yaml',
  chapter: 'brand',
  arguments: [{ name: '<id>', summary: 'id of the new brand: lowercase letters, digits and hyphens' }],
  flags: [
    { name: '--name <name>', summary: 'name of the brand, as visitors see it (default: made from the id)' },
    {
      name: '--extends <id>',
      summary: 'brands or bases to extend, separated by commas; later ones take precedence',
      isRepeatable: true,
      parse: text => text.split(','),
    },
    { name: '--in <language>', summary: 'language of the new brand, for example es; requires --of' },
    { name: '--of <id>', summary: 'brand that the new one is a translation of' },
  ],
  examples: [
    ['new brand second-chance --extends _house', 'add a brand that is ready to build'],
    ['new brand harbor-cash --name "Harbor Cash"', 'add a brand, and set the name that visitors see'],
    [
      'new brand harbor-es --in es --of harbor',
      'add a Spanish site for the brand harbor, and list what to translate',
    ],
  ],
  exitCodes: ['failed'],
  scope: 'project',
} as const satisfies CommandRecord

type NewBrandFlags = FlagsOf<typeof newBrandCommand.flags> & ProjectFlags

export function newBrand(id: string, flags: NewBrandFlags, reporter: Reporter): number {
  if (flags.in !== undefined || flags.of !== undefined) return inOtherLanguage(id, flags, reporter)
  // Without a project, the brand starts one in the working directory.
  const root = flags.root === undefined ? (openProject({}).value?.root ?? process.cwd()) : resolve(flags.root)
  const { extends: parents = [] } = flags
  const problem =
    idProblem('brand id', id) ?? lineProblem('--name', flags.name, 80) ?? parentProblem(root, parents)
  if (problem !== undefined) return cannotBegin(reporter, [problem])
  const name = flags.name ?? titleOf(id)
  const path = `${brandsFolder}/${id}/brand.yaml`
  const next = `replace its placeholders ("imprint release" refuses them), then run "imprint build ${id}"`
  return create(root, path, brandYaml(root, id, name, parents), next, reporter)
}

function inOtherLanguage(id: string, flags: NewBrandFlags, reporter: Reporter): number {
  const { in: language, of, name, root } = flags
  const problem = idProblem('brand id', id) ?? lineProblem('--name', name, 80)
  if (problem !== undefined) return cannotBegin(reporter, [problem])
  if (language === undefined || of === undefined || flags.extends !== undefined) {
    const invalid = mistake(
      '--in and --of must be used together, and cannot be used with --extends.',
      `For ${of ?? 'a brand'} in Spanish: "imprint new brand ${id} --in es --of ${of ?? '<brand>'}".`,
    )
    return cannotBegin(reporter, [invalid])
  }
  const project = root ?? openProject({}).value?.root ?? process.cwd()
  const wanted = { id, language, of, name, schemaLine: (folder: string) => schemaLine(project, folder) }
  return newLanguage(wanted, root, reporter)
}

function parentProblem(root: string, parents: readonly string[]): Diagnostic | undefined {
  const { brands, bases } = isFolder(join(root, brandsFolder))
    ? listBrands(diskFiles(root)).value
    : { brands: [], bases: [] }
  const ids = [...bases, ...brands]
  const parent = parents.find(named => !ids.includes(named))
  if (parent === undefined) return undefined
  const choices = didYouMean(parent, ids, 'Brands and bases')
  const base = `To create a base, write ${brandsFolder}/${parent}/brand.yaml with the keys that brands share.`
  return mistake(
    `There is no brand or base "${parent}" to extend.`,
    parent.startsWith('_') ? `${choices ?? ''} ${base}`.trim() : choices,
  )
}

function brandYaml(root: string, id: string, name: string, parents: readonly string[]): string {
  const values = placeholders(id)
  // The name and address are the brand's own; all other values of its bases are inherited.
  const bases = parents.flatMap(parent => locateBrand(diskFiles(root), parent)?.located ?? [])
  const written = parents.length > 1 ? `[${parents.join(', ')}]` : parents[0]
  const lines = (
    [
      ['formId', `formId: ${values.formId} # the form's id at the provider`],
      ['phone', `phone: "${values.phone}" # plus sign and digits, in quotes`],
      ['email', `email: ${values.email}`],
      ['providerHost', `providerHost: ${values.providerHost} # host name only`],
      [
        'companyLine',
        `companyLine: ${JSON.stringify(values.companyLine)} # registration line: company, legal form and place of registration`,
      ],
    ] as const
  ).filter(([key]) => !bases.some(({ entries }) => entries.has(key)))
  return `${schemaLine(root, id)}# ${name}: replace the placeholders below with your own values. "imprint explain ${id}" shows the values
# that are not written here, and where they come from.
${written === undefined ? '' : `extends: ${written}\n`}name: ${JSON.stringify(name)}
siteUrl: ${values.siteUrl} # https, no trailing slash; a path such as /loans may follow
${lines.map(([, line]) => `${line}\n`).join('')}# theme:
#   color:
#     accent: "#1d4ed8" # text and color pairs are checked for contrast
`
}

/**
 * Gives editors the schema by a path that stays the same when Imprint is upgraded: through `node_modules/imprint`, which exists
 * with npm, pnpm and Yarn's node-modules linker. Empty if it does not exist, as with Plug'n'Play.
 */
function schemaLine(root: string, id: string): string {
  const name = id.startsWith('_') ? 'schemas/base.schema.json' : 'brand.schema.json'
  const projectLink = join(root, name)
  let schema = existsSync(projectLink) ? projectLink : undefined
  for (let folder = root; schema === undefined; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules', 'imprint')
    if (existsSync(installed)) schema = join(installed, name)
    else if (folder === dirname(folder)) return ''
  }
  const path = relative(join(root, brandsFolder, id), schema)
    .split('\\')
    .join('/')
  return `# yaml-language-server: $schema=${path}\n`
}
