// Configuration for hosts: headers, redirects, the page for unknown addresses. One list of rules is written in each host's
// format. Each format is tested with the host's own server: test/cli/hosts.whole.test.ts.

import type { Host } from '../brand/index.ts'
import { decodedPath } from '../content/index.ts'
import { compareText, type Diagnostic, diagnostic, type Outcome, startOf } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import { escapeHtml, htmlPage } from '../html/index.ts'
import { isHidden, type Page, rootFolder, routes, type Site, siteFolder } from '../site/index.ts'
import { apacheText } from './apache.ts'
import { type HeaderRule, headersText, type RedirectRule, redirectsText } from './host-rules.ts'
import { contentSecurityPolicy, type InlineHashes } from './policy.ts'
import { prefetchHeaders } from './prefetch.ts'
import { caddyText, nginxText } from './server-files.ts'
import { textFile } from './site-files.ts'

/** A page and the hashes of its inline scripts and styles. */
interface HashedPage {
  readonly page: Page
  readonly hashes: InlineHashes
}

/**
 * The files for the site's host, by their paths in the output: `_headers` and `_redirects`, which hosts, `imprint preview` and
 * `imprint verify` read, and the files for nginx, Caddy, Apache and Workers.
 * @param rendered Every page with the hashes of its inline scripts and styles.
 */
export function hostFiles(site: Site, rendered: readonly HashedPage[]): Outcome<OutputFile[]> {
  const { host, view } = site
  const { basePath } = view.brand
  const headers = headerRules(site, rendered)
  const redirects = redirectRules(site)
  const robotsFile = textFile('robots.txt', robots(site))
  const inRoot = (file: OutputFile): OutputFile =>
    host === undefined ? file : { ...file, path: rootFolder(host) + file.path }
  const plain = [
    textFile('_headers', headersText(headers)),
    textFile('_redirects', redirectsText(forHost(redirects, host))),
  ]
  switch (host) {
    case undefined:
    case 'netlify':
      return { value: [robotsFile, ...plain], diagnostics: [] }
    case 'nginx':
    case 'caddy': {
      const config =
        host === 'nginx'
          ? textFile('nginx.conf', nginxText(site, headers, redirects))
          : textFile('Caddyfile', caddyText(site, headers, redirects))
      return { value: [inRoot(robotsFile), ...plain, config], diagnostics: [] }
    }
    case 'apache': {
      const bytes = apacheText(site, headers, redirects)
      // The second copy is for a site below a path on a server that has other pages.
      const folders = [...new Set(['', siteFolder(host, basePath)])]
      const files = folders.map(folder => textFile(`${folder}.htaccess`, bytes))
      return { value: [robotsFile, ...plain, ...files], diagnostics: [] }
    }
    case 's3': {
      const pages = redirectPages(site, redirects)
      return { value: [robotsFile, ...pages.value], diagnostics: pages.diagnostics }
    }
    case 'cloudflare':
    case 'workers': {
      const missing = textFile('404.html', pageOutside(site))
      const files = [robotsFile, ...plain, ...(basePath === '' ? [] : [missing])].map(inRoot)
      const config = host === 'workers' ? [textFile('wrangler.jsonc', wranglerText(site))] : []
      return { value: [...files, ...config], diagnostics: cloudflareLimits(site, redirects) }
    }
  }
}

function robots({ view }: Site): string {
  if (view.environment !== undefined) return 'User-agent: *\nDisallow: /\n'
  // A crawler that is kept out would not see the `noindex`, and crawlers that review ads must get in.
  const sitemap = view.noindex ? '' : `\nSitemap: ${view.brand.siteUrl}${routes.sitemap}\n`
  return `User-agent: *\nAllow: /\n${sitemap}`
}

/**
 * Limits of Cloudflare: bytes of a line and rules of `_headers`: https://developers.cloudflare.com/pages/configuration/headers/
 */
const cloudflare = { line: 2000, headers: 100, redirects: 2000 }

function isCloudflare(host: Host | undefined): boolean {
  return host === 'cloudflare' || host === 'workers'
}

