// A project on disk with random edits, good and bad, to every kind of file, as people and their editors make them. The same
// seed makes the same edits.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { article, brandYaml, type FileMap, writeFiles } from './project.ts'

const slugs = ['rent', 'rates', 'rules', 'credit', 'fees', 'limits']

const page = (
  accent: string,
) => `import { Document, Island, Markup, type PageProps, type Templates } from 'imprint/kit'
import { Note } from './note.tsx'

function Page({ site, page, images, assets }: PageProps) {
  return (
    <Document site={site} head={page.head} images={images}>
      <main id="main">
        <h1 id="header" className="${accent}">{page.head.title}</h1>
        <img src={assets['templates/assets/mark.svg']} alt="" width="8" height="8" />
        <Note text={site.strings.header.about} />
        {page.kind === 'article' && page.article.body.map((part, index) => 'html' in part && <Markup key={index} html={part.html} />)}
        {'blog' in page && <ul>{page.blog.items.map(item => <li key={item.slug}><a href={item.href}>{item.title}</a></li>)}</ul>}
        <Island name="hello" on="idle">Hello</Island>
      </main>
    </Document>
  )
}

export const templates: Templates = {
  home: Page, faq: Page, article: Page, articleList: Page, ccpa: Page, notFound: Page, articleNotFound: Page,
}
`
const note = (extra: string) =>
  `export const Note = ({ text }: { readonly text: string }) => <p>{text}${extra}</p>\n`
