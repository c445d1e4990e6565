import { describe, expect, it } from 'vitest'
import { unreadFiles as unreadIn } from '../../src/assets/index.ts'
import { diskFiles, type Files, memoryFiles } from '../../src/files/index.ts'
import { type FileMap, repositoryRoot } from '../support/project.ts'

const defaults = memoryFiles({
  'templates/footer.tsx': '',
  'templates/home.tsx': '',
  'templates/hero.css': '',
})
const unreadFiles = (files: Files, brands?: readonly string[]) => unreadIn(files, defaults, brands)

/** The right place of each unread file, as named in the hint. */
const places = (...paths: readonly string[]) =>
  unreadFiles(memoryFiles(Object.fromEntries(paths.map(path => [path, ''])))).map(({ file, hint = '' }) => [
    file,
    / ?(?:Move it to|It belongs at) (\S+?),? ?(?:which already exists.*)?\.?$/.exec(hint)?.[1] ?? hint,
  ])

describe('unreadFiles', () => {
  it.each([
    ['brands/x/strings.yaml', 'brands/x/content/strings.yaml'],
    ['brands/x/content/strings.yml', 'brands/x/content/strings.yaml'],
    ['content/strngs.yaml', 'content/strings.yaml'],
    ['content/FAQ.yaml', 'content/faq.yaml'],
    ['content/Strings.yml', 'content/strings.yaml'],
    ['brands/x/articles/rent.md', 'brands/x/content/articles/rent.md'],
    ['brands/_base/posts/rent.markdown', 'brands/_base/content/articles/rent.md'],
    ['content/article/rent.md', 'content/articles/rent.md'],
    ['content/artcles/2025/rent.md', 'content/articles/2025/rent.md'],
    ['content/articles/rent.markdown', 'content/articles/rent.md'],
    ['content/rent.mdx', 'content/articles/rent.md'],
    ['brands/x/static/google1.html', 'brands/x/public/google1.html'],
    ['brands/x/ads.txt', 'brands/x/public/ads.txt'],
    ['brands/x/logo.svg', 'brands/x/assets/logo.svg'],
    ['brands/x/images/logo.svg', 'brands/x/assets/logo.svg'],
    ['brands/x/brand.yml', 'brands/x/brand.yaml'],
    ['brands/x.yaml', 'brands/x/brand.yaml'],
    ['static/logo.png', 'public/logo.png'],
    ['posts/rent.md', 'content/articles/rent.md'],
    ['pages/about.md', 'content/pages/about.md'],
    ['blocks/notice.tsx', 'templates/blocks/notice.tsx'],
    ['strings.yml', 'content/strings.yaml'],
    ['_redirects', 'content/redirects.yaml'],
    ['ads.txt', 'public/ads.txt'],
    ['robots.txt', 'Remove it: Imprint writes robots.txt itself.'],
    ['static/robots.txt', 'Remove it: Imprint writes robots.txt itself.'],
  ])('%s belongs at %s', (path, place) => {
    expect(places(path)).toEqual([[path, place]])
  })

  it('reports that the right file exists already', () => {
    const files = memoryFiles({ 'content/faq.yaml': '', 'content/faq.yml': '' })
    expect(unreadFiles(files)).toMatchObject([
      {
        severity: 'warning',
        code: 'project/unread-file',
        hint: 'It belongs at content/faq.yaml, which already exists: move this file’s content there.',
      },
    ])
  })

  it.each([
    ['content/prices.xlsx', 'Content is'],
    ['templates/hero.scss', 'Templates are'],
    ['brands/x/assets/site.css', 'Assets are'],
    ['brands/x/deploy.sh', 'A brand has'],
    ['pages/index.vue', 'A project has'],
  ])('says for %s what counts there', (path, start) => {
    expect(unreadFiles(memoryFiles({ [path]: '' }))[0]?.hint).toMatch(new RegExp(`^${start} .*Remove`))
  })

  it('ignores files that are read, hidden files, backups and notes for people', () => {
    const read = [
      'brands/x/brand.yaml',
      'brands/x/disclosures.lock.json',
      'brands/x/assets/logo.svg',
      'brands/x/assets/fonts/inter.woff2',
      'brands/x/content/articles/rent.md',
      'brands/x/content/articles/rates.PNG',
      'brands/x/public/any.thing',
      'templates/islands/form.ts',
      'public/.well-known/security.txt',
      'content/.DS_Store',
      'src/pages/index.ts',
      'package.json',
      'content/faq.yaml~',
      'content/.faq.yaml.swp',
      'brands/x/README.md',
      'templates/LICENSE',
    ]
    expect(places(...read)).toEqual([])
  })

  it.each([
    'content/README.md',
    'content/pages/LICENSE',
    'brands/x/content/CODEOWNERS',
    'content/CHANGELOG.md',
  ])('notes that no page is made of %s', path => {
    expect(unreadFiles(memoryFiles({ [path]: '' }))).toMatchObject([
      {
        severity: 'info',
        code: 'project/unread-file',
        file: path,
        message: expect.stringContaining('does not become a page'),
      },
    ])
  })

  it('knows the texts that a home page names', () => {
    const home = 'sections: [hero, {markdown: texts/a.md}, form]\n'
    const files = { 'brands/x/content/home.yaml': home, 'content/texts/a.md': '', 'content/texts/b.md': '' }
    expect(unreadFiles(memoryFiles(files)).map(({ file }) => file)).toEqual(['content/texts/b.md'])
  })

  it('leaves an image that cannot be shown to the text that names it', () => {
    const files = memoryFiles({
      'content/articles/one.md': '![A photo](photo.heic)',
      'content/articles/photo.heic': '',
      'content/articles/other.heic': '',
    })
    expect(unreadFiles(files).map(({ file }) => file)).toEqual(['content/articles/other.heic'])
  })

  it('checks only the given brands, and is brief about many', () => {
    const files = memoryFiles({ 'brands/x/a.sh': '', 'brands/y/b.sh': '' })
    expect(unreadFiles(files, ['y']).map(({ file }) => file)).toEqual(['brands/y/b.sh'])
    const many = Array.from({ length: 2000 }, (_, index) => `content/old/${index}.txt`)
    expect(unreadFiles(memoryFiles(Object.fromEntries(many.map(path => [path, '']))))).toHaveLength(31)
  })

  it('finds nothing in this repository', () => {
    // Its templates are those of the package.
    expect(unreadIn(diskFiles(repositoryRoot), memoryFiles({}))).toEqual([])
  })
})

describe('unread templates', () => {
  const unread = (files: FileMap, brands?: readonly string[]) =>
    unreadFiles(memoryFiles(files), brands).map(({ file }) => file)

  it('a template is read that has the name of a page or of one of the package, or that another imports', () => {
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

  it('files that an unread one imports are reported, too', () => {
    const files = {
      'templates/foter.tsx': "import './foter.css'",
      'templates/foter.css': '',
      'brands/x/templates/a.ts': '',
    }
    expect(unread(files)).toEqual(['templates/foter.css', 'templates/foter.tsx', 'brands/x/templates/a.ts'])
  })

  it('the name of a template is suggested that is near, not one that begins with the same folder', () => {
    const hints = (path: string) => unreadFiles(memoryFiles({ [path]: '' })).map(({ hint = '' }) => hint)
    expect(hints('brands/x/templates/foter.tsx')).toEqual([
      expect.stringContaining('rename it to brands/x/templates/footer.tsx.'),
    ])
    expect(hints('templates/word.tsx')).toEqual([expect.stringContaining('"imprint eject" lists the names.')])
  })
})
