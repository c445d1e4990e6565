// Configuration for nginx and Caddy. Both read their files only when told to.

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

/**
 * `nginx.conf`, for a server block. A header in an inner block drops those of the outer blocks, so all are in the server block,
 * and only the value of one depends on the address.
 */
export function nginxText(
  { view }: Site,
  headers: readonly HeaderRule[],
  redirects: readonly RedirectRule[],
): string {
  const { basePath, id } = view.brand
  const [general, assets] = headers
  const error = (page: string) =>
    // A folder without a page is forbidden.
    `error_page 404 ${quoted(basePath + page)}; error_page 403 =404 ${quoted(basePath + page)};`
  const moved = redirects.map(
    ({ from, to, status }) =>
      `location = ${quoted(decodedPath(from))} { return ${status} ${quoted(withQuery(to.replaceAll('$', '%24'), '$is_args$args'))}; }\n`,
  )
  const added = (general?.headers ?? []).map(
    ([name, value]) => `add_header ${name} ${quoted(value)} always;\n`,
  )
  return `# Made by Imprint for "${id}". For a server block whose root is the folder site/ beside this file:
#   root /srv/sites/${id}/site;
#   include /srv/sites/${id}/nginx.conf;
index index.html;
absolute_redirect off;
charset utf-8;
gzip on;
gzip_comp_level 6;
gzip_vary on;
gzip_types ${compressedTypes};
${error(routes.notFound)}
location ${quoted(`${basePath}/articles/`)} { ${error(routes.articleNotFound)} }
location ~ \\.webmanifest$ { default_type application/manifest+json; }
location ~ \\${speculationRules.extension}$ { default_type ${speculationRules.type}; }
${moved.join('')}${added.join('')}set $imprint_cache ${quoted(revalidate)};
if ($uri ~ ${quoted(`^${basePath}/assets/`)}) { set $imprint_cache ${quoted(assets?.headers[0]?.[1] ?? '')}; }
add_header Cache-Control $imprint_cache always;
`
}

/** `Caddyfile`, to be imported into a site block. */
export function caddyText(
  { view }: Site,
  headers: readonly HeaderRule[],
  redirects: readonly RedirectRule[],
): string {
  const { basePath, id } = view.brand
  const set = headers.flatMap(({ path, headers }) =>
    headers.map(
      ([name, value]) => `header ${path === '/*' ? '' : `${quoted(path)} `}${name} ${quoted(value)}\n`,
    ),
  )
  const moved = redirects.map(
    ({ from, to, status }) =>
      `redir ${quoted(decodedPath(from))} ${quoted(withQuery(to.replaceAll('{', '%7B'), '{imprint_query}'))} ${status}\n`,
  )
  return `# Made by Imprint for "${id}". For a site block whose root is the folder site/ beside this file:
#   root * /srv/sites/${id}/site
#   import /srv/sites/${id}/Caddyfile
encode {
	zstd better
	gzip 6
}
map {query} {imprint_query} {
	~.+ "?\${0}"
	default ""
}
${moved.join('')}${set.join('')}header ?Cache-Control ${quoted(revalidate)}
header *.webmanifest Content-Type application/manifest+json
file_server
handle_errors {
	encode {
		zstd better
		gzip 6
	}
	@article expression \`{http.error.status_code} == 404 && path('${basePath}/articles/*')\`
	@missing expression \`{http.error.status_code} == 404\`
	rewrite @article ${basePath}${routes.articleNotFound}
	rewrite @missing ${basePath}${routes.notFound}
	header Cache-Control ${quoted(revalidate)}
	file_server
}
`
}
