// The manual: it has no broken links, every code has an example and a remedy, and its site builds.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { documentedCodes } from '../scripts/docs/diagnostics.ts'
import { explanations } from '../scripts/docs/explanations.ts'
import { type JsonSchema, keysOf } from '../scripts/docs/keys.ts'
import { anchorsOf, linksOf } from '../scripts/docs/markdown.ts'
import { documents } from '../scripts/docs/project.ts'
import { lockSchema } from '../src/brand/index.ts'
import { isCommand } from '../src/cli/command-line/command.ts'
import { commands } from '../src/cli/commands/index.ts'
import { parseRules, rulesSchema } from '../src/compliance/index.ts'
import { tokenNames } from '../src/content/texts/tokens.ts'
import { diagnosticCodes } from '../src/diagnostics/index.ts'
import { serveSite, visit } from './support/browser.ts'
import { codeBlocks } from './support/manual.ts'
import { folderOfFile, project, repositoryRoot } from './support/project.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

it('no link of the repository’s Markdown leads nowhere', () => {
  const files = [
    'README.md',
    'CHANGELOG.md',
    'src/README.md',
    'bench/README.md',
    ...documents(repositoryRoot),
  ]
  const links = files.flatMap(file => linksOf(read(file)).map(({ target }) => ({ file, target })))
  const relative = links.filter(({ target }) => !/^(?:https?|mailto|tel):/.test(target))
  const dead = relative.filter(({ file, target }) => {
    const [path = '', anchor] = target.split('#')
    const found = path === '' ? file : posix.join(posix.dirname(file), path)
    if (!existsSync(join(repositoryRoot, found))) return true
    return anchor !== undefined && found.endsWith('.md') && !anchorsOf(read(found)).includes(anchor)
  })
  expect(dead).toEqual([])
  expect(relative.length).toBeGreaterThan(60)
})

it('every code has an example and a remedy', () => {
  const codes = documentedCodes(repositoryRoot)
  expect(codes.flatMap(({ code, examples }) => (examples.length === 0 ? code : []))).toEqual([])
  const examples = codes.flatMap(code => code.examples)
  expect(examples.flatMap(({ text, remedy }) => (remedy === undefined ? text : []))).toEqual([])
  expect(codes.length).toBeGreaterThan(100)
})

it('a new code has no example until its test has been run', () => {
  const root = project({ 'test/invalid/yaml/tab/brands/test/brand.yaml': '\tname: Test\n' })
  expect(documentedCodes(root).flatMap(({ examples }) => examples)).toEqual([])
})

it('every code and every content rule is explained, with an example and a remedy', () => {
  const all = explanations(repositoryRoot)
  const rules = [...parseRules(undefined).value.infos.keys()].map(id => `compliance/${id}`)
  expect(all.map(({ code }) => code)).toEqual([...diagnosticCodes, ...rules])
  const incomplete = all.filter(
    ({ means, examples, remedies }) => means.length < 15 || examples.length === 0 || remedies.length === 0,
  )
  expect(incomplete.map(({ code }) => code)).toEqual([])
  const ofTests = all.filter(
    ({ examples, remedies }) =>
      / \(test\)$/m.test(examples.join('\n')) ||
      /Did you mean|brands\/test\/|imprint \w+ test\b/.test(remedies.join('\n')),
  )
  expect(ofTests.map(({ code, remedies }) => `${code}: ${remedies.join(' ')}`)).toEqual([])
})

