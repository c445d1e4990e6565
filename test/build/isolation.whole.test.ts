import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { picture } from '../output/disk.ts'
import { article, brandYaml, project, readTree, runShared } from '../support/project.ts'

const brands = ['alpha', 'beta', 'gamma'] as const
type Trees = Record<string, Record<string, string>>

/** A project with three brands, one of which has a base path. All of them have been built. */
async function builtProject(): Promise<string> {
  const root = project({
    ...Object.fromEntries(
      brands.map(id => [
        `brands/${id}/brand.yaml`,
        brandYaml({ name: `Brand ${id}`, siteUrl: `https://${id}.example${id === 'beta' ? '/loans' : ''}` }),
      ]),
    ),
    'content/articles/first.md': article('first'),
    'content/articles/second.md': article('second'),
    'content/strings.yaml': 'header:\n  about: About\n',
  })
  expect((await runShared(['build', '--all'], { cwd: root })).code).toBe(0)
  return root
}

const treesOf = (root: string): Trees =>
  Object.fromEntries(brands.map(id => [id, readTree(join(root, 'dist', id))]))

function change(root: string, path: string, edit: (text: string) => string): void {
  const before = readFileSync(join(root, path), 'utf8')
  const after = edit(before)
  expect(after).not.toBe(before)
  writeFileSync(join(root, path), after)
}

describe('one brand broken on purpose', () => {
  test.each(brands)('%s: exit 3, and the others are what they are without it', async broken => {
    const root = await builtProject()
    const before = picture(join(root, 'dist'))
    const config = `brands/${broken}/brand.yaml`
    change(root, config, text => text.replace(/^phone:.*$/m, 'phone: "call us"'))
    // A change that every page shows, so that the other brands must be written.
    change(root, 'content/strings.yaml', text => text.replace('About', 'About us all'))
    const run = await runShared(['build', '--all'], { cwd: root })
    expect(run.code).toBe(3)
    expect(run.stderr).toMatch(new RegExp(`^${config}:\\d+:\\d+ {2}error {2}brand/invalid-phone`))
    const after = treesOf(root)

    const others = brands.filter(id => id !== broken)
    const without = join(root, 'without')
    const alone = await runShared(['build', ...others, '--out', without], { cwd: root })
    expect(alone).toMatchObject({ code: 0, stderr: '' })
    for (const id of others) {
      expect(after[id]).toEqual(readTree(join(without, id)))
      expect(after[id]?.['index.html']).toContain('About us all')
    }
    // No file of the broken brand was changed.
    const own = (tree: Record<string, string>) =>
      Object.entries(tree).filter(([path]) => path.startsWith(`${broken}/`))
    expect(own(picture(join(root, 'dist')))).toEqual(own(before))
    expect(own(before).length).toBeGreaterThan(10)
  })
})

describe('building one brand', () => {
  test('touches nothing of the others', async () => {
    const root = await builtProject()
    change(root, 'content/strings.yaml', text => text.replace('About', 'About us all'))
    const before = picture(join(root, 'dist'))
    expect((await runShared(['build', 'alpha'], { cwd: root })).code).toBe(0)
    const after = picture(join(root, 'dist'))
    const others = (tree: Record<string, string>) =>
      Object.entries(tree).filter(([path]) => path.startsWith('beta') || path.startsWith('gamma'))
    expect(others(after)).toEqual(others(before))
    expect(readFileSync(join(root, 'dist/alpha/index.html'), 'utf8')).toContain('About us all')
  })

  test('again changes no file at all', async () => {
    const root = await builtProject()
    const before = picture(join(root, 'dist'))
    const run = await runShared(['build', '--all', '--json'], { cwd: root })
    const statuses = JSON.parse(run.stdout).brands.map((brand: { status: string }) => brand.status)
    expect(statuses).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(picture(join(root, 'dist'))).toEqual(before)
  })
})
