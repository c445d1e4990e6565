// Every diagnostic code has the smallest project that shows it. `test/invalid/<code>/` holds the project and, in
// `expected.txt`, what the real command prints for it; a second project for a code is named `<code>.<variant>`. Input that Git
// would not keep (bytes that are not text, links, empty folders) or that needs two steps is made here. After a change of
// wording: `npx vitest run test/invalid.test.ts -u`, then read the difference as an editor would.

import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadBrand } from '../src/brand/index.ts'
import { type BuildOptions, buildBrands, noOutputs, openSiteStore } from '../src/build/index.ts'
import { createParseCache, loadContent, parseMarkdown } from '../src/content/index.ts'
import { placeInFile } from '../src/content/markdown/problems.ts'
import { startServer } from '../src/dev/http/index.ts'
import { type Diagnostic, diagnosticCodes, printDiagnostics } from '../src/diagnostics/index.ts'
import { diskFiles, memoryFiles } from '../src/files/index.ts'
import {
  type BlobStore,
  directoryOutput,
  manifestBuilder,
  noOutput,
  release,
  rollback,
} from '../src/output/index.ts'
import { fetchDisclosures, liveManifests, verifySite } from '../src/remote/index.ts'
import { planSite } from '../src/site/index.ts'
import { failOnRemoval } from './output/disk.ts'
import {
  article,
  brandYaml,
  command,
  type FileMap,
  folderOfFile,
  type Run,
  repositoryRoot,
  runShared,
  writeFiles,
} from './support/project.ts'

// Each case runs in its own process.
vi.setConfig({ maxConcurrency: 4 })

const fixtures = join(repositoryRoot, 'test', 'invalid')

/** Run in the folder of a fixture; `check --all` by default. */
const words: Readonly<Record<string, readonly string[]>> = {
  'usage/invalid': ['build', '--stric'],
  'usage/invalid.both': ['build', 'test', '--all'],
  'usage/brand-required': ['build'],
  'usage/unknown-brand': ['build', 'tset'],
  'usage/unknown-brand.base': ['build', '_house'],
  'usage/unknown-key': ['explain', 'test', 'phon'],
  'usage/already-exists': ['new', 'brand', 'test'],
  'brand/alternate-unplanned': ['check', 'english'],
  'brand/unknown-environment': ['check', 'test', '--env', 'stagin'],
  'preview/not-built': ['preview', 'test'],
  'preview/not-built.all': ['preview'],
}

const aForm: FileMap = {
  'brands/test/brand.yaml': brandYaml({ provider: '{ mode: iframe, embedPath: /form.html }' }),
}

interface MadeCase {
  /** In addition to a valid brand called `test`. */
  readonly files?: FileMap
  /** Input that the files alone cannot provide. */
  readonly prepare?: (root: string) => unknown
  readonly words?: readonly string[]
  /** Replaces the command if no command line leads to the problem. */
  readonly print?: (root: string) => string | Promise<string>
  readonly as?: 'nobody'
  readonly after?: (root: string) => void
}

const rent = 'content/articles/rent.md'
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map(part => Buffer.from(part as string)))

