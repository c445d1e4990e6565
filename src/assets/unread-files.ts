// Finds a project's files that nothing reads: most were meant to be read, but are in the wrong place or have the wrong name.

import { brandFiles, brandsFolder } from '../brand/index.ts'
import {
  contentFiles,
  imagePattern,
  isContentFile,
  markdownFolders,
  publicFolder,
  sharedFolders,
} from '../content/index.ts'
import { type Diagnostic, diagnostic, grouped, startOf, suggest } from '../diagnostics/index.ts'
import type { Files } from '../files/index.ts'
import { islandFile } from './templates/islands.ts'
import {
  baseStyles,
  blockFile,
  indexFiles,
  layoutFile,
  templatesFolder,
} from './templates/template-layers.ts'

/** If there are more than this, there is usually one cause: a folder that was copied to the wrong place. */
const maxReported = 30

/** Folders at the root of a project that many tools read. Imprint ignores the rest of the root. */
const misplacedFolders = ['static', 'posts', '_posts', 'articles', 'pages', 'blocks', 'layouts']

/** Where files belong that people often put at the root of a project or of a brand. */
const usualPlaces: Readonly<Record<string, string>> = Object.fromEntries([
  ...contentFiles.map(name => [name, `content/${name}`]),
  ...['ads.txt', 'app-ads.txt', 'security.txt', 'favicon.ico', 'CNAME'].map(name => [
    name,
    `${publicFolder}/${name}`,
  ]),
  ['brand.yaml', 'brand.yaml'],
  ['_redirects', 'content/redirects.yaml'],
])
const misplacedFiles = [
  ...Object.keys(usualPlaces).flatMap(name => [name, name.replace(/yaml$/, 'yml')]),
  'robots.txt',
]

/** Folders with the names that other tools use. */
const usualFolders: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'content/articles': 'articles article posts post _posts blog',
    'content/pages': 'pages page',
    [publicFolder]: 'public static www htdocs',
    assets: 'assets images image img media logos logo fonts font',
    [`${templatesFolder}/blocks`]: 'blocks',
    [`${templatesFolder}/pages`]: 'layouts',
  }).flatMap(([place, names]) => names.split(' ').map(name => [name, place])),
)

const notes = /(?:^|\/)(?:README|LICEN[CS]E|CHANGELOG|CODEOWNERS)(?:\.(?:md|txt))?$/i
const inContent = /^(?:brands\/[^/]+\/)?content\//
const templatePattern = /\.(?:[cm]?[jt]sx?|css|json|woff2?)$/
const fontPattern = /\.(?:woff2?|ttf|otf)$/i

/**
 * Reports the files in a project's folders that nothing reads. Hidden files and editors' backups may be anywhere. Notes for
 * people (README, LICENSE) may be anywhere except in content, where they look like pages: there they are reported as a note.
 * @param defaults The package's own files.
 * @param brands Brands and bases whose folders are checked; default: all.
 */
export function unreadFiles(files: Files, defaults: Files, brands?: readonly string[]): Diagnostic[] {
  const folders = brands?.map(id => `${brandsFolder}/${id}`) ?? [brandsFolder]
  const existing = new Set([
    ...[...sharedFolders, ...misplacedFolders, ...folders].flatMap(folder => files.list(folder).value),
    ...misplacedFiles.filter(path => files.readBytes(path).value !== undefined),
  ])
  const paths = [...existing]
  const isForPeople = (path: string) => notes.test(path) && !inContent.test(path)
  const unread = paths.filter(path => !isRead(path) && !isForPeople(path) && !isNamed(path, files, paths))
  const reported = unread.slice(0, maxReported).map(path => unreadFile(path, existing))
  const next = unread[maxReported]
  if (next !== undefined) {
    const message = `Nothing reads this file or ${unread.length - maxReported - 1} others.`
    reported.push(diagnostic('project/unread-file', message, { at: startOf(next) }))
  }
  return [...reported, ...unreadTemplates(paths.filter(isTemplate), files, defaults)]
}

/** @param path Relative to the project, or to a brand's folder, which has the same layout. */
function isRead(path: string): boolean {
  const [folder, ...rest] = path.split('/')
  const inner = rest.join('/')
  if (folder === 'content') return isContentFile(inner)
  if (folder === templatesFolder) return templatePattern.test(inner) || imagePattern.test(inner)
  if (folder === publicFolder) return inner !== ''
  if (folder !== brandsFolder) return false
  const own = rest.slice(1).join('/')
  const isAsset = own.startsWith('assets/') && (imagePattern.test(own) || fontPattern.test(own))
  return (brandFiles as readonly string[]).includes(own) || isAsset || (own !== '' && isRead(own))
}

