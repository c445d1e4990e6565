import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { csvOf, parseCsv } from '../../src/cli/table/csv.ts'
import { editYaml } from '../../src/cli/table/edit-yaml.ts'
import { brandYaml, project, readTree, runShared } from '../support/project.ts'
import { jsonOf } from './json.ts'

const aurora = `# Aurora, since 2019.
name: Aurora # as on the sign
siteUrl: https://www.aurora.example

# The form.
formId: 'aurora-1'
providerHost: forms.test.example
phone: "+18005550142" # day and night
email: info@aurora.example
companyLine: >-
  A service of
  Test LLC.
theme: {color: {accent: "#1d4ed8"}, radius: 10px} # round
extends: _house
`
const files = {
  'brands/_house/brand.yaml': '# What all share.\nlocale: en-US\nlegalName: Test LLC\n',
  'brands/aurora/brand.yaml': aurora,
  'brands/harbor/brand.yaml': brandYaml({ name: 'Harbor', extends: '_house' }),
}
const keys = 'name,phone,siteUrl,theme.color.accent,legalName,companyLine'
const exported = async (cwd: string, ...words: string[]) =>
  (await runShared(['table', 'export', keys, ...words], { cwd })).stdout
const apply = async (cwd: string, csv: string, ...words: string[]) => {
  const table = join(project({ 'brands.csv': csv }), 'brands.csv')
  return runShared(['table', 'apply', table, ...words], { cwd })
}