const made: Readonly<Record<string, MadeCase>> = {
  'project/not-found': {
    prepare: root => rmSync(join(root, 'brands'), { recursive: true }),
  },
  'project/no-brands.empty': {
    prepare: root => rmSync(join(root, 'brands', 'test'), { recursive: true }),
  },
  'project/not-installed': {
    print: async root => {
      // This npm can pack, but not install.
      const npm = '#!/bin/sh\ncase $1 in pack) touch "$6/a.tgz" ;; *) exit 1 ;; esac\n'
      writeFiles(root, { 'tools/npm': npm })
      chmodSync(join(root, 'tools/npm'), 0o755)
      const env = { PATH: `${join(root, 'tools')}:${process.env.PATH}`, npm_config_user_agent: 'npm/11' }
      return (await runShared(['init', 'sites'], { cwd: root, env })).stderr
    },
  },
  'project/not-packed': {
    print: async root => {
      const { stderr } = await runShared(['init', 'sites'], { cwd: root, env: { PATH: '/nowhere' } })
      return stderr.replaceAll(repositoryRoot, '/usr/lib/node_modules/imprint')
    },
  },
  'file/unreadable': {
    prepare: root => chmodSync(join(root, 'brands/test/brand.yaml'), 0o000),
    as: 'nobody',
  },
  'file/unreadable.folder': {
    files: { [rent]: article('rent') },
    prepare: root => chmodSync(join(root, 'content/articles'), 0o000),
    as: 'nobody',
    // So that the folder can be removed.
    after: root => chmodSync(join(root, 'content/articles'), 0o755),
  },
  'file/symlink': {
    prepare(root) {
      mkdirSync(join(root, 'content/articles'), { recursive: true })
      symlinkSync(join(repositoryRoot, 'README.md'), join(root, rent))
    },
  },
  'file/symlink.brand': {
    prepare: root => symlinkSync(join(repositoryRoot, 'brands', 'aurora'), join(root, 'brands', 'other')),
  },
  'file/symlink.folder': {
    prepare: root => symlinkSync(join(repositoryRoot, 'content'), join(root, 'content')),
  },
  'file/symlink.nowhere': {
    prepare(root) {
      mkdirSync(join(root, 'content'))
      symlinkSync('../nowhere', join(root, 'content/articles'))
    },
  },
  'file/too-large': { files: { [rent]: article('rent', {}, 'A long line.\n'.repeat(22_000)) } },
  'file/invalid-utf8': { files: { [rent]: bytes(article('rent'), 'Ask in caf', [0xe9], 's.\n') } },
  'file/invalid-utf8.utf-16': {
    files: { [rent]: bytes([0xff, 0xfe], Buffer.from(article('rent'), 'utf16le').toJSON().data) },
  },
  'file/control-character': { files: { [rent]: article('rent', {}, 'A para\0graph.\n') } },
  'file/control-character.bidi': {
    files: { 'brands/test/brand.yaml': brandYaml({ name: '"Test \u202eBrand"' }) },
  },
  'file/byte-order-mark': { files: { [rent]: `\ufeff${article('rent')}` } },
  'file/crlf': { files: { [rent]: article('rent').replaceAll('\n', '\r\n') } },
  'template/syntax': {
    files: {
      'templates/index.tsx': "import { Home } from './home.tsx'\n\nexport const templates = { home: Home\n",
    },
  },
  'template/syntax.styles': {
    prepare(root) {
      cpSync(join(repositoryRoot, 'templates'), join(root, 'templates'), { recursive: true })
      writeFileSync(join(root, 'templates/styles.css'), 'body {\n  color: black;\n\np { margin: 0 }\n')
    },
  },
  'template/syntax.brace': {
    prepare(root) {
      cpSync(join(repositoryRoot, 'templates'), join(root, 'templates'), { recursive: true })
      writeFileSync(join(root, 'templates/styles.css'), 'body {\n  color: black;\n}}\np { margin: 0 }\n')
    },
  },
  'template/syntax.import': {
    files: {
      'templates/index.tsx': "export { templates } from './page.tsx'\n",
      'templates/pages.tsx': 'export const templates = {}\n',
    },
  },
  'diff/page-lost': {
    files: { [rent]: article('rent') },
    async prepare(root) {
      await built(root)
      rmSync(join(root, rent))
    },
    words: ['diff'],
  },
  'release/not-built': { words: ['release'] },
  'release/altered': {
    async prepare(root) {
      await built(root)
      writeFileSync(join(root, 'dist/test/index.html'), 'edited by hand')
    },
    words: ['release'],
  },
  'release/unknown': {
    print: async root => {
      await built(root)
      await runShared(['release'], { cwd: root })
      const { stderr } = await runShared(['rollback', '--reason', 'a broken page'], { cwd: root })
      return stderr.replace(/[0-9a-f]{12}/g, '0123456789ab')
    },
  },
  'release/pinned': {
    print: async root => {
      await built(root)
      const record = { at: '2026-01-02T03:04:05.000Z', by: 'me@here', reason: 'a broken page' }
      const options = { keep: 2, record }
      const { value } = await release(join(root, 'dist/test'), join(root, 'releases'), 'test', options)
      await rollback(join(root, 'releases'), 'test', { to: value?.id ?? '' }, record)
      const { diagnostics } = await release(join(root, 'dist/test'), join(root, 'releases'), 'test', options)
      return shown(diagnostics).replaceAll(value?.id?.slice(0, 12) ?? '', '0123456789ab')
    },
  },
  'release/environment': {
    files: {
      'brands/test/brand.yaml': `${brandYaml()}environments: {staging: {siteUrl: "https://staging.example"}}\n`,
    },
    words: ['release', '--out', 'dist-staging'],
    prepare: root => built(root, '--env', 'staging'),
  },
  'release/drafts': {
    words: ['release'],
    prepare: root => built(root, '--drafts'),
  },
  'diff/not-live': {
    print: () =>
      onHost({}, 200, async url => shown((await liveManifests([{ brand: 'test', url }])).diagnostics)),
  },
  'release/stale': {
    words: ['release'],
    async prepare(root) {
      await built(root)
      writeFiles(root, { [rent]: article('rent') })
    },
  },
  'release/history': {
    words: ['releases'],
    async prepare(root) {
      await built(root)
      await runShared(['release'], { cwd: root })
      appendFileSync(join(root, 'releases/test/history.jsonl'), '{"action":"rel')
    },
  },
  'store/unavailable': {
    print: root => stored(root, { get: () => Promise.reject(new Error('it responded with status 500')) }),
  },
  'store/damaged': { print: root => stored(root, { get: async () => new Uint8Array() }) },
  'live/unreachable': { print: () => verified({}, 503) },
  'live/missing': { print: () => verified({ '/faq/': undefined }) },
  'live/changed': { print: () => verified({ '/faq/': 'other words' }) },
  'live/header': { print: () => verified({}, 200, 'X-Frame-Options: DENY') },
  'live/index': { print: () => verified({}, 200, '', true) },
  'live/form-dead': { files: aForm, print: root => formsSeen(root, '<h1>Form cannot be embedded</h1>') },
  'live/form-unreachable': { files: aForm, print: root => formsSeen(root, undefined) },
  'live/soft-404': { print: () => verified({ '/imprint-verify-no-such-page': 'welcome' }) },
  'live/extra': {
    print: () =>
      verified({ '/imprint-manifest.json': '{"files":[{"path":"old.html"}]}', '/old.html': 'old' }),
  },
  'disclosures/unavailable': {
    print: () =>
      onHost({}, 500, async origin => shown((await fetchDisclosures('test', `${origin}/d`, '')).diagnostics)),
  },
  'disclosures/changed': {
    print: root =>
      onHost({ '/d': '{"Advertiser Disclosure":"New words."}' }, 200, async origin => {
        const line = ['disclosures', 'check', '--from', `${origin}/d`]
        return (await runShared(line, { cwd: root })).stderr
      }),
  },
  'disclosures/too-old': {
    files: {
      'brands/test/disclosures.lock.json': `{"source":"https://forms.example/d","fetchedAt":"2020-01-01","sha256":"${'0'.repeat(64)}","entries":[{"heading":"A","text":"B."}]}`,
    },
    print: root =>
      onHost({ '/d': '{"A":"B."}' }, 200, async origin => {
        const line = ['disclosures', 'check', '--max-age', '30d', '--from', `${origin}/d`]
        return (await runShared(line, { cwd: root })).stderr.replace(/\d+ days ago/, '<number> days ago')
      }),
  },
  'compliance/waiver-unused': {
    files: {
      'brands/test/brand.yaml': `${brandYaml()}waivers:
  - rule: claim/urgency
    quote: Only today
    reason: The sentence is about a deadline of a court
    by: J. Doe
    until: 2026-06-30
`,
    },
    print: async root => {
      const { diagnostics } = await buildBrands({
        openOutput: noOutputs(),
        findings: 'all',
        files: diskFiles(root),
        defaults: diskFiles(repositoryRoot),
        brands: ['test'],
        strict: false,
        drafts: false,
        asOf: '2026-01-01',
      })
      return shown(diagnostics)
    },
  },
  'image/unusable': {
    files: {
      [rent]: article('rent', { image: 'cover.png' }, '![A chart](chart.svg)\n'),
      'content/articles/cover.png': 'Not an image.\n',
      'content/articles/chart.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1"',
    },
  },
  'article/long-text': {
    files: { [rent]: article('rent', {}, 'A paragraph of a long text.\n\n'.repeat(2000)) },
  },
  'template/unused-styles': {
    files: {
      'templates/page.css': 'p { margin: 0 }\n',
      'templates/index.tsx': `import './page.css'

const Page = () => <html lang="en"><head /><body id="main">{links}</body></html>
const links = ['header', 'form', 'advantages', 'footer', 'contact', 'faq'].map(id => <p id={id} key={id} />)

export const templates = { home: Page, faq: Page, article: Page, articleList: Page, ccpa: Page, notFound: Page, articleNotFound: Page }
`,
    },
  },
  'budget/html': {
    files: {
      'content/pages/ccpa.md': `---\ntitle: Privacy\ndescription: Your choices.\n---\n\n${noise(20_000)}\n`,
    },
  },
  'budget/script': {
    files: {
      'templates/islands/big.ts': `export default () => document.title = "${noise(8000)}"\n`,
      'templates/index.tsx': `import { Island } from 'imprint/kit'

const Page = () => <html lang="en"><head /><body id="main"><Island name="big" on="load" /></body></html>

export const templates = { home: Page, faq: Page, article: Page, articleList: Page, ccpa: Page, notFound: Page, articleNotFound: Page }
`,
    },
  },
  'content/missing-file': {
    // The only project without a package behind it is the package itself.
    print(root) {
      const files = diskFiles(root)
      const brand = loadBrand(files, 'test').value!
      return shown(
        loadContent(files, memoryFiles({}), brand, { drafts: false }, createParseCache()).diagnostics,
      )
    },
  },
  'markdown/too-complex': {
    // With a short time limit: a build stops after ten seconds.
    print: () => shown(parseMarkdown('!['.repeat(10_000), placeInFile(rent), 1).diagnostics),
  },
  'site/route-collision': {
    // `content` already leaves out a second article with the same slug; this protects the steps after it.
    files: { [rent]: article('rent') },
    print(root) {
      const files = diskFiles(root)
      const brand = loadBrand(files, 'test').value!
      const content = loadContent(
        files,
        diskFiles(repositoryRoot),
        brand,
        { drafts: false },
        createParseCache(),
      ).value!
      const twice = content.articles.flatMap(found => [
        found,
        { ...found, file: 'content/articles/again.md' },
      ])
      return shown(planSite(brand, { ...content, articles: twice }).diagnostics)
    },
  },
  'site/would-disappear': {
    words: ['build'],
    files: { [rent]: article('rent') },
    async prepare(root) {
      await built(root)
      writeFiles(root, { [rent]: article('rent', { date: '21.08.2025' }) })
    },
  },
  'site/would-disappear.renamed': {
    files: { [rent]: article('rent') },
    async prepare(root) {
      await built(root)
      writeFiles(root, { [rent]: article('rent-and-utilities') })
    },
  },
  'output/refused': { words: ['build', '--out', '.'] },
  'output/refused.input': { words: ['build', '--out', 'content/site'], files: { [rent]: article('rent') } },
  'output/not-ours': {
    words: ['build'],
    async prepare(root) {
      writeFiles(root, { 'brands/other/brand.yaml': brandYaml(), 'dist/test/notes.txt': 'Mine.\n' })
      await built(root, 'other', '--out', 'site')
      renameSync(join(root, 'site/other'), join(root, 'dist/other'))
      rmSync(join(root, 'brands/other'), { recursive: true })
    },
  },
  'output/not-ours.collision': {
    words: ['build'],
    async prepare(root) {
      await built(root)
      writeFiles(root, { 'dist/test/articles/rent/index.html': 'Mine.\n', [rent]: article('rent') })
    },
  },
  'output/foreign-file': {
    words: ['build'],
    async prepare(root) {
      await built(root)
      writeFiles(root, { 'dist/test/verify.html': 'Mine.\n' })
    },
  },
  'server/port-in-use': {
    async print() {
      const first = await startServer({ port: 0, respond: () => undefined })
      const second = await startServer({ port: first.value!.port, respond: () => undefined })
      await Promise.all([first.value?.close(), second.value?.close()])
      return shown(second.diagnostics).replace(/\d{4,}/g, '<port>')
    },
  },
  'server/cannot-listen': {
    async print() {
      // An address for documentation that no machine has (RFC 5737).
      const { diagnostics } = await startServer({ port: 0, host: '203.0.113.7', respond: () => undefined })
      return shown(diagnostics)
    },
  },
  'server/open-to-network': {
    async print() {
      const { value, diagnostics } = await startServer({ port: 0, host: '0.0.0.0', respond: () => undefined })
      await value?.close()
      return shown(diagnostics).replace(/sites(: http.*)?\.$/m, 'sites: <addresses>.')
    },
  },
  'machine/package-missing': {
    print: root =>
      failing(
        root,
        Object.assign(new Error("Cannot find package 'sharp'"), { code: 'ERR_MODULE_NOT_FOUND' }),
      ),
  },
  'machine/too-many-files': {
    print: root => failing(root, Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })),
  },
  'machine/out-of-memory': { print: root => failing(root, new RangeError('Array buffer allocation failed')) },
  'internal/unexpected': { print: root => failing(root, new Error('the moon is in the way')) },
  'output/locked': {
    async print(root) {
      const options = { target: join(root, 'dist', 'test'), brand: 'test', lockPatience: 0 }
      const first = await directoryOutput(options)
      const second = await directoryOutput(options)
      first.value?.discard()
      return shown(second.diagnostics).replace(`process ${process.pid}`, 'process <number>')
    },
  },
  'output/lock-left': {
    async print(root) {
      const target = join(root, 'dist', 'test')
      const { value } = await directoryOutput({ target, brand: 'test' })
      const restore = failOnRemoval(join(root, 'dist', '.test.lock'))
      const { diagnostics } = value!.commit()
      restore()
      return shown(diagnostics)
    },
  },
  'output/write-failed': {
    words: ['build'],
    prepare(root) {
      mkdirSync(join(root, 'dist'))
      chmodSync(join(root, 'dist'), 0o555)
    },
    as: 'nobody',
  },
  'output/recovered': {
    words: ['build'],
    async prepare(root) {
      await built(root)
      renameSync(join(root, 'dist/test'), join(root, 'dist/.test.old-1-abcdef'))
    },
  },
}

