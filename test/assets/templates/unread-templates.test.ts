import { expect, test } from 'vitest'
import { unreadTemplates } from '../../../src/assets/index.ts'
import { diskFiles, memoryFiles } from '../../../src/files/index.ts'
import { type FileMap, repositoryRoot } from '../../support/project.ts'

const defaults = memoryFiles({
  'templates/footer.tsx': '',
  'templates/home.tsx': '',
  'templates/hero.css': '',
})
const unread = (files: FileMap, brands?: readonly string[]) =>
  unreadTemplates(memoryFiles(files), defaults, brands).map(({ file }) => file)

test('a template is read that has the name of a page or of one of the package, or that another imports', () => {
  const read = {
    'templates/home.tsx': "import { Card } from './parts/card.tsx'\n",
    'templates/parts/card.tsx': "import styles from '../card.css'\nexport * from './tip'\n",
    'templates/parts/tip.tsx': '',
    'templates/card.css': '@import "./colours.css";',
    'templates/colours.css': '',
    'templates/styles.css': '',
    'templates/css.d.ts': '',
    'templates/pages/wide.tsx': '',
    'templates/blocks/stars.tsx': '',
    'templates/islands/greeting.ts': '',
    'templates/assets/map.json': '',
    'brands/x/templates/footer.tsx': "import { Only } from './only.tsx'",
    'templates/only.tsx': '',
    'brands/y/templates/home.tsx': "import { word } from '../brands/x/templates/word.ts'",
    'brands/x/templates/word.ts': '',
  }
  expect(unread(read)).toEqual([])
  // Only one brand is built, but another brand imports the shared files.
  expect(unread({ ...read, 'brands/y/templates/more.tsx': '' }, ['y'])).toEqual([
    'brands/y/templates/more.tsx',
  ])
})

test('files that an unread one imports are reported, too', () => {
  const files = {
    'templates/foter.tsx': "import './foter.css'",
    'templates/foter.css': '',
    'brands/x/templates/a.ts': '',
  }
  expect(unread(files)).toEqual(['templates/foter.css', 'templates/foter.tsx', 'brands/x/templates/a.ts'])
})

test('the name of a template is suggested that is near, not one that begins with the same folder', () => {
  const hints = (path: string) =>
    unreadTemplates(memoryFiles({ [path]: '' }), defaults).map(({ hint = '' }) => hint)
  expect(hints('brands/x/templates/foter.tsx')).toEqual([
    expect.stringContaining('rename it to brands/x/templates/footer.tsx.'),
  ])
  expect(hints('templates/word.tsx')).toEqual([expect.stringContaining('"imprint eject" lists the names.')])
})

test("in Imprint's own repository the project's templates are those of the package", () => {
  const files = diskFiles(repositoryRoot)
  expect(unreadTemplates(files, memoryFiles({}))).toEqual([])
})
