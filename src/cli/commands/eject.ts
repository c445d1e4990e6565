// `imprint eject`: copies templates of the package into the project, to change them. All other templates still come from the
// package.

import { brandsFolder } from '../../brand/index.ts'
import { diagnostic, suggest } from '../../diagnostics/index.ts'
import { diskFiles } from '../../files/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { createFiles, takenFiles } from '../new/create-files.ts'
import { cannotBegin, type Project, packageRoot, unknownBrand } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'

export const ejectCommand = {
  name: 'eject',
  group: 'write',
  summary:
    'copy templates from the package into the project so that you can change them, or list all templates',
  chapter: 'templates',
  arguments: [
    {
      name: '[template...]',
      summary: 'paths of templates, such as footer.tsx or blocks/contact.tsx (default: list them all)',
    },
  ],
  flags: [
    {
      name: '--brand <id>',
      summary: 'brand or base to copy the templates into (default: the project, for all its brands)',
    },
  ],
  examples: [
    ['eject', 'list the templates of the package'],
    ['eject footer.tsx --brand aurora', 'copy one template for one brand'],
  ],
  exitCodes: ['failed'],
  on: 'project',
} as const satisfies CommandRecord

type EjectFlags = FlagsOf<typeof ejectCommand.flags>

/** Lists the templates if none is named. Nothing is written unless all can be. */
export function eject(
  { root, brands }: Project,
  named: readonly string[],
  flags: EjectFlags,
  reporter: Reporter,
): number {
  const packaged = diskFiles(packageRoot)
  const available = packaged.list('templates').value.map(path => path.slice('templates/'.length))
  if (named.length === 0) {
    const described = available.map(name => {
      const description = descriptionIn(packaged.readText(`templates/${name}`).value?.text ?? '')
      return description === undefined ? name : `${name}  ${description}`
    })
    reporter.conclude(`${described.join('\n')}\n`, { templates: available })
    return exitCodes.done
  }
  const { brand } = flags
  if (brand !== undefined && ![...brands.brands, ...brands.bases].includes(brand))
    return cannotBegin(reporter, [unknownBrand(brand, brands)])
  const names = named.map(name => name.replace(/^templates\//, ''))
  const folder = brand === undefined ? 'templates' : `${brandsFolder}/${brand}/templates`
  const unknown = names
    .filter(name => !available.includes(name))
    .map(name =>
      diagnostic('usage/unknown-key', `The package has no template "${name}".`, {
        hint: nearestTemplate(name, available),
      }),
    )
  const files = names.map(name => ({
    path: `${folder}/${name}`,
    content: packaged.readBytes(`templates/${name}`).value ?? '',
  }))
  const created = files.map(({ path }) => path)
  const failed = unknown.length > 0 ? [...unknown, ...takenFiles(root, created)] : createFiles(root, files)
  if (failed.length > 0) return cannotBegin(reporter, failed)
  const { value: settings } = diskFiles(root).readText('tsconfig.json')
  const note =
    settings === undefined || settings.text.includes(`"${folder}"`)
      ? ''
      : `For "npm run typecheck", add "${folder}" to "rootDirs" in tsconfig.json, before the template folders that it overrides.\n`
  reporter.conclude(created.map(path => `Created ${path}\n`).join('') + note, { created })
  return exitCodes.done
}

/** The first sentence of the comment that begins a template or, without one, of that above its export. */
function descriptionIn(text: string): string | undefined {
  const [, comment = ''] =
    /^((?:\/\/ .*\n)+)/.exec(text) ??
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:default )?(?:function|const)/.exec(text) ??
    []
  const words = comment.replaceAll(/\s+\*\s|(?:^|\n)\/\/\s|\s+/g, ' ').trim()
  return /^.*?[.;](?= |$)/.exec(words)?.[0].replace(/[.;]$/, '') ?? (words || undefined)
}

/** Names are compared without their extensions; otherwise "nope.tsx" would be close to "home.tsx". */
function nearestTemplate(name: string, known: readonly string[]): string {
  const stem = (path: string) => path.replace(/\.\w+$/, '')
  const components = known.filter(path => path.endsWith('.tsx'))
  const candidates = name.endsWith('.tsx') || !name.includes('.') ? components : known
  const wanted = suggest(stem(name), candidates.map(stem))
  const near = candidates.find(path => stem(path) === wanted)
  return `${near === undefined ? '' : `Did you mean "${near}"? `}Run "imprint eject" to list them all.`
}