it('an example that replaces a template of the package has its styles', () => {
  const replacing = codeBlocks().flatMap(({ path = '', text }) => {
    const original = join(repositoryRoot, path.replace(/^.*templates\//, 'templates/'))
    return path.includes('templates/') && path.endsWith('.tsx') && existsSync(original)
      ? { path, text, original: readFileSync(original, 'utf8') }
      : []
  })
  expect(replacing.map(({ path }) => path)).toContain('brands/aurora/templates/more-link.tsx')
  const sheets = (text: string) => text.match(/\.\/[\w.-]+\.css/g) ?? []
  for (const { text, original, path } of replacing)
    expect(sheets(text), path).toEqual(expect.arrayContaining(sheets(original)))
})

it('every key of files without an editor’s schema has a description', () => {
  const rules = z.toJSONSchema(rulesSchema, { target: 'draft-7' })
  const lock = z.toJSONSchema(lockSchema, { target: 'draft-7', unrepresentable: 'any' })
  const keys = [rules, lock].flatMap(schema => keysOf(schema as JsonSchema))
  expect(keys.filter(({ schema }) => schema.description === undefined).map(({ path }) => path)).toEqual([])
  expect(keys.length).toBeGreaterThan(10)
})

it('every command in a block of code exists, with its flags', () => {
  const files = ['README.md', 'starter/README.md', ...documents(repositoryRoot)]
  const lines = files.flatMap(file =>
    [...read(file).matchAll(/^\s*(?:(?:- )?(?:run|-): )?(?:npx )?imprint (\w.*)$/gm)].map(
      ([, words = '']) => ({ file, words }),
    ),
  )
  const unknown = lines.filter(({ words }) => {
    const names = words.replace(/\s[#>|&].*$/, '').split(/\s+/)
    const command = commands
      .filter(isCommand)
      .find(({ name }) => [names[0], names.slice(0, 2).join(' ')].includes(name))
    const flags = names.filter(name => name.startsWith('--')).map(name => name.split('=')[0])
    return !command || !flags.every(flag => command.flags?.some(({ name }) => name.split(' ')[0] === flag))
  })
  expect(unknown).toEqual([])
  expect(lines.length).toBeGreaterThan(40)
})

it('every command that a message names exists', () => {
  const paths = readdirSync(join(repositoryRoot, 'src'), { recursive: true, encoding: 'utf8' })
  const named = paths
    .filter(path => path.endsWith('.ts'))
    .flatMap(path => [
      ...read(`src/${path}`)
        .replaceAll(/\/\/ .*/g, '')
        .matchAll(/"imprint (\w+)( [^\s"]+)?/g),
    ])
  const unknown = named.flatMap(([text, first, second = '']) => {
    const known = commands.filter(({ name }) => [first, first + second].includes(name))
    return known.some(command => isCommand(command) || second === '') ? [] : text
  })
  expect(unknown).toEqual([])
  expect(named.length).toBeGreaterThan(40)
})

it.each(['AGENTS.md', 'starter/AGENTS.md'])('%s is short, and names existing files and commands', file => {
  const text = read(file)
  expect(text.split('\n').length).toBeLessThanOrEqual(41)
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)
  const named = code.flatMap(words => /^npx imprint (\w+)/.exec(words)?.[1] ?? [])
  expect(named.filter(name => !commands.some(command => command.name.split(' ')[0] === name))).toEqual([])
  const { scripts } = JSON.parse(read('package.json'))
  const inRepository = code.filter(words =>
    /^(?:src|docs|test|examples|bench|schemas)\b[\w./-]*$/.test(words),
  )
  const inPackage = code.flatMap(words => /^node_modules\/imprint\/(.*)/.exec(words)?.[1] ?? [])
  expect([...inRepository, ...inPackage].filter(path => !existsSync(join(repositoryRoot, path)))).toEqual([])
  if (file === 'AGENTS.md')
    for (const [, name = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([name])
})

it('the chapter on content names every token', () => {
  const text = read('docs/content.md')
  expect(tokenNames.filter(name => !text.includes(`\`{${name}}\``))).toEqual([])
})

const schemas = [
  'brand.schema.json',
  ...readdirSync(join(repositoryRoot, 'schemas')).map(name => `schemas/${name}`),
]

/** The names of all keys in a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, ...others } = schema as { readonly properties?: object }
  const inside = [...Object.values(properties), ...Object.values(others)].flatMap(namesIn)
  return [...Object.keys(properties), ...inside]
}

it('the reference of the package has every code, rule, key, token, block and command', () => {
  const text = (path: string) => read(`docs/reference/${path}.md`)
  const rules = [...parseRules(undefined).value.infos.keys()].map(id => `compliance/${id}`)
  const places: readonly (readonly [path: string, names: readonly string[]])[] = [
    ...diagnosticCodes.map(code => [`diagnostics/${code.split('/')[0]}`, [`## \`${code}\``]] as const),
    ['diagnostics', diagnosticCodes.map(code => `[\`${code}\`](diagnostics/`)],
    ['content-rules', rules.map(id => `## \`${id}\``)],
    ['tokens', tokenNames.map(name => `| \`{${name}}\` |`)],
    [
      'commands',
      commands
        .filter(isCommand)
        .filter(({ hidden }) => !hidden)
        .map(({ name }) => `## \`imprint ${name}\``),
    ],
    [
      'blocks',
      ['articles', 'call-to-action', 'contact', 'cost-calculator', 'faq', 'form'].map(
        name => `## \`${name}\``,
      ),
    ],
  ]
  const missing = places.flatMap(([path, names]) => names.filter(name => !text(path).includes(name)))
  const all = ['brand', 'files', 'front-matter', 'strings'].map(text).join('\n')
  const keys = schemas.flatMap(path => namesIn(JSON.parse(read(path))))
  const unknown = keys.filter(
    name => !new RegExp(`^(?:#+|\\|) \`(?:[^\`]*[.\\]])?${name}(?:\\.[^\`]*)?\``, 'm').test(all),
  )
  expect([...missing, ...new Set(unknown)]).toEqual([])
  expect(keys.length).toBeGreaterThan(300)
  expect(
    linksOf(read('docs/reference.md'))
      .map(({ target }) => target)
      .sort(),
  ).toEqual(
    readdirSync(join(repositoryRoot, 'docs/reference'))
      .filter(name => name.endsWith('.md'))
      .map(name => `reference/${name}`)
      .sort(),
  )
})

it('npm run docs builds the manual without a problem, with a reference made from the code and a search that finds it', async () => {
  const out = folderOfFile()
  const run = spawnSync(process.execPath, ['scripts/docs.mjs', out], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  })
  expect(run).toMatchObject({ status: 0, stderr: '' })
  const page = (path: string) =>
    readFileSync(join(out, 'imprint', 'reference', path, 'index.html'), 'utf8').replace(/<[^>]*>/g, '')
  expect(page('brand')).toContain('theme.density')
  expect(page('brand')).toMatch(/One of compact, normal, airy\. Default: normal\./)
  expect(page('commands')).toContain('--steps &#x3C;number>')
  expect(page('diagnostics/brand')).toContain('Write it as "+18005550142".')

  const manual = { folder: join(out, 'imprint'), basePath: '', providerHost: 'forms.imprint.example' }
  const { page: search } = await visit(await serveSite(manual), '/search/')
  const found = async (words: string) => {
    await search.locator('#query').fill(words)
    await search.locator('.search p[role=status]').filter({ hasText: 'found' }).waitFor()
    return search.locator('.search li a').evaluateAll(links => links.map(link => link.getAttribute('href')))
  }
  expect(await found('phone')).toContain('/reference/brand/#phone')
  // Code is shown as written, although some of its characters are markup elsewhere.
  expect(await search.locator('.search li').allTextContents()).toContainEqual(
    expect.stringContaining('^\\+[1-9][0-9]{7,14}$'),
  )
  expect(await found('redirect')).toContain('/content/#redirects')
  // Chapters come before the reference, and results show code without its fences.
  expect((await found('redirect'))[0]).not.toMatch('/reference/')
  expect(await search.locator('.search li').allTextContents()).not.toContainEqual(
    expect.stringContaining('~~~'),
  )
  expect(await found('APR')).toContain('/reference/tokens/')
  expect((await found('link/unknown-page'))[0]).toBe('/reference/diagnostics/link/#linkunknown-page')
  await search.keyboard.press('Enter')
  await search.waitForURL('**/reference/diagnostics/link/#linkunknown-page')
})
