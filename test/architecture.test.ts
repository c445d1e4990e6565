// The agreed shape of `src/`: the order of the modules, their public interfaces, and which of them may have side effects.
// Every failure explains its rule.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from './support/project.ts'

/** A module imports only from those before it. `src/README.md` has the reasons. */
const line = [
  ...[
    'diagnostics',
    'html',
    'files',
    'cache',
    'yaml',
    'brand',
    'content',
    'site',
    'kit',
    'assets',
    'render',
    'compliance',
    'output',
    'compare',
    'build',
  ],
  ...['dev', 'remote', 'cli'],
]

interface Source {
  /** `src/brand/load.ts` */
  readonly path: string
  /** The code without comments. */
  readonly code: string
  readonly imports: readonly string[]
}

const importPattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+|\brequire\s*\(\s*)(['"])([^'"\n]+)\1/g

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(repositoryRoot.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
    .map(path => {
      const text = readFileSync(join(repositoryRoot, path), 'utf8')
      const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
      return { path, code, imports: [...code.matchAll(importPattern)].map(match => match[2] as string) }
    })
}

const sources = sourcesIn('src')
const templates = sourcesIn('templates')
const moduleOf = (path: string) => path.split('/')[1] ?? ''

/** The relative imports of all sources, as pairs of files. */
const edges = sources.flatMap(({ path, imports }) =>
  imports
    .filter(name => name.startsWith('.'))
    .map(name => ({ from: path, to: posix.join(posix.dirname(path), name), name })),
)
const crossing = edges.filter(({ from, to }) => moduleOf(from) !== moduleOf(to))

/** Fails if a rule is broken, with a message that lists the places and the reason. */
function expectNone(places: readonly string[], reason: string): void {
  expect(places, reason).toEqual([])
}

/** The sources whose code matches. */
function having(pattern: RegExp, among: readonly Source[] = sources): string[] {
  return among.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
}

describe('this check', () => {
  it('sees the imports', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(templates.length).toBeGreaterThan(10)
    expect(crossing).toContainEqual({
      from: 'src/yaml/parse.ts',
      to: 'src/diagnostics/index.ts',
      name: '../diagnostics/index.ts',
    })
    expect(sources.find(({ path }) => path === 'src/cli/main.ts')?.imports).toContain('./commands/index.ts')
  })
})

describe('the modules of src/', () => {
  it('are those of the line', () => {
    const found = new Set(sources.map(({ path }) => moduleOf(path)))
    expectNone(
      [...found].filter(name => !line.includes(name)),
      'A new module needs its place in the line: add it here and to src/README.md.',
    )
  })

  it('import only from modules before them', () => {
    const wrong = crossing.filter(
      ({ from, to }) => line.indexOf(moduleOf(from)) <= line.indexOf(moduleOf(to)),
    )
    expectNone(
      wrong.map(({ from, to }) => `${from} imports ${to}`),
      `The order is a straight line, so that a reader can start at one end and a change can only matter further on: ${line.join(' → ')}. Move what both need to the earlier module.`,
    )
  })

  it('import from each other through index.ts alone', () => {
    // Bundled before anything else is loaded, and `--version` must not load all of diagnostics.
    const allowed = [['src/cli/main.ts', 'src/diagnostics/diagnostic.ts'].join(' ')]
    const wrong = crossing.filter(
      ({ from, to }) => !/^src\/[^/]+\/index\.ts$/.test(to) && !allowed.includes(`${from} ${to}`),
    )
    expectNone(
      wrong.map(({ from, to }) => `${from} imports ${to}`),
      'A module’s index.ts is its public face; whatever is not in it may change without asking. Export it there, or do without.',
    )
  })

  it('name the files they import in full, inside src/', () => {
    const known = new Set(sources.map(({ path }) => path))
    expectNone(
      edges
        .filter(
          ({ to }) =>
            !known.has(to) &&
            !(
              /\.(?:css|yaml|model)$/.test(to) && existsSync(join(repositoryRoot, to.replace('/*.yaml', '')))
            ),
        )
        .map(({ from, name }) => `${from} imports ${name}`),
      'Node runs the names as they are written: with their ending, and nothing outside src/ is in the package’s bundle.',
    )
  })

  it('do not import themselves by their own index.ts', () => {
    const wrong = edges.filter(
      ({ from, to }) =>
        moduleOf(from) === moduleOf(to) && to.endsWith('/index.ts') && dirname(from) === dirname(to),
    )
    expectNone(
      wrong.map(({ from }) => from),
      'A file that imports its own module’s index.ts makes a circle.',
    )
  })

  it('have no circles inside either', () => {
    const inside = new Map<string, string[]>()
    for (const { from, to } of edges) inside.set(from, [...(inside.get(from) ?? []), to])
    const circles: string[] = []
    const done = new Set<string>()
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      else if (!done.has(path)) for (const next of inside.get(path) ?? []) visit(next, [...trail, path])
      done.add(path)
    }
    for (const { path } of sources) visit(path, [])
    expectNone(circles, 'Files that import each other in a circle cannot be read one after the other.')
  })
})