/** The output of a build whose store behaves in this way. */
async function stored(root: string, { get }: Pick<BlobStore, 'get'>): Promise<string> {
  const store = { get, put: async () => undefined }
  const openOutput: BuildOptions['openOutput'] = async () => ({ value: undefined, diagnostics: [] })
  const sites = openSiteStore({
    store,
    name: 'https://store.example',
    mode: 'read',
    inputsOf: () => '0',
    openOutput,
    target: id => join(root, id),
    strict: false,
    allowRemovals: false,
  })
  await sites.restore(['test'])
  return shown(sites.diagnostics)
}

/** The output of a build whose output folder fails with an error that no stage expects. */
async function failing(root: string, error: Error): Promise<string> {
  const report = await buildBrands({
    files: diskFiles(root),
    defaults: diskFiles(repositoryRoot),
    brands: ['test'],
    openOutput: async () => ({
      value: {
        ...noOutput('test'),
        put() {
          throw error
        },
      },
      diagnostics: [],
    }),
    strict: false,
    drafts: false,
  })
  return shown(report.diagnostics)
}

/** Characters that compress badly, the same each time. */
function noise(length: number): string {
  let state = 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return 'abcdefghijklmnopqrstuvwxyz '[state % 27]
  }).join('')
}

const onDisk = readdirSync(fixtures)
  .flatMap(family => readdirSync(join(fixtures, family)).map(name => `${family}/${name}`))
  .filter(name => !(name in made))
  .sort()

