// `imprint preview`.

import { join } from 'node:path'
import { hosts, loadBrand } from '../../brand/index.ts'
import { builtBrands, notBuilt, type Preview, startPreview } from '../../dev/index.ts'
import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { unknownEnvironments } from '../command-line/environments.ts'
import { hostAddress } from '../command-line/flag-values.ts'
import { environment, type GlobalFlags, open, out, port, strictPort } from '../command-line/flags.ts'
import { selectBrands } from '../command-line/select-brands.ts'
import { openInBrowser, unexpectedNote } from '../processes/serving.ts'
import { untilSignal } from '../processes/signals.ts'
import { cannotBegin, outFolder, type Project, shownPath } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'

export const previewCommand = {
  name: 'preview',
  group: 'build',
  summary: 'serve built sites as their hosts would',
  chapter: 'build',
  arguments: [{ name: '[brand]', summary: 'brand id (default: every brand that has been built)' }],
  flags: [
    out,
    { ...environment, summary: 'serve the sites of this environment, from dist-<name>/' },
    port,
    strictPort,
    {
      name: '--host <host or address>',
      summary: `host to imitate: ${hosts.join(', ')} (default: the host that each site was built for), or address to listen on (by default, only this machine can connect)`,
      isRepeatable: true,
      parse: hostAddress,
    },
    {
      name: '--stub-provider',
      summary: 'replace the providers’ forms with a stand-in on this machine, as "imprint dev" does',
    },
    open,
  ],
  examples: [
    ['preview', 'serve all built sites'],
    ['preview aurora --host nginx', 'serve one brand as nginx would'],
  ],
  exitCodes: ['failed', 'interrupted', 'terminated'],
  on: 'project',
} as const satisfies CommandRecord

type PreviewFlags = FlagsOf<typeof previewCommand.flags> & GlobalFlags

/** Serves built sites until the process receives a signal. Resolves to the exit code. */
export async function preview(
  project: Project,
  named: string | undefined,
  flags: PreviewFlags,
  reporter: Reporter,
): Promise<number> {
  const out = outFolder(project, flags)
  const chosen = await selectBrands(project, named === undefined ? [] : [named], {
    all: named === undefined,
    ...(flags.env !== undefined && { env: flags.env }),
  })
  if (chosen.value === undefined) return cannotBegin(reporter, chosen.diagnostics)
  const wanted = chosen.value.brands
  const brands = builtBrands(out, wanted)
  if (brands.length === 0) {
    const unknown = await unknownEnvironments(project, wanted, flags.env)
    const missing = [noBuild(project, out, wanted, flags.env)]
    return cannotBegin(reporter, unknown.length > 0 ? unknown : missing)
  }

  const stopped = untilSignal()
  const { port, strictPort, host: given = [] } = flags
  const actAs = hosts.find(name => given.includes(name))
  const host = given.find(name => name !== actAs)
  const started = await startPreview({
    out,
    brands,
    port,
    strictPort,
    host,
    actAs,
    standInFor: flags.stubProvider ? id => providerOf(project, id, flags.env) : undefined,
    onError: error => reporter.note(unexpectedNote(error, flags.debug)),
  })
  if (started.value === undefined) return cannotBegin(reporter, started.diagnostics)
  const running = started.value
  const diagnostics = [...chosen.diagnostics, ...started.diagnostics]
  const { sites, index } = running
  const missing = wanted.filter(id => !brands.includes(id))
  reporter.conclude(
    addresses(running, missing, id => shownPath(project, join(out, id))),
    { ok: true, brands: sites.map(({ brand, url }) => ({ id: brand, url })), diagnostics },
  )
  if (flags.open) await openInBrowser(index ?? sites[0]?.url ?? '', reporter)
  const code = await stopped
  await running.close()
  return code
}

function providerOf({ files, defaults }: Project, id: string, environment?: string): string | undefined {
  const host = loadBrand(files, id, defaults, environment).value?.values.providerHost
  return host && `https://${host}`
}

function noBuild(project: Project, out: string, brands: readonly string[], environment?: string): Diagnostic {
  const [only, ...others] = brands
  if (only !== undefined && others.length === 0)
    return notBuilt(only, shownPath(project, join(out, only)), environment)
  return diagnostic('preview/not-built', `There are no built sites in "${shownPath(project, out)}".`, {
    hint: `Run "imprint build --all${environment === undefined ? '' : ` --env ${environment}`}" first, or specify another folder with --out.`,
  })
}

function addresses(
  { index, sites, provider }: Preview,
  missing: readonly string[],
  folderOf: (brand: string) => string,
): string {
  const lines = sites.map(({ brand, url }) => `  ${url}  ${folderOf(brand)}\n`)
  const all = index === undefined ? [] : [`  ${index}  all brands\n`]
  const others = missing.length === 0 ? [] : [`\nNot built yet: ${missing.join(', ')}.\n`]
  const standIn = provider === undefined ? [] : [`  ${provider.origin}  forms (stand-in for the providers)\n`]
  return ['Serving built sites. Press Ctrl-C to stop.\n\n', ...all, ...lines, ...standIn, ...others].join('')
}