describe('the commands', () => {
  it('are in files and functions that can be read in one go', () => {
    const long = sources
      .filter(({ path }) => moduleOf(path) === 'cli')
      .flatMap(({ path }) => {
        const lines = readFileSync(join(repositoryRoot, path), 'utf8').split('\n')
        const functions = lines.flatMap((line, start) => {
          if (!/^(?:export )?(?:async )?function |^(?:export )?const .*(?:=>|async)/.test(line)) return []
          const length = lines.slice(start).findIndex(each => /^[})]/.test(each) && each !== ') {') + 1
          return length > 80 ? `${path}:${start + 1} has ${length} lines` : []
        })
        return lines.length > 251 ? [`${path} has ${lines.length - 1} lines`, ...functions] : functions
      })
    expectNone(long, 'At most 250 lines in a file and 80 in a function: split where two subjects are in one.')
  })

  it('are alone in their folder', () => {
    const list = readFileSync(join(repositoryRoot, 'src/cli/commands/index.ts'), 'utf8')
    const handlers = [...list.matchAll(/import\('\.\/(.*?)\.ts'\)\)\.\w+/g)].map(([, name]) => name)
    expect(handlers.length).toBeGreaterThan(20)
    const files = sources.filter(({ path }) => path.startsWith('src/cli/commands/')).map(({ path }) => path)
    const named = [...handlers, 'build', 'check', 'index'].map(name => `src/cli/commands/${name}.ts`)
    expectNone(
      files.filter(path => !named.includes(path)),
      'Who looks for a command finds a file of its name; what several commands share is in src/cli/.',
    )
  })
})

