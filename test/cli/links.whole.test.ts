import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { article, brandYaml, project, runShared } from '../support/project.ts'

it('a content folder elsewhere is published only if the command allows it', async () => {
  const shared = project({ 'articles/rent.md': article('rent') })
  const root = project({ 'brands/acme/brand.yaml': brandYaml() })
  symlinkSync(shared, join(root, 'content'))

  const refused = await runShared(['build'], { cwd: root })
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('content:1:1  ')
  expect(refused.stderr).toContain('file/symlink  This symbolic link points outside the project')
  expect(refused.stderr).toContain('--allow-links')

  const allowed = await runShared(['build', '--allow-links', shared], { cwd: root })
  expect(allowed).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(root, 'dist/acme/articles/rent/index.html'), 'utf8')).toContain('Title of rent')
})
