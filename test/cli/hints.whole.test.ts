// Messages for common mistakes: each mistake is one problem, and its hint is right.

import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { article, brandYaml, folderOfFile, runShared, writeFiles } from '../support/project.ts'

let root = ''
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'
const about = (text: string) => `---\ntitle: About us\ndescription: Who we are.\n---\n\n${text}\n`
const files = {
  'brands/acme/brand.yaml': `${brandYaml({ theme: '{logo: logo.svg}' })}environments: {staging: {siteUrl: "https://staging.example"}}\n`,
  'brands/acme/assets/logo.svg': logo,
  'brands/acme-es/brand.yaml':
    'extends: acme\nalternateOf: acme\nlocale: es-US\nsiteUrl: https://es.example\nenvironments: {staging: {siteUrl: "https://staging-es.example"}}\n',
  'content/articles/rent.md': article('rent'),
  'content/pages/about.md': about('Some text.'),
  'content/navigation.yaml': 'header:\n  - {label: Form, to: "/#form"}\n  - {label: About, to: /about/}\n',
}
const errorsOf = (stderr: string) => stderr.match(/^.*\berror {2}.*$/gm) ?? []

beforeAll(async () => {
  root = folderOfFile()
  writeFiles(root, files)
  expect(await runShared(['build', 'acme'], { cwd: root })).toMatchObject({ code: 0 })
})

/** The output of the command for the project with some changed files, which are restored afterwards. */
async function told(changes: Record<string, string | Uint8Array>, ...words: string[]) {
  writeFiles(root, changes)
  const { code, stderr } = await runShared(words, { cwd: root })
  for (const path of Object.keys(changes)) rmSync(join(root, path), { force: true })
  writeFiles(root, files)
  return { code, stderr, errors: errorsOf(stderr) }
}

it('a mistake on a published page is one error, with its consequences', async () => {
  const { code, errors, stderr } = await told(
    { 'content/pages/about.md': about('::contect') },
    'build',
    'acme',
  )
  expect(code).toBe(1)
  expect(errors).toEqual([
    expect.stringMatching(
      /^content\/pages\/about\.md:6:1 .*no block "::contect".* "\/about\/" of the last build would disappear, and 1 link leads to it\. \(acme\)$/,
    ),
  ])
  expect(stderr).toContain('Did you mean "contact"?')
})

it('a page that is a link to another place is one error', async () => {
  const path = join(root, 'content/pages/about.md')
  rmSync(path)
  symlinkSync('/etc/hostname', path)
  const { errors } = await told({}, 'build', 'acme').finally(() => rmSync(path, { force: true }))
  writeFiles(root, files)
  expect(errors).toEqual([
    expect.stringMatching(/about\.md:1:1 .*symbolic link.*"\/about\/" of the last build would disappear/),
  ])
})

it('an image of a type that browsers do not show', async () => {
  const text = article('rent', {}, '![A photo](photo.heic)')
  const bytes = new Uint8Array([0, 0, 0, 24])
  const { errors, stderr } = await told(
    { 'content/articles/rent.md': text, 'content/articles/photo.heic': bytes },
    'check',
    'acme',
  )
  expect(errors).toEqual([expect.stringContaining('.heic images are not supported')])
  expect(stderr).not.toContain('�')
})

it('a missing file that a style sheet names', async () => {
  const { stderr } = await told(
    { 'templates/footer.css': '.x { background: url(missing.png) }\n' },
    'check',
    'acme',
  )
  expect(stderr).toContain('There is no file "missing.png".')
  expect(stderr).toContain('Put it at templates/missing.png')
})