let work = ''
beforeAll(() => {
  work = realpathSync(folderOfFile())
  // One case runs as another user, who needs access to this folder.
  chmodSync(work, 0o755)
})

describe.concurrent('the smallest project with each problem', () => {
  it.for(onDisk)('%s', async (name, { expect }) => {
    const root = newRoot(name)
    cpSync(join(fixtures, name), root, { recursive: true })
    rmSync(join(root, 'expected.txt'), { force: true })
    if (!name.startsWith('compliance/')) setAsideRules(root)
    const line = words[name] ?? ['check', '--all']
    const run = await runShared(line, { cwd: root })
    await expect(said(line, run, root)).toMatchFileSnapshot(join(fixtures, name, 'expected.txt'))
    expect(run.stderr).toContain(`  ${codeOf(name)}  `)
  })
})

// One by one, because a case that works in this process would keep the hosts of others from responding.
describe('the smallest project with each problem', () => {
  it.for(Object.keys(made))('%s (made here)', async (name, context) => {
    const { files, prepare, words: line = ['check', '--all'], print, as, after } = made[name]!
    const root = newRoot(name)
    writeFiles(root, { 'brands/test/brand.yaml': brandYaml(), ...files })
    setAsideRules(root)
    await prepare?.(root)
    if (as === 'nobody' && !(await canRunAsNobody())) {
      context.skip('Nothing is unreadable to the superuser, and no other user may read this checkout.')
    }
    let text: string
    if (print !== undefined) {
      text = `(no command line leads here)\n\n${(await print(root)).replaceAll(root, '<project>')}`
    } else {
      const run = await (as === 'nobody' ? runAsNobody(line, root) : runShared(line, { cwd: root }))
      text = said(line, run, root)
    }
    after?.(root)
    await context.expect(text).toMatchFileSnapshot(join(fixtures, name, 'expected.txt'))
    context.expect(text).toContain(`  ${codeOf(name)}  `)
  })
})