describe('table', () => {
  test('export prints a row for each brand, with inherited values', async () => {
    const lines = (await exported(project(files))).split('\n')
    expect(lines[0]).toBe(`id,${keys}`)
    expect(lines[1]).toBe(
      'aurora,Aurora,+18005550142,https://www.aurora.example,#1d4ed8,Test LLC,A service of Test LLC.',
    )
    expect(lines).toHaveLength(4)
    expect((await exported(project(files), 'harbor')).split('\n')).toHaveLength(3)
  })

  test('apply of an export changes nothing', async () => {
    const cwd = project(files)
    const run = await apply(cwd, await exported(cwd))
    expect(run).toMatchObject({ code: 0, stdout: 'Nothing to change.\n', stderr: '' })
    expect(readTree(cwd)).toEqual(files)
  })

  test('apply writes changed values, keeps comments and prints the difference', async () => {
    const cwd = project(files)
    const csv = (await exported(cwd)).replace('+18005550142', '+18005550143').replace('#1d4ed8', '#0f766e')
    const dry = await apply(cwd, csv, '--dry-run')
    expect(dry.stdout).toContain('Nothing was written')
    expect(readTree(cwd)).toEqual(files)
    const run = await apply(cwd, csv)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^aurora +phone +\+18005550142 +\+18005550143$/m)
    expect(run.stdout).toContain('2 values of 1 brand.')
    expect(readTree(cwd)).toEqual({
      ...files,
      'brands/aurora/brand.yaml': aurora
        .replace('+18005550142', '+18005550143')
        .replace('#1d4ed8', '#0f766e'),
    })
  })

  test('a brand of a brand inherits changes, and keeps its own values', async () => {
    const family = {
      ...files,
      'brands/aurora-es/brand.yaml': 'extends: aurora\nsiteUrl: https://es.aurora.example\n',
    }
    const es = 'brands/aurora-es/brand.yaml'
    const cwd = project(family)
    const all = await exported(cwd)
    const changed = all.replaceAll('+18005550142', '+18005550143')
    expect((await apply(cwd, changed)).stdout).toContain('1 value of 1 brand.')
    expect(readTree(cwd)[es]).toBe(family[es])
    expect(await exported(cwd)).toBe(changed)
    // The line of the second brand has not changed.
    const first = changed.replace('+18005550143', '+18005550144')
    expect((await apply(cwd, first)).code).toBe(0)
    expect(readTree(cwd)[es]).toBe(`${family[es]}phone: "+18005550143"\n`)
    expect(await exported(cwd)).toBe(first)
  })

  test('an empty cell shows the value that the brand then inherits, with the changes of the same table', async () => {
    const es = 'extends: aurora\nsiteUrl: https://es.aurora.example\nphone: "+18005550143"\n'
    const cwd = project({ ...files, 'brands/aurora-es/brand.yaml': es })
    const csv = 'id,phone\naurora-es,\naurora,+18005550144\n'
    const { stdout } = await apply(cwd, csv, '--dry-run')
    expect(stdout).toMatch(/^aurora-es +phone +\+18005550143 +\+18005550144 \(inherited\)$/m)
  })

  test('a value that is inherited becomes the brand’s own; an empty cell removes one', async () => {
    const cwd = project(files)
    const run = await apply(cwd, 'id,legalName,theme.radius\naurora,Other LLC,\n')
    expect(run.code).toBe(0)
    expect(run.stdout).toMatch(/^aurora +theme\.radius +10px +\S+ \(inherited\)$/m)
    const text = readFileSync(join(cwd, 'brands/aurora/brand.yaml'), 'utf8')
    expect(parse(text)).toMatchObject({ legalName: 'Other LLC', theme: { color: { accent: '#1d4ed8' } } })
    expect(parse(text).theme).not.toHaveProperty('radius')
    for (const [comment] of aurora.matchAll(/# .*$/gm)) expect(text).toContain(comment)
  })

  test.each([
    ['id,phone\naurora,+18005550143\nharbor,5550143\n', 3, '/brands.csv:3:8  error  brand/invalid-phone'],
    ['id,phon\naurora,1\n', 3, '/brands.csv:1:4  error  brand/unknown-key'],
    ['id,name\naurora,A\nharbour,B\n', 2, '/brands.csv:3:1  error  usage/unknown-brand'],
    [
      'id,name\naurora,A\naurora,B\n',
      2,
      '/brands.csv:3:1  error  usage/invalid  "aurora" is already on line 2.',
    ],
    ['id,name\naurora\n', 2, '/brands.csv:2:1  error  usage/invalid  This line has 1 cell, not 2.'],
    ['name\naurora\n', 2, '/brands.csv:1:1  error  usage/invalid  The first line must name the column "id"'],
    ['id,name\naurora,"A\n', 2, '/brands.csv:2:8  error  usage/invalid  This quotation mark is not closed'],
    ['id,name.first\naurora,A\n', 3, '/brands.csv:1:4  error  usage/invalid  "name.first" cannot be written'],
    [
      'id,articles.listLimit\nharbor,\n',
      3,
      '/brands.csv:2:8  error  usage/invalid  "articles.listLimit" of "harbor" has its default value',
    ],
    [
      'id,legalName\nharbor,\n',
      3,
      '/brands.csv:2:8  error  usage/invalid  "legalName" of "harbor" is inherited',
    ],
    ['\uFEFFphone;id\r\n5550143;aurora\r\n', 3, '/brands.csv:2:1  error  brand/invalid-phone'],
    ['id,companyLine,phone\naurora,"Two\nlines",1\n', 3, '/brands.csv:3:8  error  brand/invalid-phone'],
  ])('all or none, with the place in the table: %j', async (csv, code, said) => {
    const cwd = project(files)
    const run = await apply(cwd, csv)
    expect(run).toMatchObject({ code, stderr: expect.stringContaining(said) })
    expect(run.stderr).not.toMatch(/brand\.yaml:\d/)
    expect(readTree(cwd)).toEqual(files)
  })

  test('a problem is reported once, at its cell, whatever else the row changes', async () => {
    const cwd = project(files)
    const { code, stderr } = await apply(cwd, 'id,name,phone,email\naurora,B,5550143,b@aurora.example\n')
    expect(code).toBe(3)
    expect(stderr.match(/\S+:\d+:\d+ {2}error .*/g)).toEqual([
      expect.stringMatching(/brands\.csv:2:10 {2}error {2}brand\/invalid-phone/),
    ])
  })

  test('values that are right only together are accepted', async () => {
    const cwd = project(files)
    const run = await apply(cwd, 'id,minAmount,maxAmount\naurora,2000,5000\n')
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const wrong = await apply(cwd, 'id,minAmount,maxAmount\naurora,6000,5500\n')
    expect(wrong.code).toBe(3)
    expect(wrong.stderr.match(/\S+:\d+:\d+ {2}error/g)).toHaveLength(1)
  })

  test('the line of the table is shown, and only keys that fit in a cell are suggested', async () => {
    const cwd = project({ ...files, 'brands.csv': 'id,phone\naurora,18005550143\n' })
    const { stderr } = await runShared(['table', 'apply', 'brands.csv'], { cwd })
    expect(stderr).toMatch(/^brands\.csv:2:8 /)
    expect(stderr).toContain('  2 | aurora,18005550143\n    |        ^\n')
    const unknown = await runShared(['table', 'export', 'maxApr'], { cwd })
    expect(unknown.stderr).toContain('No brand has a value for "maxApr".')
    expect(unknown.stderr).toContain('It is a key of brand.yaml, but no brand sets it.')
    expect(unknown.stderr).not.toContain('Did you mean')
  })

  test('keys that no brand has, or that are not single values, are refused', async () => {
    const cwd = project(files)
    const unknown = await runShared(['table', 'export', 'name,phon'], { cwd })
    expect(unknown).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean "phone"?'),
    })
    for (const key of ['theme', 'phones']) {
      const map = await runShared(['table', 'export', key], { cwd })
      expect(map).toMatchObject({ code: 2, stderr: expect.stringContaining('several values') })
    }
    // Whether a brand sets it or not.
    for (const key of ['unavailableStates', 'articles.only']) {
      const list = await runShared(['table', 'export', key], { cwd })
      expect(list).toMatchObject({ code: 2, stderr: expect.stringContaining(`"${key}" is a list`) })
      expect(list.stderr).not.toContain('No brand has a value')
    }
    const json = await runShared(['table', 'export', 'name', 'aurora', '--json'], { cwd })
    expect(jsonOf(json)).toMatchObject({ brands: [{ id: 'aurora', values: { name: 'Aurora' } }] })
  })
})

