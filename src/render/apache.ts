// `.htaccess`. Apache reads it on each request, so it always matches the pages next to it, and headers may contain their hashes.

import { decodedPath } from '../content/index.ts'
import { routes, type Site } from '../site/index.ts'
import {
  compressedTypes,
  type HeaderRule,
  quoted,
  type RedirectRule,
  revalidate,
  withQuery,
} from './host-rules.ts'
import { speculationRules } from './prefetch.ts'

/** Media types that older servers lack, and UTF-8 for text, whatever the server's default is. */
const types = `AddDefaultCharset utf-8
AddCharset utf-8 .css .js .json .svg .txt .webmanifest .xml
AddType application/manifest+json .webmanifest
AddType ${speculationRules.type} ${speculationRules.extension}
AddType application/xml .xml
AddType text/javascript .js
AddType image/avif .avif
AddType image/svg+xml .svg
AddType image/webp .webp
AddType font/woff2 .woff2
# The smaller of the two, where the server has both: Debian's own configuration asks for gzip first.
<IfModule mod_brotli.c>
  AddOutputFilterByType BROTLI_COMPRESS text/html ${compressedTypes}
  <IfModule mod_setenvif.c>
    SetEnvIf Accept-Encoding "(^|[, ])br([;, ]|$)" no-gzip
  </IfModule>
</IfModule>
<IfModule mod_deflate.c>
  AddOutputFilterByType DEFLATE text/html ${compressedTypes}
</IfModule>
`

/**
 * `.htaccess` for the root of the host. All its addresses are absolute, so that it has the same effect in the folder of a site
 * below a path.
 */
export function apacheText(
  { view }: Site,
  headers: readonly HeaderRule[],
  redirects: readonly RedirectRule[],
): string {
  const { basePath, id } = view.brand
  const missing = quoted(basePath + routes.notFound)
  const articles = matches(`${basePath}/articles/*`)
  return `# Made by Imprint for "${id}". Needs mod_rewrite, mod_headers and "AllowOverride All".
ErrorDocument 404 ${missing}
ErrorDocument 403 ${missing}
<If ${quoted(articles)}>
  ErrorDocument 404 ${quoted(basePath + routes.articleNotFound)}
</If>

${types}
RewriteEngine On
${redirects.map(redirectLines).join('')}# Rules for other hosts, and folders without a page.
RewriteRule "(^|/)_(headers|redirects)$" - [R=404,L]
RewriteCond %{REQUEST_FILENAME} -d
RewriteCond %{REQUEST_FILENAME}/index.html !-f
RewriteRule ^ - [R=404,L]

Header always set Cache-Control ${quoted(revalidate)}
${headers.map(headerLines).join('')}`
}

/**
 * An expression that is true for the addresses of a rule's path; `/faq/` also matches as `/faq/index.html`, the file that is
 * served.
 */
function matches(path: string): string {
  const pattern = decodedPath(path)
    .replace(/\*$/, '')
    .replace(/[^\w/~\-\u0080-\u{10ffff}]/gu, escapedCharacter)
  const end = path.endsWith('*') ? '' : path.endsWith('/') ? '(?:index[.]html)?$' : '$'
  return `%{REQUEST_URI} =~ m#^${pattern}${end}#`
}

function escapedCharacter(character: string): string {
  return character === '.' ? '[.]' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

function headerLines({ path, headers }: HeaderRule): string {
  // Apache redirects "/faq" to "/faq/", which has its own rule.
  if (!/[/*]$|\.\w+$/.test(path)) return ''
  const condition = path === '/*' ? '' : ` ${quoted(`expr=${matches(path)}`)}`
  return headers
    .filter(([name]) => name !== 'Content-Type')
    .map(([name, value]) => `Header always set ${name} ${quoted(value.replaceAll('%', '%%'))}${condition}\n`)
    .join('')
}

/** Apache puts a query after a fragment, so an address with a fragment has two rules: with and without a query. */
function redirectLines({ from, to, status }: RedirectRule): string {
  const condition = `RewriteCond %{REQUEST_URI} ${quoted(`=${decodedPath(from)}`)}\n`
  const lead = (target: string) => `RewriteRule ^ ${quoted(target)} [R=${status},NE,L]\n`
  const target = to.replaceAll('$', '%24').replaceAll('%', '\\%')
  const always = condition + lead(target)
  if (!to.includes('#') || to.includes('?')) return always
  return `${condition}RewriteCond %{QUERY_STRING} ^(.+)$\n${lead(withQuery(target, '?%1'))}${always}`
}