it.each([
  ['<svg><rect\n', 'is not valid XML at 2:1'],
  ['<svg viewBox="0 0 10 10"><g></svg>\n', 'is not valid XML at 1:'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>\n', 'has no size'],
])('an SVG: %s', async (svg, why) => {
  const { errors } = await told({ 'brands/acme/assets/logo.svg': svg }, 'check', 'acme')
  expect(errors).toEqual([expect.stringContaining(why)])
})

it('what a brand and its twin lack is one problem, of both', async () => {
  const yaml = files['brands/acme/brand.yaml']
  const withoutPhone = yaml.replace(/^phone.*\n/m, '').replace('logo.svg', 'mark.svg')
  const { code, errors } = await told({ 'brands/acme/brand.yaml': withoutPhone }, 'check', '--all')
  expect(code).toBe(3)
  expect(errors).toEqual([
    expect.stringMatching(/^brands\/acme\/brand\.yaml.*"phone" is missing\. \(acme, acme-es\)$/),
  ])
  const mark = await told(
    { 'brands/acme/brand.yaml': yaml.replace('logo.svg', 'mark.svg') },
    'check',
    '--all',
  )
  expect(mark.errors).toEqual([
    expect.stringMatching(/names "mark\.svg", but there is no such file\. \(acme, acme-es\)$/),
  ])
  expect(mark.stderr).toContain('Put it at brands/acme/assets/mark.svg.')
})

it('a copied brand is one warning', async () => {
  const copy = { 'brands/zeta/brand.yaml': brandYaml() }
  const { stderr } = await told(copy, 'check', '--all')
  rmSync(join(root, 'brands/zeta'), { recursive: true })
  expect(stderr.match(/fleet\/shared-value/g)).toHaveLength(1)
  expect(stderr).toMatch(/^brands\/zeta\/brand\.yaml.*siteUrl.*formId.*phone/m)
})

it.each([
  [['build', '--all', '--env', 'stagging'], 3, 'Did you mean "staging"?'],
  [['rollback', 'acme', '--reason', 'x', '--env', 'stagging'], 3, 'Did you mean "staging"?'],
  [['unpin', 'acme', '--env', 'stagging'], 3, 'Did you mean "staging"?'],
  [['releases', 'acme', '--env', 'stagging'], 3, 'Did you mean "staging"?'],
  [['preview', 'acme', '--env', 'stagging'], 3, 'Did you mean "staging"?'],
  [
    ['verify', 'https://www.acme.example', '--brand', 'acme', '--env', 'stagging'],
    3,
    'Did you mean "staging"?',
  ],
  [['eject', 'footer'], 2, 'Did you mean "footer.tsx"?'],
  [['eject', 'nope.tsx'], 2, 'Run "imprint eject" to list them all.'],
  [['verify', 'https://www.acme.example', '--brand', 'acm'], 2, 'Did you mean "acme"?'],
  [['new', 'page', 'faq'], 2, 'Every site already has the page "/faq/".'],
  [['new', 'page', 'about/'], 2, 'content/pages/about.md already exists'],
])('imprint %s', async (words, code, hint) => {
  const run = await told({}, ...words)
  expect(run).toMatchObject({ code, stderr: expect.stringContaining(hint) })
  expect(run.errors).toHaveLength(1)
})

it.skipIf(process.platform !== 'linux')('a folder that refuses new ones ends the build', async () => {
  const { code, errors } = await told({}, 'build', 'acme', '--out', '/proc/foo')
  expect(code).toBe(1)
  expect(errors).toEqual([expect.stringContaining('output/write-failed')])
})

it.each([
  ['See ::contact here.', /rent\.md:\d+:5 .*markdown\/unknown-directive {2}This is a block inside a line/],
  ['## ::contact', /rent\.md:\d+:4 .*markdown\/unknown-directive/],
  ['Call {phoneLink}.', /rent\.md:\d+:6 .*content\/link-token {2}This is the phone number for links/],
])('%s is never printed as text', async (line, problem) => {
  const { stderr } = await told({ 'content/articles/fees.md': article('fees', {}, line) }, 'check', 'acme')
  expect(stderr.replaceAll('fees.md', 'rent.md')).toMatch(problem)
})

it('anything but a block or a number stays text', async () => {
  const text = 'Call [{phone}](tel:{phoneLink}). `See ::contact` and std::vector, \\::contact.'
  const { stderr } = await told({ 'content/articles/fees.md': article('fees', {}, text) }, 'check', 'acme')
  expect(stderr).not.toContain('fees.md')
})

it('a text file next to the content is reported as unread', async () => {
  const { stderr } = await told({ 'content/notes.txt': 'Notes.\n' }, 'check', 'acme')
  expect(stderr).toMatch(/^content\/notes\.txt:1:1 {2}warning {2}project\/unread-file/m)
})