const cell = fc.string({
  unit: fc.constantFrom('a', ' ', ',', ';', '"', '\n', '\r', 'é', '#', '=', '+', '1'),
})

/** The texts of a table's cells. */
const read = (csv: string) => {
  const parsed = parseCsv(csv)
  return 'rows' in parsed && parsed.rows.map(row => row.map(({ text }) => text))
}

test('a table that is read again has the same cells', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell)), rows => {
      const table = [['id', 'b', 'c'], ...rows]
      expect(read(csvOf(table))).toEqual(table)
    }),
  )
})

test('tables of Windows and of spreadsheets with semicolons', () => {
  expect(read('id;name\r\naurora;"A; B"\r\n\r\n')).toEqual([
    ['id', 'name'],
    ['aurora', 'A; B'],
  ])
})

test.each([
  ['companyLine', ' '],
  ['companyLine', 'A \n'],
  ['new', ' \n'],
])('white space around a value is read back: %s', (key, value) => {
  expect(parse(editYaml(aurora, [key], value))[key]).toBe(value)
  expect(parse(editYaml('', [key], value))[key]).toBe(value)
})

test.each([
  ['theme:\n  color:\n    accent: "#1d4ed8"\n', 'name: A\n'],
  ['theme: { color: { accent: "#1d4ed8" }, radius: 1 }\n', 'theme: { radius: 1 }\nname: A\n'],
  [
    'theme:\n  color:\n    accent: "#1d4ed8"\n    # dark: later\n',
    'theme:\n  color:\n    {}\n    # dark: later\nname: A\n',
  ],
  ['# Ours.\n\ntheme: {color: {accent: "#1d4ed8"}} # round\n', '# Ours.\n\ntheme: {} # round\nname: A\n'],
])('a map goes with its last key, if it has no comment: %j', (theme, left) => {
  expect(editYaml(`${theme}name: A\n`, ['theme', 'color', 'accent'], undefined)).toBe(left)
})

test('an environment stays without its last value', () => {
  const text = 'environments:\n  staging:\n    formId: test\n'
  const path = ['environments', 'staging', 'formId']
  expect(editYaml(text, path, undefined)).toBe('environments:\n  staging: {}\n')
})

test('any written value is read back, and every comment stays', () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), cell)
  const path = fc.constantFrom(
    ['name'],
    ['phone'],
    ['formId'],
    ['companyLine'],
    ['theme', 'color', 'accent'],
    ['new'],
    ['theme', 'new'],
  )
  fc.assert(
    fc.property(path, value, (keys, written) => {
      const made = editYaml(aurora, keys, written)
      const found = keys.reduce<unknown>((map, key) => (map as Record<string, unknown>)[key], parse(made))
      expect(found).toEqual(written)
      for (const [comment] of aurora.matchAll(/# .*$/gm)) expect(made).toContain(comment)
      const before = parse(aurora)
      const others = Object.keys(before).filter(key => key !== keys[0])
      for (const key of others) expect(parse(made)[key]).toEqual(before[key])
    }),
  )
})