const layout = (accent: string) => `import { Document, Markup, type PageProps } from 'imprint/kit'

export default function Layout({ site, page, images }: PageProps<'page'>) {
  return (
    <Document site={site} head={page.head} images={images}>
      <main id="main" className="${accent}"><h1 id="header">{page.title}</h1><Markup html={page.bodyHtml} /></main>
    </Document>
  )
}
`
const stars = (mark: string) => `import { usePage } from 'imprint/kit'
import * as z from 'zod'

export const props = z.object({ count: z.coerce.number().max(5) })

export default function Stars({ count }: z.infer<typeof props>) {
  return <p>{'${mark}'.repeat(count)} {usePage().page.lists?.articles.map(({ slug }) => slug)}</p>
}
`
const about = (body: string) => `---\ntitle: About us\ndescription: Who we are.\n---\n\n${body}`
const svg = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><path d="M0 0h${size}v${size}z"/></svg>\n`

/** Three brands, one with a logo and one with a base, some articles, and their own templates. */
export function editableProject(): FileMap {
  return {
    'brands/_house/brand.yaml': 'companyLine: House LLC\ntheme:\n  radius: 8px\n',
    'brands/one/brand.yaml': `${brandYaml({ name: 'One' })}theme:\n  logo: logo.svg\n`,
    'brands/one/assets/logo.svg': svg(64),
    'brands/two/brand.yaml': brandYaml({ name: 'Two', extends: '_house', companyLine: undefined }),
    'brands/three/brand.yaml': brandYaml({ name: 'Three', siteUrl: 'https://three.example/loans' }),
    ...Object.fromEntries(slugs.map(slug => [`content/articles/${slug}.md`, article(slug)])),
    'content/strings.yaml': 'header:\n  about: About\n',
    'templates/index.tsx': page('plain'),
    'content/pages/about.md': about('Us.\n\n::stars{count="3"}\n'),
    'templates/pages/page.tsx': layout('plain'),
    'templates/blocks/stars.tsx': stars('*'),
    'templates/note.tsx': note(''),
    'templates/styles.css': 'main{color:var(--color-text)}',
    'templates/assets/mark.svg': svg(8),
    'templates/islands/hello.ts': 'export default (element: HTMLElement) => void element.append("!")\n',
  }
}

/** mulberry32, which is small and the same everywhere. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Makes one random edit in the project. Returns a description of it. */
export function randomEdit(root: string, random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const digit = () => String(Math.floor(random() * 10))
  const at = (path: string) => join(root, path)
  const original = editableProject()
  const write = (
    path: string,
    content: string | Uint8Array,
    how = pick(['in place', 'atomic', 'twice']),
  ): string => {
    // A folder, link or file from an earlier edit may be in the way.
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (existsSync(at(folder)) && !isFolder(at(folder))) rmSync(at(folder), { force: true })
    }
    if (isFolder(at(path))) rmSync(at(path), { recursive: true })
    mkdirSync(dirname(at(path)), { recursive: true })
    if (how === 'atomic') {
      writeFileSync(at(`${path}.tmp~`), content)
      renameSync(at(`${path}.tmp~`), at(path))
    } else {
      rmSync(at(path), { force: true, recursive: true })
      if (how === 'twice') writeFileSync(at(path), content.slice(0, content.length / 2))
      writeFileSync(at(path), content)
    }
    return `write ${path} ${how}`
  }
  const remove = (path: string): string => {
    rmSync(at(path), { recursive: true, force: true })
    return `remove ${path}`
  }
  const move = (from: string, to: string): string => {
    if (existsSync(at(from)) && !existsSync(at(to))) {
      mkdirSync(dirname(at(to)), { recursive: true })
      renameSync(at(from), at(to))
    }
    return `move ${from} to ${to}`
  }
  const brand = pick(['one', 'two', 'three'])
  const slug = pick(slugs)
  const layer = pick(['', '', `brands/${brand}/`, 'brands/_house/'])
  const articlePath = `${layer}content/articles/${slug}.md`
  const brandFile = `brands/${brand}/brand.yaml`
  const goodBrand = original[brandFile] as string

  const edits: readonly (() => string)[] = [
    // Articles: valid, invalid, removed, moved.
    () =>
      write(
        articlePath,
        article(slug, { title: `Title ${digit()}${digit()}` }, `Text ${digit()} of {name}.\n`),
      ),
    () => write(articlePath, article(slug, {}, `Same length ${digit()}.\n`), 'in place'),
    () => write(articlePath, article(slug, { date: '2025-02-30' })),
    () => write(articlePath, article(slug, { draft: 'true' })),
    () => write(articlePath, article(slug, {}, '<div>raw</div>\n')),
    () => write(articlePath, article(slug, {}, `See [other](/articles/${pick(slugs)}/#header).\n`)),
    () => write(articlePath, article(pick(slugs))),
    () => write(articlePath, '---\ntitle: [\n'),
    () => write(articlePath, new Uint8Array([0xff, 0xfe, 0x41])),
    () => remove(articlePath),
    () => move(articlePath, `${layer}content/articles/deeper/${slug}.md`),
    () => write(`${layer}content/articles/${slug}.md/inside.txt`, 'a folder with the name of an article'),
    // Content of the whole site.
    () => write(`${layer}content/strings.yaml`, `header:\n  about: About ${digit()}\n`),
    () => write(`${layer}content/strings.yaml`, `header:\n  abut: About ${digit()}\n`),
    () => write(`${layer}content/strings.yaml`, 'header:\n\tabout: a tab\n'),
    () => remove(`${layer}content/strings.yaml`),
    () => write(`${layer}content/faq.yaml`, faq(5 + Number(digit()))),
    () => write(`${layer}content/faq.yaml`, '- question: alone\n'),
    () => remove(`${layer}content/faq.yaml`),
    () =>
      write(
        `${layer}content/pages/ccpa.md`,
        `---\ntitle: Privacy ${digit()}\ndescription: Yours.\n---\n\nText.\n`,
      ),
    () => remove(`${layer}content/pages`),
    // Pages with layouts and blocks.
    () => write(`${layer}content/pages/about.md`, about(`::stars{count="${digit()}"}\n`)),
    () => write(articlePath, article(slug, { tags: '[fees]' }, `::stars{count="${digit()}"}\n`)),
    () => move(`${layer}content/pages/about.md`, `${layer}content/pages/legal/us.md`),
    () => write('templates/pages/page.tsx', layout(`accent-${digit()}`)),
    () => write('templates/blocks/stars.tsx', stars(digit())),
    () => move('templates/blocks/stars.tsx', 'templates/blocks/marks.tsx'),
    // Brands and their base.
    () => write(brandFile, `${goodBrand}copyrightYear: 201${digit()}\n`),
    () => write(brandFile, `${goodBrand}unknownKey: ${digit()}\n`),
    () => write(brandFile, goodBrand.replace('"+18005550142"', `"+1800555014${digit()}"`)),
    () => write(brandFile, goodBrand.replace('phone:', 'phone: [')),
    () => write(brandFile, goodBrand),
    () =>
      write('brands/_house/brand.yaml', `companyLine: House ${digit()}\ntheme:\n  radius: ${digit()}px\n`),
    () => write('brands/_house/brand.yaml', 'extends: two\n'),
    () => remove(`brands/${brand}`),
    () => write('brands/four/brand.yaml', brandYaml({ name: `Four ${digit()}` })),
    () => remove('brands/four'),
    () => write('brands/one/assets/logo.svg', svg(60 + Number(digit()))),
    () => write('brands/one/assets/logo.svg', 'not an image'),
    // Templates.
    () => write('templates/styles.css', `main{color:#00000${digit()}}`),
    () => write('templates/styles.css', 'main{color:'),
    () => write('templates/note.tsx', note(` ${digit()}`)),
    () => write('templates/note.tsx', 'export const Note = ( => <p/>\n'),
    () => write('templates/note.tsx', note('{text.missing.deep}')),
    () => write('templates/index.tsx', page(`accent-${digit()}`)),
    () =>
      write(
        'templates/islands/hello.ts',
        `export default (element: HTMLElement) => void element.append("${digit()}")\n`,
      ),
    () => remove('templates/islands/hello.ts'),
    () => write('templates/assets/mark.svg', svg(1 + Number(digit()))),
    () => move('templates/note.tsx', 'templates/parts/note.tsx'),
    () => move('templates', 'templates.away'),
    () => move('templates.away', 'templates'),
    // Whole folders, as after a switch of branches or an accident.
    () => move('content', 'content.away'),
    () => move('content.away', 'content'),
    () => {
      rmSync(at('content/linked.md'), { force: true })
      mkdirSync(at('content'), { recursive: true })
      symlinkSync('/etc/hostname', at('content/linked.md'))
      return 'link content/linked.md to the outside'
    },
    () => {
      const text = digit()
      for (let index = 0; index < 40; index++) {
        const name = `many-${index}`
        writeFiles(root, { [`content/articles/${name}.md`]: article(name, {}, `Branch ${text}.\n`) })
      }
      return 'switch to a branch with 40 articles more'
    },
    () => {
      for (const name of isFolder(at('content/articles')) ? readdirSync(at('content/articles')) : [])
        if (name.startsWith('many-')) rmSync(at(`content/articles/${name}`))
      return 'switch back'
    },
    // Everything is fixed from time to time, because otherwise nothing would stay valid for long.
    ...Array.from({ length: 6 }, () => () => {
      for (const name of ['content.away', 'templates.away'])
        rmSync(at(name), { recursive: true, force: true })
      for (const name of ['brands', 'content', 'templates'])
        rmSync(at(name), { recursive: true, force: true })
      writeFiles(root, original)
      return 'mend everything'
    }),
  ]
  return pick(edits)()
}

function faq(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `- question: Question ${index}?\n  answer: Answer.\n`,
  ).join('')
}

function isFolder(path: string): boolean {
  try {
    readdirSync(path)
    return true
  } catch {
    return false
  }
}

/** A copy of a project's input folders, for a build that nothing disturbs. */
export function copyOf(root: string, to: string): void {
  for (const name of ['brands', 'content', 'templates']) {
    rmSync(join(to, name), { recursive: true, force: true })
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(to, name), { recursive: true, verbatimSymlinks: true })
  }
}
