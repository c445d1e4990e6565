// Every command, in the order of help. The records are light; handlers and everything that builds sites are loaded on demand:
// `import()` puts it into the second script of the bundle (`scripts/compile.mjs`). `build` and `check` first find out whether
// there is anything to do.

import { type CommandGroupRecord, isCommand, type RunnableCommand } from '../command-line/command.ts'
import { withSharedFlags } from '../command-line/flags.ts'
import { affectedCommand } from './affected.ts'
import { build, buildCommand } from './build.ts'
import { check, checkCommand } from './check.ts'
import { completeCommand, completionCommand } from './completion.ts'
import { devCommand } from './dev.ts'
import { diffCommand } from './diff.ts'
import { checkDisclosuresCommand } from './disclosures-check.ts'
import { pullDisclosuresCommand } from './disclosures-pull.ts'
import { doctorCommand } from './doctor.ts'
import { ejectCommand } from './eject.ts'
import { explainCommand } from './explain.ts'
import { infoCommand } from './info.ts'
import { initCommand } from './init.ts'
import { inputsCommand } from './inputs.ts'
import { listCommand } from './list.ts'
import { newArticleCommand } from './new-article.ts'
import { newBrandCommand } from './new-brand.ts'
import { newPageCommand } from './new-page.ts'
import { overridesAcceptCommand, overridesCommand } from './overrides.ts'
import { previewCommand } from './preview.ts'
import { releaseCommand } from './release.ts'
import { releasesCommand } from './releases.ts'
import { reportMergeCommand } from './report-merge.ts'
import { rollbackCommand } from './rollback.ts'
import { statusCommand } from './status.ts'
import { tableApplyCommand } from './table-apply.ts'
import { tableExportCommand } from './table-export.ts'
import { unpinCommand } from './unpin.ts'
import { verifyCommand } from './verify.ts'

const newGroup: CommandGroupRecord = {
  name: 'new',
  group: 'write',
  summary: 'add a brand, article or page that is ready to build',
}

const tableGroup: CommandGroupRecord = {
  name: 'table',
  group: 'write',
  summary: 'edit the values of many brands in a spreadsheet',
}

const disclosuresGroup: CommandGroupRecord = {
  name: 'disclosures',
  group: 'publish',
  summary: 'fetch the provider’s disclosures, or compare them with the stored ones (uses the network)',
}

const reportGroup: CommandGroupRecord = {
  name: 'report',
  group: 'machines',
  summary: 'work with the reports that --json prints',
}

const records: readonly (RunnableCommand | CommandGroupRecord)[] = [
  { ...initCommand, load: async () => (await import('./init.ts')).init },
  { ...infoCommand, load: async () => (await import('./info.ts')).info },
  { ...doctorCommand, load: async () => (await import('./doctor.ts')).doctor },
  { ...completionCommand, load: async () => (await import('./completion.ts')).completion },
  { ...completeCommand, load: async () => (await import('./completion.ts')).complete },
  newGroup,
  { ...newBrandCommand, load: async () => (await import('./new-brand.ts')).newBrand },
  { ...newArticleCommand, load: async () => (await import('./new-article.ts')).newArticle },
  { ...newPageCommand, load: async () => (await import('./new-page.ts')).newPage },
  tableGroup,
  { ...tableExportCommand, load: async () => (await import('./table-export.ts')).exportTable },
  { ...tableApplyCommand, load: async () => (await import('./table-apply.ts')).applyTable },
  { ...ejectCommand, load: async () => (await import('./eject.ts')).eject },
  { ...devCommand, load: async () => (await import('./dev.ts')).dev },
  { ...checkCommand, load: async () => check },
  { ...buildCommand, load: async () => build },
  { ...previewCommand, load: async () => (await import('./preview.ts')).preview },
  { ...listCommand, load: async () => (await import('./list.ts')).list },
  { ...statusCommand, load: async () => (await import('./status.ts')).status },
  { ...explainCommand, load: async () => (await import('./explain.ts')).explain },
  { ...overridesCommand, load: async () => (await import('./overrides.ts')).overrides },
  { ...overridesAcceptCommand, load: async () => (await import('./overrides.ts')).acceptOverride },
  { ...diffCommand, load: async () => (await import('./diff.ts')).diff },
  { ...releaseCommand, load: async () => (await import('./release.ts')).releaseBrands },
  { ...releasesCommand, load: async () => (await import('./releases.ts')).listReleases },
  { ...rollbackCommand, load: async () => (await import('./rollback.ts')).rollbackBrands },
  { ...unpinCommand, load: async () => (await import('./unpin.ts')).unpinBrands },
  { ...verifyCommand, load: async () => (await import('./verify.ts')).verify },
  disclosuresGroup,
  { ...checkDisclosuresCommand, load: async () => (await import('./disclosures-check.ts')).checkDisclosures },
  { ...pullDisclosuresCommand, load: async () => (await import('./disclosures-pull.ts')).pullDisclosures },
  { ...inputsCommand, load: async () => (await import('./inputs.ts')).inputs },
  { ...affectedCommand, load: async () => (await import('./affected.ts')).affected },
  reportGroup,
  { ...reportMergeCommand, load: async () => (await import('./report-merge.ts')).mergeReportFiles },
]

export const commands = records.map(record => (isCommand(record) ? withSharedFlags(record) : record))
