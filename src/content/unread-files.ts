// Finds a project's files that nothing reads: most were meant to be read, but are in the wrong place or have the wrong name.

import { brandFiles, brandsFolder } from '../brand/index.ts'
import { type Diagnostic, diagnostic, startOf, suggest } from '../diagnostics/index.ts'
import type { Files } from '../files/index.ts'
import { contentFiles, imagePattern, isContentFile, markdownFolders, sharedFolders } from './content-files.ts'
import { publicFolder } from './pages/public-files.ts'

/** If there are more than this, there is usually one cause: a folder that was copied to the wrong place. */
const maxReported = 30

/**
 * Reports the files in a project's folders that nothing reads. Hidden files and editors' backups may be anywhere. Notes for
 * people (README, LICENSE) may be anywhere except in content, where they look like pages: there they are reported as a note.
 * @param brands Brands and bases whose folders are checked; default: all.
 */
export function unreadFiles(files: Files, brands?: readonly string[]): Diagnostic[] {
  const folders = brands?.map(id => `${brandsFolder}/${id}`) ?? [brandsFolder]
  const paths = [
    ...[...sharedFolders, ...misplacedFolders, ...folders].flatMap(folder => files.list(folder).value),
    ...misplacedFiles.filter(path => files.readBytes(path).value !== undefined),
  ]
  const isOther = (path: string): boolean =>
    isRead(path) || isForPeople(path) || isSection(path, files, paths) || isNamedImage(path, files, paths)
  const unread = paths.filter(path => !isOther(path))
  const reported = unread.slice(0, maxReported).map(path => unreadFile(path, new Set(paths)))
  const next = unread[maxReported]
  if (next !== undefined) {
    const message = `Nothing reads this file or ${unread.length - maxReported - 1} others.`
    reported.push(diagnostic('project/unread-file', message, { at: startOf(next) }))
  }
  return reported
}

/** A note for people, in a place where it cannot be mistaken for a page. */
function isForPeople(path: string): boolean {
  return notes.test(path) && !inContent.test(path)
}

/** Folders that many tools read at the root of a project. The rest of the root is none of Imprint's business. */
const misplacedFolders = ['static', 'posts', '_posts', 'articles', 'pages', 'blocks', 'layouts']
const misplacedFiles = [
  ...['strings', 'faq', 'home', 'navigation', 'redirects', 'brand'].flatMap(name => [
    `${name}.yaml`,
    `${name}.yml`,
  ]),
  ...['_redirects', 'robots.txt', 'ads.txt', 'app-ads.txt', 'security.txt', 'favicon.ico', 'CNAME'],
]

const notes = /(?:^|\/)(?:README|LICEN[CS]E|CHANGELOG|CODEOWNERS)(?:\.(?:md|txt))?$/i
const inContent = /^(?:brands\/[^/]+\/)?content\//
const templatePattern = /\.(?:[cm]?[jt]sx?|css|json|woff2?)$/
const fontPattern = /\.(?:woff2?|ttf|otf)$/i

/** @param path Relative to the project, or to a brand's folder, which has the same layout. */
function isRead(path: string): boolean {
  const [folder, ...rest] = path.split('/')
  const inner = rest.join('/')
  if (folder === 'content') return isContentFile(inner)
  if (folder === 'templates') return templatePattern.test(inner) || imagePattern.test(inner)
  if (folder === publicFolder) return inner !== ''
  if (folder !== brandsFolder) return false
  const own = rest.slice(1).join('/')
  const isAsset = own.startsWith('assets/') && (imagePattern.test(own) || fontPattern.test(own))
  return (brandFiles as readonly string[]).includes(own) || isAsset || (own !== '' && isRead(own))
}

/** A Markdown file that a home page lists among its sections. */
function isSection(path: string, files: Files, paths: readonly string[]): boolean {
  const [, name] = /^(?:brands\/[^/]+\/)?content\/(.+\.md)$/.exec(path) ?? []
  if (name === undefined) return false
  const homes = paths.filter(other => other.endsWith('content/home.yaml'))
  return homes.some(home => files.readText(home).value?.text.includes(name))
}