describe('the catalogue', () => {
  const shownCodes = new Set([...onDisk, ...Object.keys(made)].map(codeOf))

  it('has a project for every code', () => {
    expect(diagnosticCodes.filter(code => !shownCodes.has(code))).toEqual([])
  })

  it('has no project for a code that does not exist', () => {
    expect([...shownCodes].filter(code => !(diagnosticCodes as string[]).includes(code))).toEqual([])
  })
})

it('changes nothing in a project that is only checked, except for its cache', async () => {
  const root = newRoot('unchanged')
  writeFiles(root, { 'brands/test/brand.yaml': brandYaml({ phone: '800' }), [rent]: article('rent') })
  const before = readdirSync(root, { recursive: true }).sort()
  await runShared(['check', '--all'], { cwd: root })
  const after = (readdirSync(root, { recursive: true }) as string[]).filter(
    name => !name.startsWith('.imprint'),
  )
  expect(after.sort()).toEqual(before)
})

/** The smallest brands name no company and no address. Other projects test that. */
function setAsideRules(root: string): void {
  const rules = ['id/contact', 'id/data-sharing', 'states/reviewed', 'disc/baked', 'claim/trust-unsupported']
  const lines = rules.map(rule => `  ${rule}: {severity: "off"}\n`)
  writeFileSync(join(root, 'rules.yaml'), `rules:\n${lines.join('')}`)
}

