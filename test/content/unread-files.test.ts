import { describe, expect, it } from 'vitest'
import { unreadFiles } from '../../src/content/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { repositoryRoot } from '../support/project.ts'

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
    expect(unreadFiles(diskFiles(repositoryRoot))).toEqual([])
  })
})