/**
 * If two rules set the same header, hosts join the values, so each page's policy and each file's lifetime are in only one rule.
 * The pages that match a path share a policy, which allows the form if any of them has it. Each page's own policy, as narrow as
 * possible, is in its `<meta>`.
 */
function headerRules(site: Site, rendered: readonly HashedPage[]): HeaderRule[] {
  const { view, headerPaths, host } = site
  const { basePath } = view.brand
  const policy = (form: boolean): HeaderRule['headers'] => {
    const routes = new Set(headerPaths.flatMap(path => (path.hasForm === form ? path.routes : [])))
    const hashes = rendered.filter(({ page }) => routes.has(page.route)).map(page => page.hashes)
    const unique = (kind: keyof InlineHashes) =>
      [...new Set(hashes.flatMap(hash => hash[kind]))].sort(compareText)
    const inline = { scripts: unique('scripts'), styles: unique('styles') }
    return [[policyName, contentSecurityPolicy(view, inline, form, 'header')]]
  }
  const withForm = policy(true)
  const withoutForm = policy(false)
  const pages = headerPaths.map(({ path, hasForm }) => ({
    path: basePath + path,
    headers: hasForm ? withForm : withoutForm,
  }))
  // nginx and Caddy read their files only on reload, and until then new pages must not be checked against the hashes of old ones.
  const isShort =
    host === 'nginx' ||
    host === 'caddy' ||
    (isCloudflare(host) &&
      (pages.length + 3 > cloudflare.headers ||
        [...withForm, ...withoutForm].some(
          ([name, value]) => name.length + value.length + 4 > cloudflare.line,
        )))
  const prefetch = prefetchHeaders(site)
  const everywhere: HeaderRule['headers'] = [
    ['Strict-Transport-Security', 'max-age=31536000'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()'],
    ...(isHidden(view) ? [['X-Robots-Tag', 'noindex'] as const] : []),
    ...prefetch.everywhere,
    // The directives that a page's own policy cannot contain.
    ...(isShort ? [[policyName, "frame-ancestors 'none'; upgrade-insecure-requests"] as const] : []),
  ]
  const lasting: HeaderRule['headers'] = [['Cache-Control', 'public, max-age=31536000, immutable']]
  return [
    { path: host === undefined ? `${basePath}/*` : '/*', headers: everywhere },
    ...(isShort ? [] : pages),
    { path: `${basePath}/assets/*`, headers: lasting },
    ...prefetch.file,
  ]
}

const policyName = 'Content-Security-Policy'

/**
 * The first matching rule applies: the content's redirects; if there is no list of articles, its address leads to the home page;
 * an unknown article gets the articles' own 404 page, which some hosts need a rule for.
 */
export function redirectRules({
  view,
  redirects,
  host,
  pages,
  publicFiles,
}: Pick<Site, 'view' | 'redirects' | 'host' | 'pages' | 'publicFiles'>): RedirectRule[] {
  const { basePath } = view.brand
  const home = `${basePath}/`
  const list = { from: '/articles/', to: home, status: 302 } as const
  const rules: RedirectRule[] = [...redirects, ...(view.links.articles === undefined ? [list] : [])].flatMap(
    ({ from, to, status }) => {
      // Some hosts distinguish an address with a trailing slash from one without.
      const other = from.endsWith('/') ? [from.slice(0, -1)] : /\.\w+$/.test(from) ? [] : [`${from}/`]
      return [from, ...other].map(path => ({ from: basePath + path, to, status }))
    },
  )
  const root: RedirectRule[] =
    host === undefined || basePath === '' ? [] : [{ from: '/', to: home, status: 302 }]
  const notFound = (from: string, page: string): RedirectRule => ({
    from: basePath + from,
    to: basePath + page,
    status: 404,
  })
  if (host === undefined) return [...rules, notFound('/articles/*', routes.articleNotFound)]
  if (host === 'netlify') {
    const others = { from: '/*', to: basePath + routes.notFound, status: 404 } as const
    return [...rules, ...root, notFound('/articles/*', routes.articleNotFound), others]
  }
  if (!isCloudflare(host)) return [...rules, ...root]
  // Cloudflare redirects /ccpa.html to /ccpa, which is not a canonical address.
  const paths = [...pages.map(({ outputPath }) => outputPath), ...publicFiles.map(({ path }) => path)]
  const keptPaths = paths.flatMap(path => {
    const [, name] = /^(.*(?:^|[^/])(?<!(?:^|\/)index))\.html$/.exec(path) ?? []
    const address = name && encodeURI(`${basePath}/${name}`)
    return address ? [{ from: `${address}.html`, to: address, status: 200 } as const] : []
  })
  return [...rules, ...root, ...keptPaths]
}

/** Netlify compares decoded paths; Cloudflare encodes paths that are not encoded. */
function forHost(rules: readonly RedirectRule[], host: Host | undefined): readonly RedirectRule[] {
  if (host !== 'netlify') return rules
  return rules.map(rule =>
    /\s/.test(decodedPath(rule.from)) ? rule : { ...rule, from: decodedPath(rule.from) },
  )
}

function cloudflareLimits({ view }: Site, rules: readonly RedirectRule[]): Diagnostic[] {
  const long = rules.filter(({ from, to }) => from.length + to.length + 5 > cloudflare.line)
  const problems = long.map(
    ({ from }) =>
      `Cloudflare ignores lines of more than ${cloudflare.line} characters, and the line for the redirect from "${from.slice(0, 60)}" is longer.`,
  )
  if (rules.length > cloudflare.redirects)
    problems.push(
      `Cloudflare reads at most ${cloudflare.redirects} rules in _redirects, but this site has ${rules.length}.`,
    )
  return problems.map(message => limit(view, message, 'Remove redirects from redirects.yaml.'))
}

function limit({ brand: { id } }: Site['view'], message: string, hint: string): Diagnostic {
  return diagnostic('host/limit', message, { at: startOf(`brands/${id}/brand.yaml`), brand: id, hint })
}

function wranglerText({ view: { brand, environment } }: Site): string {
  const config = {
    name: environment === undefined ? brand.id : `${brand.id}-${environment}`,
    // The site runs no code there, so a later date would change nothing.
    compatibility_date: '2025-01-01',
    assets: { directory: './site', not_found_handling: '404-page' },
  }
  return `${JSON.stringify(config, null, 2)}\n`
}

/** Object stores cannot redirect single addresses, so a page does it. */
function redirectPages({ view }: Site, rules: readonly RedirectRule[]): Outcome<OutputFile[]> {
  const { siteUrl, basePath } = view.brand
  const origin = siteUrl.slice(0, siteUrl.length - basePath.length)
  const files = new Map<string, OutputFile>()
  const diagnostics: Diagnostic[] = []
  for (const { from, to } of rules) {
    const address = decodedPath(from)
    const path = `${address.slice(1)}${address.endsWith('/') ? 'index.html' : address.endsWith('.html') ? '' : '/index.html'}`
    if (path.split('/').some(step => /^\.{0,2}$|[\\:\p{Cc}]|\.(?!html$)\w+$/u.test(step))) {
      const message = `Object stores do not support redirects, and no page can replace the one from "${from}".`
      diagnostics.push(
        limit(view, message, 'Configure this redirect at the CDN or proxy in front of the store.'),
      )
      continue
    }
    const target = to.startsWith('/') ? origin + to : to
    const head = `<link rel="canonical" href="${escapeHtml(target)}">\n<meta http-equiv="refresh" content="0; url=${escapeHtml(to)}">\n`
    const body = `<p><a href="${escapeHtml(to)}">${escapeHtml(target)}</a></p>`
    files.set(path, textFile(path, htmlPage({ lang: view.brand.locale, title: target, head, body })))
  }
  return { value: [...files.values()], diagnostics }
}

/** The host's 404 page for addresses outside a site that is below a path. */
function pageOutside({ view }: Site): string {
  const { strings, brand, links } = view
  const { title, text } = strings.notFound
  const body = `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n<p><a href="${links.home}">${escapeHtml(brand.name)}</a></p>`
  return htmlPage({ lang: brand.locale, title, head: '<meta name="robots" content="noindex">\n', body })
}
