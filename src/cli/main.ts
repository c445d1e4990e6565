// The command line: words in, one exit code out. The only place that knows `process`. What takes long to load is imported
// when it is called, so that `--help`, and a build with nothing to do, start in little more than bare Node.

import { appendFileSync } from 'node:fs'
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { hosts, isDay } from '../brand/index.ts'
import { diagnostic, unexpected } from '../diagnostics/index.ts'
import { build, check } from './commands/build.ts'
import { exitCodes } from './exit-codes.ts'
import { cannotBegin, openProject, type ProjectFlags } from './project.ts'
import { addExamples, exampleLines, firstExamples } from './report/examples.ts'
import { documentWriter, formats, summaryMarkdown } from './report/formats.ts'
import { createReporter, type Reporter } from './report/reporter.ts'
import { type BrandsCommand, openBrands, type SelectionFlags } from './select-brands.ts'
import { today } from './today.ts'

/** Loads what a command does: a function of its arguments, its flags and the reporter. */
type Load = () => Promise<(...words: never[]) => number | Promise<number>>

/** Runs one command line (without `node` and script) and resolves to the exit code of the process. */
export async function main(words: readonly string[], version: string): Promise<number> {
  let exitCode: number = exitCodes.done
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  const makesSites = words[0] === 'build' || words[0] === 'check'
  // Known before the words are parsed: mistakes in them are told in this format, too.
  const format = words.includes('--json')
    ? 'json'
    : (makesSites && /--format[ =](\w+)/.exec(words.join(' '))?.[1]) || 'text'
  const reporter = createReporter({
    documentOnly: format === 'json',
    write: await documentWriter(format, version),
    onDocument:
      GITHUB_STEP_SUMMARY && makesSites
        ? document => appendFileSync(GITHUB_STEP_SUMMARY, summaryMarkdown(document))
        : undefined,
    quiet: words.includes('--quiet'),
    color: isTerminal(process.stderr),
    live: isTerminal(process.stderr),
    columns: process.stderr.columns,
    annotations: GITHUB_ACTIONS === 'true' && format !== 'sarif' && format !== 'github',
    stdout: text => process.stdout.write(text),
    stderr: text => process.stderr.write(text),
  })
  const program = describeProgram(version, reporter, code => {
    exitCode = code
  })
  // The error of a template's timer, say. There are listeners where another command ran in this process.
  if (process.listenerCount('uncaughtException') === 0) {
    process.on('uncaughtException', error => {
      tell(error, words, reporter)
      process.exit(exitCodes.failed)
    })
  }
  try {
    await program.parseAsync([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      tell(error, words, reporter)
      return exitCodes.failed
    }
    // Help and version end here too, with code 0.
    if (error.exitCode === 0) return exitCodes.done
    // "imprint" and "imprint new" alone: commander would show the help instead of saying what is missing.
    if (error.code === 'commander.help') {
      const isGroup = program.commands.some(
        command => command.name() === words[0] && command.commands.length > 0,
      )
      reporter.usageError(
        diagnostic('usage/invalid', 'No command was named.', {
          hint: `Run "imprint ${isGroup ? `${words[0]} ` : ''}--help" for the commands and their flags.`,
        }),
      )
    }
    return exitCodes.usage
  }
  return exitCode
}

/** Reports an error that no stage foresaw. */
function tell(error: unknown, words: readonly string[], reporter: Reporter): void {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (words.includes('--debug')) reporter.note(stack)
  // The name of the bundled script (assets/templates/templates.ts).
  const problem = stack.includes('imprint-templates.cjs')
    ? diagnostic('template/throws', `A template threw an error after its page was made: ${message}`, {
        hint: 'Remove what it starts and does not wait for: timers, promises, events.',
      })
    : unexpected(error)
  reporter.usageError(problem)
}

/** Every command with its arguments and flags. `end` gets the exit code of the one that ran. */
export function describeProgram(version: string, reporter: Reporter, end: (code: number) => void): Command {
  const program = new Command('imprint')
    .description(
      'Publishes many brand sites from one house: YAML, Markdown and React templates in, static HTML out.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: text => process.stdout.write(text),
      writeErr: () => undefined,
      outputError: text => reporter.usageError(usageProblem(text)),
    })
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 build or check failed, 2 wrong usage, 3 a brand's config is invalid,
4 the network failed, 5 try again later or elsewhere, 10 what was compared differs, 130/143 stopped by a signal.

Examples:
${exampleLines(firstExamples(['build', 'check', 'dev', 'preview', 'explain', 'diff']))}

"imprint <command> --help" shows flags and more examples. The manual is docs/ in the package.`,
    )

  // Commander calls an action with the arguments of the command, its flags, and the command itself. Of the flags that the command
  // above has too, that one gets the values.
  const runs =
    (load: Load) =>
    async (...words: unknown[]): Promise<void> => {
      const flags = (words.at(-1) as Command).optsWithGlobals()
      end(await (await load())(...([...words.slice(0, -2), flags, reporter] as never[])))
    }
  const onProject = (load: Load) =>
    runs(async () => (...words) => {
      const { value: project, diagnostics } = openProject(words.at(-2) as unknown as ProjectFlags)
      return project === undefined
        ? cannotBegin(reporter, diagnostics)
        : load().then(run => run(...([project, ...words] as never[])))
    })
  const onBrands = (load: () => Promise<BrandsCommand<never>>, orAll = false) =>
    runs(async () => async (named: string[], flags: ProjectFlags & SelectionFlags) => {
      const selected = await openBrands(named, flags, reporter, orAll)
      return typeof selected === 'number' ? selected : (await load())(selected, flags as never, reporter)
    })
  const buildFlags = (command: Command): Command =>
    selecting(common(command))
      .option('--strict', 'treat warnings as failures', false)
      .option('--drafts', 'include articles marked as drafts', false)
      .addOption(asOfOption())
      .addOption(environmentOption())
      .addOption(hostOption())
      .option('--allow-removals', 'let published pages disappear', false)
      .option('--no-cache', 'do not use results of earlier runs')
      .addOption(
        new Option(
          '--concurrency <number>',
          'how many processes may share the work of many brands (default: one for each core)',
        ).argParser(positiveInteger),
      )
      .addOption(new Option('--child').hideHelp())
      .addOption(new Option('--changes-to <folder>').hideHelp())

  buildFlags(program.command('build'))
    .description('build brands into dist/<brand>/')
    .option('--out <folder>', 'folder that takes the place of dist', folder)
    .option(
      '--store <folder or address>',
      'take sites that another machine has built from the same inputs',
      folder,
    )
    .addOption(
      new Option('--store-mode <mode>', 'read the store, write to it, or both')
        .choices(['read', 'write', 'both'])
        .default('read'),
    )
    .option('--timings', 'print how long each phase took', false)
    .option('--why', 'print why pages were rendered instead of kept from the last build', false)
    .addOption(formatOption(formats))
    .action(runs(async () => build))

  buildFlags(program.command('check'))
    .description('check everything that build checks and what the texts say, and write no site')
    .addOption(formatOption([...formats, 'html']))
    .option('--checklist', 'print what no check of texts can see, with places for owner and date', false)
    .option('--waivers', 'print how often each content rule is waived and why, and what ends next', false)
    .addHelpText(
      'after',
      '\nThe content rules are a lint, not legal advice: no findings does not mean that a page is lawful.',
    )
    .action(runs(async () => check))

  selecting(common(program.command('dev')))
    .description(
      'serve brands from memory, and keep them up to date while you edit; one alone is served at /',
    )
    .option('--strict', 'treat warnings as failures', false)
    .option('--drafts', 'include articles marked as drafts', false)
    .addOption(asOfOption())
    .addOption(environmentOption())
    .option('--no-cache', 'do not use results of earlier runs')
    .addOption(portOption())
    .addOption(strictPortOption())
    .option('--host <address>', 'address to listen on (default: this machine only)', hostAddress)
    .option('--open', 'open it in the browser', false)
    .option('--poll', 'look for changes instead of waiting to be told: for network disks', false)
    .option('--no-stub-provider', 'use the real forms providers instead of a stand-in on this machine')
    .action(async (brands: string[], flags, command: Command) => {
      const { dev } = await import('./commands/dev.ts')
      const isDayGiven = command.getOptionValueSource('asOf') !== 'default'
      end(await dev(brands, { ...flags, isDayGiven }, reporter))
    })

  common(program.command('preview'))
    .description('serve what was built, as its host would')
    .argument('[brand]', 'id of the brand (default: every brand that has been built)')
    .option('--out <folder>', 'folder that takes the place of dist', folder)
    .addOption(environmentOption())
    .addOption(portOption())
    .addOption(strictPortOption())
    .addOption(
      new Option(
        '--host <host or address>',
        `do as this host does: ${hosts.join(', ')} (default: the one it was built for); or the address to listen on (default: this machine only); may be given twice`,
      ).argParser((text, before: readonly string[] = []) => [...before, hostAddress(text)]),
    )
    .option('--open', 'open it in the browser', false)
    .action(onProject(async () => (await import('./commands/preview.ts')).preview))

  selecting(common(program.command('inputs')))
    .description('print one hash for each brand of everything its site depends on')
    .option('--files', 'list what each hash is made of', false)
    .addOption(environmentOption())
    .addOption(hostOption())
    .option('--drafts', 'include articles marked as drafts', false)
    .addOption(asOfOption())
    .action(onBrands(async () => (await import('./commands/inputs.ts')).inputs))

  common(program.command('list'))
    .description('list the brands')
    .addOption(asOfOption())
    .addOption(environmentOption())
    .action(onProject(async () => (await import('./commands/list.ts')).list))

  common(program.command('explain'))
    .description('show where a value comes from and what it shadows')
    .addOption(environmentOption())
    .argument('<brand>', 'id of the brand')
    .argument(
      '[key]',
      'for example phone, theme.color.accent, strings.header.about or home.hero; all values if left out',
    )
    .action(onProject(async () => (await import('./commands/explain.ts')).explain))

  common(program.command('affected'))
    .description('list the brands whose sites may differ from those of a commit or of an earlier run')
    .argument('[brand...]', 'ids of the brands (default: all)')
    .requiredOption(
      '--since <commit>',
      'a commit, or the file of an earlier "imprint inputs --all --files --json" or "imprint build --json"',
    )
    .option('--all', 'every brand in brands/', false)
    .option('--brands-from <file>', 'the brands that a file lists, one a line; "-" reads stdin', fileOrStdin)
    .option('--why', 'name the files that are the reason', false)
    .option('--drafts', 'include articles marked as drafts', false)
    .addOption(environmentOption())
    .addOption(hostOption())
    .option('--exit-code', 'exit with 10 where a brand is affected', false)
    .action(onProject(async () => (await import('./commands/affected.ts')).affected))

  common(selecting(program.command('status')))
    .description('show every brand, the worst first: config, build, release, pin, disclosures, problems')
    .option('--out <folder>', 'folder that takes the place of dist', folder)
    .addOption(environmentOption())
    .addOption(hostOption())
    .option('--releases <folder>', 'folder of the releases (default: releases/ in the project)', folder)
    .addOption(new Option('--format <format>', 'how it is shown').choices(['text', 'html']).default('text'))
    .action(onBrands(async () => (await import('./commands/status.ts')).status, true))

  const overriding = common(selecting(program.command('overrides')))
    .description('list overrides of brands that are redundant, dead or drifted')
    .addOption(environmentOption())
    .action(onBrands(async () => (await import('./commands/overrides.ts')).overrides, true))
  common(overriding.command('accept'))
    .description('note what an override covers now, so that a later change of it shows as drifted')
    .argument('<brand>', 'id of the brand')
    .argument(
      '<path>',
      'as the list names it, such as strings.header.about or content/articles/rent.md; "." for all',
    )
    .action(onProject(async () => (await import('./commands/overrides.ts')).acceptOverride))

  buildFlags(program.command('diff'))
    .description('show what visitors would see change; publishes nothing')
    .option(
      '--against <site>',
      'dist, a folder of built sites, release:live, release:<id> or git:<commit>',
      'dist',
    )
    .addOption(
      new Option('--format <format>', 'how it is shown')
        .choices(['text', 'json', 'markdown', 'html'])
        .default('text'),
    )
    .option('--pages', 'name every address', false)
    .option('--exit-code', 'exit with 10 where something changes', false)
    .option('--out <folder>', 'folder that takes the place of dist', folder)
    .option('--releases <folder>', 'folder of the releases (default: releases/ in the project)', folder)
    .action(onBrands(async () => (await import('./commands/diff.ts')).diff))

  const releasing = (name: string, parent = program): Command =>
    common(selecting(parent.command(name))).option(
      '--releases <folder>',
      'folder of the releases (default: releases/ in the project)',
      folder,
    )

  releasing('release')
    .description('make the built sites those that visitors get; a release can be taken back')
    .option('--to <folder>', 'folder of the releases, another word for --releases', folder)
    .option('--out <folder>', 'folder that takes the place of dist', folder)
    .addOption(environmentOption('release the sites of an environment, from dist-<name>/'))
    .addOption(
      new Option('--keep <number>', 'how many releases of a brand to keep')
        .default(10)
        .argParser(positiveInteger),
    )
    .addOption(
      new Option(
        '--wave <sizes>',
        'release so many brands, verify them, then go on: "5,50,all" or "5%,all"; stops at the first that fails',
      ).argParser(waves),
    )
    .option('--url <address>', 'where waves are verified, with {brand} in it (default: the siteUrl of each)')
    .option('--reason <text>', 'kept in the history')
    .action(onBrands(async () => (await import('./commands/release.ts')).releaseBrands))

  releasing('releases')
    .description('list the releases of brands, the live and the pinned one')
    .action(onBrands(async () => (await import('./commands/release.ts')).listReleases))

  releasing('rollback')
    .description('make an earlier (or later) release live, and pin it until "imprint unpin"')
    .option('--to <release>', 'its id or the beginning of it')
    .addOption(new Option('--steps <number>', 'how many releases back').default(1).argParser(positiveInteger))
    .requiredOption('--reason <text>', 'why; "imprint status" shows it')
    .action(onBrands(async () => (await import('./commands/release.ts')).rollbackBrands))

  releasing('unpin')
    .description('let releases of a brand go live again after a rollback')
    .option('--reason <text>', 'kept in the history')
    .action(onBrands(async () => (await import('./commands/release.ts')).unpinBrands))

  common(program.command('verify'))
    .description('compare a live site with what was built; uses the network')
    .argument('<url>', 'address of the home page')
    .option('--brand <id>', 'the brand (default: the one with this siteUrl)')
    .option('--out <folder>', 'folder that takes the place of dist', folder)
    .addOption(environmentOption('compare with dist-<name>/'))
    .option('--releases <folder>', 'compare with the live release in this folder', folder)
    .action(onProject(async () => (await import('./commands/verify.ts')).verify))

  const disclosures = program
    .command('disclosures')
    .description('the legal texts of the forms provider: compare them, fetch them; uses the network')
  const fetching = (name: string): Command =>
    common(selecting(disclosures.command(name)))
      .addOption(environmentOption('the provider of an environment'))
      .option('--from <url>', 'an address that takes the place of the provider’s', webAddress)
      .option('--into <id>', 'brand or base whose folder has the lock (default: where it is, else the brand)')
  fetching('check')
    .description(
      'compare the locks with what the providers serve; exits 10 on a change, 4 where one cannot be asked',
    )
    .addOption(new Option('--max-age <days>', 'how old a lock may be: 30d').argParser(days))
    .action(onBrands(async () => (await import('./commands/disclosures.ts')).checkDisclosures))
  fetching('pull')
    .description('show what has changed, and write disclosures.lock.json')
    .action(onBrands(async () => (await import('./commands/disclosures.ts')).pullDisclosures))

  common(program.command('eject'))
    .description(
      'copy templates of the package into the project, to change them; lists them if none is named',
    )
    .argument('[template...]', 'as the list names them: footer.tsx, blocks/contact.tsx')
    .option('--brand <id>', 'brand or base that gets the copy (default: the project, for every brand)')
    .action(onProject(async () => (await import('./commands/eject.ts')).eject))

  program
    .command('init')
    .description('start a project that shows a site at once')
    .argument('[folder]', 'an empty or new folder', folder, '.')
    .option('--brand <id>', 'id of its first brand', 'first')
    .option('--name <name>', 'name of its first brand, as visitors read it', 'First Loan Match')
    .option('--no-install', 'do not install packages')
    .option('--json', 'print one JSON document on stdout', false)
    .option('--quiet', 'print errors and results only', false)
    .action(async (path: string, flags) => {
      const { init } = await import('./commands/init.ts')
      end(init(path, flags, version, reporter))
    })

  common(program.command('info'))
    .description('show versions, this machine and this project')
    .action(async flags => {
      const { info } = await import('./commands/doctor.ts')
      end(info(flags, version, reporter))
    })

  common(program.command('doctor'))
    .description('look for what would stop a build, and name the command that mends it')
    .action(async flags => {
      const { doctor } = await import('./commands/doctor.ts')
      end(await doctor(flags, version, reporter))
    })

  program
    .command('completion')
    .description('print a script that completes commands, flags and brands in your shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./commands/completion.ts')
      reporter.result(completionScript(shell))
    })
  program
    .command('complete', { hidden: true })
    .argument('[word...]')
    .action(async (words: string[]) => {
      const { completions } = await import('./commands/completion.ts')
      reporter.result(
        completions(program, words)
          .map(word => `${word}\n`)
          .join(''),
      )
    })

  const reports = program.command('report').description('work with documents of --json')
  reports
    .command('merge')
    .description('make one report of those of all shards')
    .argument('<file...>', 'documents of "build --shard i/n --json"')
    .option('--json', 'print one JSON document on stdout', false)
    .option('--quiet', 'print errors and results only', false)
    .action(async (files: string[]) => {
      const { mergeReportFiles } = await import('./commands/merge-reports.ts')
      end(mergeReportFiles(files, reporter))
    })

  const creator = program.command('new').description('add a brand, an article or a page that builds at once')
  common(creator.command('brand'))
    .description('add brands/<id>/brand.yaml')
    .argument('<id>', 'lower-case letters, digits and hyphens')
    .option('--name <name>', 'name as visitors read it (default: made from the id)')
    .option(
      '--extends <id>',
      'brand or base to start from; several with commas, the later the stronger',
      (ids: string, before: readonly string[] = []) => [...before, ...ids.split(',')],
    )
    .action(runs(async () => (await import('./commands/new.ts')).newBrand))
  common(creator.command('article'))
    .description('add content/articles/<slug>.md')
    .argument('<slug>', 'lower-case letters, digits and hyphens')
    .option('--title <title>', 'title of the article (default: made from the slug)')
    .option('--date <YYYY-MM-DD>', 'date of publication (default: today)')
    .option('--brand <id>', 'put it into one brand’s own content')
    .action(runs(async () => (await import('./commands/new.ts')).newArticle))
  common(creator.command('page'))
    .description('add content/pages/<path>.md, the page /<path>/')
    .argument('<path>', 'its address without outer slashes: about, legal/terms')
    .option('--title <title>', 'title of the page (default: made from the path)')
    .option('--brand <id>', 'put it into one brand’s own content')
    .action(runs(async () => (await import('./commands/new.ts')).newPage))
  addExamples(program)
  nameInErrors(program, reporter)
  return program
}

/** A mistake in the words of a command leads to the help of that command. */
function nameInErrors(parent: Command, reporter: Reporter, prefix = ''): void {
  for (const command of parent.commands) {
    const words = `${prefix}${command.name()} `
    command.configureOutput({ outputError: text => reporter.usageError(usageProblem(text, words)) })
    nameInErrors(command, reporter, words)
  }
}

function common(command: Command): Command {
  return command
    .option('--root <folder>', 'the project (default: the nearest folder upwards that has brands/)', folder)
    .addOption(
      new Option(
        '--allow-links <folder>',
        'follow symbolic links into this folder outside the project (may be given several times)',
      ).argParser((text, before: readonly string[] = []) => [...before, folder(text)]),
    )
    .option('--json', 'print one JSON document on stdout', false)
    .option('--quiet', 'print errors and results only', false)
    .option('--debug', 'print stacks of unexpected errors', false)
}

/** The brands that a command is about: see `select-brands.ts`. */
function selecting(command: Command): Command {
  return command
    .argument('[brand...]', 'ids of the brands, the names of their folders in brands/')
    .option('--all', 'every brand in brands/', false)
    .option('--brands-from <file>', 'the brands that a file lists, one a line; "-" reads stdin', fileOrStdin)
    .option('--since <commit>', 'of these brands, those that may have changed since; alone: of all')
    .option(
      '--shard <i/n>',
      'of these brands, the part that is the i-th of n; "auto" asks Kubernetes, Slurm or GitLab',
    )
    .option('--weights <report>', 'balance shards by the times in a report of "build --json"', folder)
}

function fileOrStdin(text: string): string {
  return text === '-' ? text : folder(text)
}

/** A folder's name. The flag after a forgotten one is none: `--out --json` must not make a folder "--json". */
function folder(text: string): string {
  if (text.startsWith('-'))
    throw new InvalidArgumentError(`That is a flag; write "./${text}" for a folder of that name.`)
  // A shell leaves what is in quotes as it is.
  const unread = /^(?:~|\$\{?[A-Za-z_])[^/]*/.exec(text)?.[0]
  if (unread !== undefined) {
    throw new InvalidArgumentError(
      `"${unread}" in quotes is no folder of yours: write its path in full, or "./${text}" for a folder of that name.`,
    )
  }
  if (/^\s+$/.test(text)) throw new InvalidArgumentError('It is blank; write the path of a folder.')
  return text
}

function positiveInteger(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > 64)
    throw new InvalidArgumentError('It must be a whole number from 1 to 64.')
  return number
}

function environmentOption(
  description = 'use the values of this environment of the brands, for example staging',
): Option {
  return new Option('--env <name>', description).argParser(environmentName)
}

function formatOption(choices: readonly string[]): Option {
  const description = 'what stdout gets; problems are on stderr as text, too, unless it is json'
  return new Option('--format <format>', description).choices(choices).conflicts('json')
}

function hostOption(): Option {
  const description =
    'write what this host reads (default: the "host" of each brand, else what most hosts read)'
  return new Option('--host <name>', description).choices(hosts)
}

function asOfOption(): Option {
  return new Option('--as-of <day>', 'show the articles that are there on this day, YYYY-MM-DD')
    .default(today(), 'today in UTC')
    .argParser(text => {
      if (isDay(text)) return text
      throw new InvalidArgumentError('It must be a day that exists, as YYYY-MM-DD.')
    })
}

/** It becomes part of a folder's name. */
function environmentName(text: string): string {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text))
    throw new InvalidArgumentError(
      'It must be a name like "staging": lower-case letters, digits and hyphens.',
    )
  return text
}

function waves(text: string): string[] {
  const sizes = text.split(',')
  if (!sizes.every(size => /^(?:[1-9]\d{0,5}%?|all)$/.test(size)))
    throw new InvalidArgumentError('Write numbers of brands, the smallest first: "5,50,all" or "5%,50%,all".')
  return sizes
}

function days(text: string): number {
  const number = /^(\d{1,4})d?$/.exec(text)?.[1]
  if (number === undefined) throw new InvalidArgumentError('Write a number of days, such as 30d.')
  return Number(number)
}

function webAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new InvalidArgumentError('It must be an address that begins with https://.')
  return text
}

function portOption(): Option {
  const description = 'port to listen on, or the next free one (default: from 4000)'
  return new Option('--port <number>', description).argParser(portNumber)
}

function strictPortOption(): Option {
  return new Option('--strict-port', 'fail where the port is in use').default(false)
}

/** 0 lets the system choose. */
function portNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
  return number
}

function hostAddress(text: string): string {
  if (!/^[\w:][\w.:-]*$/.test(text))
    throw new InvalidArgumentError('It must be an address or a host name, such as 0.0.0.0.')
  return text
}

/** Commander's words as ours: `error: unknown option '--al'\n(Did you mean --all?)` → message and hint. */
function usageProblem(text: string, command = '') {
  const [, message = text, hint] = /^error: ([\s\S]*?)(?:\n\((.*)\))?\s*$/.exec(text) ?? []
  const early = /^unknown option '(--(?:json|quiet|debug|root))/.exec(message)?.[1]
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`
  return diagnostic('usage/invalid', sentence, {
    hint:
      early !== undefined
        ? `It goes after the command: "imprint build ${early}".`
        : (hint ??
          `Run "imprint ${command}--help" for ${command === '' ? 'the commands and their flags' : 'its flags and examples'}.`),
  })
}

/** A terminal that draws, and whose user has nothing against it. */
function isTerminal(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR = '', CI, TERM } = process.env
  return stream.isTTY === true && NO_COLOR === '' && CI === undefined && TERM !== 'dumb'
}