/** A Markdown file that a home page lists, or an image of an unsupported type that a Markdown file shows, which is reported there. */
function isNamed(path: string, files: Files, paths: readonly string[]): boolean {
  if (!inContent.test(path)) return false
  const name = path.replace(inContent, '')
  const [, image] = /([^/]+\.(?:hei[cf]|tiff?|bmp|jxl|jp2))$/i.exec(name) ?? []
  if (image === undefined && !name.endsWith('.md')) return false
  const [named, where] = image === undefined ? [name, 'content/home.yaml'] : [image, '.md']
  const texts = paths.filter(other => other.endsWith(where) && inContent.test(other))
  return texts.some(text => files.readText(text).value?.text.includes(named))
}

function unreadFile(path: string, existing: ReadonlySet<string>): Diagnostic {
  if (notes.test(path))
    return diagnostic('project/unread-file', 'Nothing reads this file, and it does not become a page.', {
      at: startOf(path),
      severity: 'info',
      hint: 'You can keep it as a note for colleagues. To make it a page, rename it and move it to content/pages/.',
    })
  if (/(?:^|\/)robots\.txt$/.test(path))
    return diagnostic('project/unread-file', 'Nothing reads this file.', {
      at: startOf(path),
      hint: 'Remove it: Imprint writes robots.txt itself.',
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
  const name = inner
    .replace(/^content\//, '')
    .replace(/\.ya?ml$/i, '.yaml')
    .replace(/\.(?:markdown|mdown|mkdn?|mdx|md)$/i, '.md')
  const [folder = '', ...rest] = name.split('/')
  const usual = (names: Readonly<Record<string, string>>, written: string) =>
    names[suggest(written, Object.keys(names)) ?? ''] ?? ''
  const guesses =
    rest.length > 0
      ? [
          `${usual(usualFolders, folder)}/${rest.join('/')}`,
          path.replace(/^(brands\/[^/]+)\.yaml$/, '$1/brand.yaml'),
        ]
      : [
          usual(usualPlaces, name),
          imagePattern.test(name) ? `assets/${name}` : '',
          `content/articles/${name}`,
        ]
  return guesses.map(guess => home + guess).find(isRead)
}

function isTemplate(path: string): boolean {
  return /^(?:brands\/[^/]+\/)?templates\/.+(?<!\.d)\.(?:[cm]?[jt]sx?|css|json)$/.test(path)
}

/** The name by which files of any layer import a template. */
function nameOf(path: string): string {
  return path.replace(/^brands\/[^/]+\/(?=templates\/)/, '')
}

/** Reports templates that no brand finds by their name, that do not replace one of the package's, and that no other one imports. */
function unreadTemplates(looked: readonly string[], files: Files, defaults: Files): Diagnostic[] {
  const listed = (from: Files, folder: string) => from.list(folder).value.filter(isTemplate)
  const ofPackage = listed(defaults, templatesFolder)
  // In Imprint's own repository the project's templates are those of the package.
  const packaged = ofPackage.length > 0 ? ofPackage : listed(files, templatesFolder)
  // The package has one for every kind of page.
  const found = new Set([...packaged, ...indexFiles, baseStyles])
  const isFound = (name: string) =>
    found.has(name) ||
    [layoutFile, blockFile, islandFile].some(pattern => pattern.test(name)) ||
    name.startsWith(`${templatesFolder}/assets/`)
  if (looked.every(path => isFound(nameOf(path)))) return []
  // Files that replace each other have the same name; a file counts as imported if any of them imports it.
  const all = [templatesFolder, brandsFolder].flatMap(folder => listed(files, folder))
  const sources = grouped(all.map(path => [nameOf(path), path]))
  const read = new Set([...sources.keys()].filter(isFound))
  for (const name of read) {
    const texts = sources.get(name)?.map(path => files.readText(path).value?.text ?? '') ?? []
    for (const target of texts.flatMap(text => imported(text, name)))
      if (sources.has(target)) read.add(target)
  }
  // Only the remaining parts show whether one path was meant for the other.
  const inTemplates = (name: string) => name.slice(templatesFolder.length + 1)
  return looked
    .filter(path => !read.has(nameOf(path)))
    .map(path => {
      const replaced = suggest(inTemplates(nameOf(path)), packaged.map(inTemplates))
      const other =
        replaced === undefined
          ? 'A file that replaces a package template must have the same name; "imprint eject" lists the names.'
          : `To replace a package template, rename it to ${path.slice(0, -inTemplates(nameOf(path)).length)}${replaced}.`
      const hint = `Import it in the template that should show it, or remove it. ${other}`
      return diagnostic('project/unread-file', 'No template imports this file.', { at: startOf(path), hint })
    })
}

const endings = ['', '.ts', '.tsx', '.css', '.js', '.jsx', '/index.ts', '/index.tsx']

/** The names of the files that a template may import by a relative path. */
function imported(text: string, name: string): string[] {
  const paths = [...text.matchAll(/['"(](\.{1,2}\/[^'"()\n]+)['")]/g)]
  const targets = paths.map(([, path = '']) => new URL(path, `file:///${name}`).pathname.slice(1))
  return targets.flatMap(target => endings.map(ending => nameOf(target + ending)))
}