/** `article/invalid-date.impossible` → `article/invalid-date` */
function codeOf(name: string): string {
  return name.replace(/\..*$/, '')
}

function newRoot(name: string): string {
  const root = join(work, name)
  mkdirSync(root, { recursive: true })
  return root
}

/**
 * The command, its exit code and its output for people, without anything specific to this machine or to today's templates.
 */
function said(line: readonly string[], { code, stderr }: Pick<Run, 'code' | 'stderr'>, root: string): string {
  return `$ imprint ${line.join(' ')}\nexit code ${code}\n\n${stderr.replaceAll(root, '<project>').replace(/(?<!compressed; )\b\d+\.\d kB/g, '12.3 kB')}`
}

function shown(diagnostics: readonly Diagnostic[]): string {
  return printDiagnostics(diagnostics, { color: false, source: () => undefined })
}

async function built(root: string, ...words: readonly string[]): Promise<void> {
  const run = await runShared(['build', ...words], { cwd: root })
  expect(run).toMatchObject({ code: 0 })
}

/** Runs something with a host that serves some addresses, all with the same status. */
async function onHost(
  answers: Readonly<Record<string, string | undefined>>,
  status: number,
  work: (origin: string) => Promise<string>,
): Promise<string> {
  const server = createServer((request, response) => {
    const text = answers[request.url ?? '']
    response.writeHead(text === undefined && status === 200 ? 404 : status, {
      'content-type': 'application/json',
    })
    response.end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return (await work(origin)).replaceAll(origin, 'http://test.example')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** The result for a site of two pages on a host that answers some addresses differently. */
function verified(
  answers: Readonly<Record<string, string | undefined>>,
  status = 200,
  header = '',
  noindex = false,
): Promise<string> {
  const builder = manifestBuilder('test')
  const files = { '/': 'home', '/faq/': 'questions' }
  builder.add({ path: 'index.html', bytes: Buffer.from(files['/']) })
  builder.add({ path: 'faq/index.html', bytes: Buffer.from(files['/faq/']) })
  const manifest = JSON.parse(new TextDecoder().decode(builder.file().bytes))
  const headers = header === '' ? undefined : `/faq/\n  ${header}\n`
  return onHost({ ...files, ...answers }, status, async url =>
    shown((await verifySite({ url, manifest, headers, noindex })).diagnostics),
  )
}

/** The output of `verify --form` for a provider that sends this response or closes the connection. */
async function formsSeen(root: string, text: string | undefined): Promise<string> {
  const server = createServer((request, response) => {
    if (text === undefined) request.socket.destroy()
    else response.setHeader('content-type', 'text/html').end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return (await runShared(['verify', '--form', '--from', from], { cwd: root })).stderr
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const isRoot = process.getuid?.() === 0
const nobody = 65534

/** Permissions do not apply to root, so if the tests run as root, the command runs as another user. */
function runAsNobody(line: readonly string[], cwd: string): Promise<Pick<Run, 'code' | 'stderr'>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...line], {
      cwd,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot && { uid: nobody, gid: nobody }),
    })
    let stderr = ''
    child.stderr.on('data', chunk => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', code => resolve({ code, stderr }))
  })
}

async function canRunAsNobody(): Promise<boolean> {
  const run = await runAsNobody(['--version'], work).catch(() => undefined)
  return run?.code === 0
}