/** An image of an unsupported type that a Markdown file names: that file is reported. */
function isNamedImage(path: string, files: Files, paths: readonly string[]): boolean {
  const [, name] = /\/([^/]+\.(?:hei[cf]|tiff?|bmp|jxl|jp2))$/i.exec(path) ?? []
  if (name === undefined || !inContent.test(path)) return false
  const texts = paths.filter(other => other.endsWith('.md') && inContent.test(other))
  return texts.some(text => files.readText(text).value?.text.includes(name))
}

function unreadFile(path: string, existing: ReadonlySet<string>): Diagnostic {
  if (notes.test(path))
    return diagnostic('project/unread-file', 'Nothing reads this file, and it does not become a page.', {
      at: startOf(path),
      severity: 'info',
      hint: 'You can keep it as a note for colleagues. To make it a page, rename it and move it to content/pages/.',
    })
  const place = placeFor(path)
  const taken = place !== undefined && existing.has(place)
  return diagnostic('project/unread-file', 'Nothing reads this file.', {
    at: startOf(path),
    hint:
      place === undefined
        ? `${whatCounts(path)} Remove this file, or move it to public/ to publish it unchanged.`
        : taken
          ? `It belongs at ${place}, which already exists: move this file’s content there.`
          : `Move it to ${place}.`,
  })
}

function whatCounts(path: string): string {
  const [, area] = /^(?:brands\/[^/]*\/)?(content|templates|assets)\//.exec(path) ?? []
  if (area === 'templates') return 'Templates are .ts, .tsx and .css files and the files that they import.'
  if (area === 'assets') return 'Assets are images and fonts.'
  if (area === 'content')
    return `Content is ${contentFiles.join(', ')}, and .md files in ${markdownFolders.map(name => `${name}/`).join(' and ')}.`
  if (!path.startsWith(`${brandsFolder}/`)) return 'A project has brands/, content/, templates/ and public/.'
  return `A brand has ${brandFiles.join(', ')}, assets/, content/, templates/ and public/.`
}

/** The place where a misplaced or slightly misnamed file would be read. */
function placeFor(path: string): string | undefined {
  const [, home = '', inner = ''] = /^(brands\/[^/]+\/)?(.*)$/.exec(path) ?? []
  const file = inner.replace(/^content\//, '')
  const spelled = withUsualNames(file)
  const names = [...contentFiles.map(name => `content/${name}`), ...(home === '' ? [] : brandFiles)]
  const bare = (name: string) => name.replace(/^content\//, '')
  const near = suggest(spelled, names.map(bare))
  const guesses = [
    home !== '' && imagePattern.test(spelled) ? `assets/${spelled.replace(/^assets\//, '')}` : '',
    spelled,
    `content/${spelled}`,
    names.find(name => bare(name) === near) ?? '',
    `content/${inUsualFolder(spelled)}`,
    spelled.includes('/') ? '' : `content/articles/${spelled}`,
    path.replace(/^(brands\/[^/]+)\.yaml$/, '$1/brand.yaml'),
  ]
  return guesses.map(guess => home + guess).find(isRead)
}

/** Replaces the names that other tools use. */
function withUsualNames(file: string): string {
  return file
    .replace(/\.yml$/i, '.yaml')
    .replace(/\.(?:markdown|mdown|mkdn?|mdx)$/i, '.md')
    .replace(/\.(?:ya?ml|md)$/i, extension => extension.toLowerCase())
    .replace(/^_redirects$/, 'redirects.yaml')
    .replace(/^(?:static|www|htdocs)\//, 'public/')
    .replace(/^(?:images?|img|media|logos?|fonts?)\//, 'assets/')
    .replace(/^blocks\//, 'templates/blocks/')
    .replace(/^layouts\//, 'templates/pages/')
    .replace(/^(?:article|posts?|_posts|blog)\//i, 'articles/')
    .replace(/^page\//i, 'pages/')
    .replace(/^([A-Z]\w+)(?=\.yaml$|\/)/, name => name.toLowerCase())
    .replace(
      /^(?:robots\.txt|ads\.txt|app-ads\.txt|security\.txt|favicon\.ico|CNAME|google\w+\.html)$/,
      'public/$&',
    )
}

/** `artcles/rent.md` → `articles/rent.md` */
function inUsualFolder(file: string): string {
  const [folder = '', ...rest] = file.split('/')
  return [rest.length > 0 ? (suggest(folder, markdownFolders) ?? folder) : folder, ...rest].join('/')
}