describe('exclusive access', () => {
  it('esbuild: assets/', () => {
    expectNone(
      sources
        .filter(({ path, imports }) => imports.includes('esbuild') && moduleOf(path) !== 'assets')
        .map(({ path }) => path),
      'Bundling is behind the functions of assets/, which return plain data; nobody else knows esbuild.',
    )
  })

  it('react-dom/server: render/', () => {
    const wrong = sources.filter(
      ({ path, imports }) =>
        imports.some(name => name.startsWith('react-dom/server')) && moduleOf(path) !== 'render',
    )
    expectNone(
      wrong.map(({ path }) => path),
      'HTML is made in one place, so that every page goes through the same escaping, policy and checks.',
    )
  })

  it('the file system: files/ reads, cache/ and output/ write', () => {
    const allowed: Record<string, string> = {
      'src/assets/images/share-card.ts': 'reads the fonts of a package',
      'src/assets/templates/bundler.ts': 'reads files of packages for esbuild',
      'src/assets/templates/package-root.ts': 'finds this package, reads versions of others',
      'src/assets/templates/stored-work.ts': 'compares files of packages with those that were bundled',
      'src/cli/machine.ts': 'looks at the machine: limits, rights, room on the disk',
      'src/cli/new/create-files.ts': 'starts projects, brands and texts, where there is no file yet',
      'src/cli/commands/init.ts': 'looks whether there is a project',
      'src/cli/new/project-files.ts': 'reads the starter',
      'src/cli/new/own-package.ts': 'packs this package, in a temporary folder',
      'src/cli/new/portability.ts': 'reads what the project installs',
      'src/cli/forms/form-states.ts': 'keeps what verify --form saw, for status',
      'src/cli/main.ts': 'adds to the summary of a run on GitHub Actions',
      'src/cli/commands/new-brand.ts': 'finds the schema that editors read',
      'src/cli/new/new-language.ts': 'reads the texts of the package in that language',
      'src/cli/project.ts': 'finds the project',
      'src/cli/explain-code.ts': 'reads what the package says of each code',
      'src/cli/commands/table-apply.ts': 'reads the table it is given',
      'src/cli/commands/report-merge.ts': 'reads the reports it is given',
      'src/cli/command-line/select-brands.ts': 'reads the list of brands and the report it is given',
      'src/dev/preview.ts': 'reads what was published',
    }
    const users = sources.filter(({ imports }) => imports.some(name => /^(?:node:)?fs(?:\/|$)/.test(name)))
    expectNone(
      users
        .map(({ path }) => path)
        .filter(
          path => !['files', 'cache', 'output'].includes(moduleOf(path)) && !Object.hasOwn(allowed, path),
        ),
      'Stages read through `Files`, so that a test can hand them a map and a build sees one state of the disk.',
    )
    const writing =
      /(?<![.\w])(?:write|writeFile|appendFile|mkdir|mkdtemp|rename|rm|rmdir|unlink|link|symlink|copyFile|cp|l?utimes|chmod|truncate)(?:Sync)?\(/
    expectNone(
      having(writing, users).filter(
        path =>
          !['cache', 'output'].includes(moduleOf(path)) &&
          !['src/cli/new/create-files.ts', 'src/cli/main.ts', 'src/cli/new/own-package.ts'].includes(path),
      ),
      'A fault in what writes can lose files: it has one place for results that are kept and one for sites.',
    )
  })

  it('process: cli/, and what publishing cannot do without', () => {
    const allowed: Record<string, string> = {
      'src/assets/images/brand-images.ts': 'the time that a logo takes is not that of a busy machine',
      'src/output/lock.ts': 'a lock says which process holds it',
      'src/output/build-id.ts': 'two builds must not stage under one name',
      'src/output/guard.ts': 'the folder one stands in is never an output folder',
      'src/output/published-site.ts': 'paths are shorter from the folder one stands in',
      'src/output/exchange.ts': 'each system has its own call for swapping folders',
    }
    const users = having(
      /(?<![.\w'"-])process(?:\.|\[|\?\.)|from 'node:process'/,
      sources.filter(({ path }) => moduleOf(path) !== 'cli'),
    )
    expectNone(
      users.filter(path => !Object.hasOwn(allowed, path)),
      'Environment, arguments, exit codes and streams are read in cli/ and handed on as values, so that everything else can be tested and run twice in one process.',
    )
  })

  it('console: nobody', () => {
    const browser = (path: string) => path.startsWith('src/kit/')
    expectNone(
      having(
        /(?<![.\w])console\./,
        sources.filter(({ path }) => !browser(path)),
      ),
      'Results go to stdout and diagnostics to stderr through the reporter of cli/; anything else would break --json.',
    )
  })

  it('the clock and chance: nothing that makes pages', () => {
    const makers = ['diagnostics', 'yaml', 'brand', 'content', 'site', 'render']
    expectNone(
      having(
        /Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(/,
        sources.filter(({ path }) => makers.includes(moduleOf(path))),
      ),
      'The same input gives the same bytes, on any day.',
    )
  })

  it('the current day: one function of cli/, for every command', () => {
    // They name the files of releases, keep caches small and record when a form was seen.
    const others = ['src/cache/store.ts', 'src/cli/forms/form-states.ts', 'src/cli/releases.ts']
    expectNone(
      having(
        /new Date\(\)/,
        sources.filter(({ path }) => path !== 'src/cli/today.ts' && !others.includes(path)),
      ),
      'A build shows what is published on a day that it is told: --as-of.',
    )
  })

  it('the locale of the machine: nobody', () => {
    expectNone(
      having(/\.localeCompare\(|\.toLocale\w*\(\s*\)|new Intl\.\w+\(\s*\)/),
      'Sorting and formatting must not depend on where a build runs: use compareText, and the brand’s locale.',
    )
  })

  it('the network: only dev/, remote/ and cli/', () => {
    const servers = sources.filter(({ path }) => !['dev', 'remote', 'cli', 'kit'].includes(moduleOf(path)))
    const wrong = servers.filter(
      ({ code, imports }) =>
        imports.some(name => /^node:(?:https?|http2|net|tls|dns|dgram)/.test(name)) ||
        /(?<![.\w])fetch\(/.test(code),
    )
    expectNone(
      wrong.map(({ path }) => path),
      'build and check make no network request, but for a store that --store names.',
    )
  })

  it('unescaped HTML: the kit’s few components for it', () => {
    const allowed = ['src/kit/document.tsx', 'src/kit/island.tsx', 'src/kit/markup.tsx']
    expectNone(
      having(/dangerouslySetInnerHTML/, [...sources, ...templates]).filter(path => !allowed.includes(path)),
      'Whoever looks for a way to smuggle a script into a page has these files to read, and no others: use <Markup>.',
    )
  })

  it('code from text: the bundled templates alone', () => {
    const allowed = ['src/assets/templates/loaded-script.ts']
    expectNone(
      having(/(?<![.\w])eval\(|new Function\(|compileFunction|runInThisContext|runInNewContext/).filter(
        path => !allowed.includes(path),
      ),
      'Content is data. Only templates, which are the project’s own code, are ever run.',
    )
  })
})

describe('templates', () => {
  it('import the kit, React and each other, nothing else', () => {
    const allowed: Record<string, RegExp> = {
      // Drawn into the page when it is built, so no visitor loads the library.
      'templates/icon.tsx': /^lucide(?:\/|$)/,
      'templates/lucide.d.ts': /^lucide(?:\/|$)/,
    }
    const wrong = templates.flatMap(({ path, imports }) =>
      imports
        .filter(name => !/^(?:imprint\/kit(?:\/browser)?|react|react\/jsx-runtime)$/.test(name))
        .filter(name => !allowed[path]?.test(name))
        // Describes the attributes of a block when the site is built.
        .filter(name => !(name === 'zod' && path.startsWith('templates/blocks/')))
        .filter(
          name => !(name.startsWith('.') && posix.join(posix.dirname(path), name).startsWith('templates/')),
        )
        .map(name => `${path} imports ${name}`),
    )
    expectNone(
      wrong,
      'A template must work in any project: imprint/kit is all of Imprint it may know, and a library it imports would be shipped to every visitor.',
    )
  })

  it('leave browser code to the islands', () => {
    const wrong = templates.filter(
      ({ path, imports }) =>
        imports.includes('imprint/kit/browser') && !/^templates\/(?:islands|toast)\//.test(path),
    )
    expectNone(
      wrong.map(({ path }) => path),
      'Pages are HTML; only islands have scripts.',
    )
  })
})
