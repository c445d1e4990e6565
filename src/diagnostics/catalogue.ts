// All diagnostic codes. A code is a permanent name: people search for it, scripts match it. Add new ones freely, never rename or
// reuse one. `test/invalid/<code>/` is the smallest project that shows it.

export type Severity = 'error' | 'warning' | 'info'

const catalogue = {
  // The command line.
  'usage/invalid': 'error',
  'usage/brand-required': 'error',
  'usage/unknown-brand': 'error',
  'usage/unknown-key': 'error',
  'usage/already-exists': 'error',

  // The project as a whole.
  'project/not-found': 'error',
  'project/no-brands': 'error',
  'project/not-installed': 'error',
  'project/not-packed': 'error',
  'project/unread-file': 'warning',

  // Any text file.
  'file/unreadable': 'error',
  'file/symlink': 'error',
  'file/not-regular': 'error',
  'file/too-large': 'error',
  'file/invalid-utf8': 'error',
  'file/control-character': 'error',
  'file/byte-order-mark': 'info',
  'file/crlf': 'info',

  // Any YAML.
  'yaml/syntax': 'error',
  'yaml/tab': 'error',
  'yaml/duplicate-key': 'error',
  'yaml/alias': 'error',
  'yaml/too-deep': 'error',
  'yaml/not-a-map': 'error',

  // brand.yaml.
  'brand/missing-config': 'error',
  'brand/invalid-id': 'error',
  'brand/unknown-key': 'error',
  'brand/missing-key': 'error',
  'brand/wrong-type': 'error',
  'brand/invalid-value': 'error',
  'brand/invalid-phone': 'error',
  'brand/invalid-email': 'error',
  'brand/invalid-host': 'error',
  'brand/invalid-url': 'error',
  'brand/invalid-color': 'error',
  'brand/invalid-locale': 'error',
  'brand/low-contrast': 'error',
  'brand/extends-unknown': 'error',
  'brand/extends-itself': 'error',
  'brand/extends-cycle': 'error',
  'brand/extends-twice': 'error',
  'brand/alternate-unknown': 'error',
  'brand/alternate-locale': 'error',
  'brand/alternate-address': 'warning',
  'brand/alternate-unplanned': 'warning',
  'brand/canonical-unknown': 'error',
  'brand/canonical-unplanned': 'warning',
  'brand/unknown-environment': 'error',
  'fleet/shared-value': 'warning',
  'fleet/leak': 'error',
  'fleet/near-duplicate': 'info',
  'brand/unknown-article': 'warning',
  'brand/unknown-page': 'warning',
  'brand/file-not-found': 'error',
  'brand/font-unusable': 'error',
  'brand/unknown-font': 'warning',
  'brand/placeholder': 'warning',

  // content/*.yaml and content/pages.
  'content/untranslated': 'warning',
  'content/placeholder': 'warning',
  'content/missing-file': 'error',
  'content/unknown-key': 'error',
  'content/missing-key': 'error',
  'content/wrong-type': 'error',
  'content/invalid-value': 'error',
  'content/invalid-page-name': 'error',
  'content/unknown-layout': 'error',
  'content/unknown-name': 'warning',
  'content/second-block': 'error',
  'content/second-form': 'error',
  'content/unknown-token': 'error',
  'content/link-token': 'error',
  'content/foreign-syntax': 'error',
  'content/conflict-marker': 'error',
  'content/section-not-found': 'error',
  'content/faq-too-few': 'error',
  'content/faq-count': 'warning',
  'content/faq-duplicate-id': 'error',
  'content/faq-unknown-id': 'error',
  'content/faq-same-question': 'warning',

  // Articles and other Markdown. In an article they are warnings, and the article is left out.
  'article/no-front-matter': 'error',
  'article/unclosed-front-matter': 'error',
  'article/front-matter-language': 'error',
  'article/unknown-key': 'error',
  'article/missing-key': 'error',
  'article/wrong-type': 'error',
  'article/invalid-value': 'error',
  'article/invalid-date': 'error',
  'article/date-cut': 'info',
  'article/long-text': 'info',
  'article/invalid-slug': 'error',
  'article/duplicate-slug': 'error',
  'article/slug-case': 'error',
  'markdown/raw-html': 'error',
  'markdown/unknown-directive': 'error',
  'markdown/unsafe-link': 'error',
  'markdown/insecure-link': 'warning',
  'markdown/footnote': 'error',
  'markdown/alert': 'error',
  'markdown/table-cells': 'warning',
  'markdown/image-not-found': 'error',
  'markdown/image-alt': 'warning',
  'image/unusable': 'error',
  'markdown/second-title': 'info',
  'markdown/type-note': 'info',
  'markdown/too-deep': 'error',
  'markdown/too-large': 'error',
  'markdown/too-complex': 'error',
  'link/unknown-page': 'error',
  'link/unknown-anchor': 'error',
  'link/left-out-article': 'warning',

  // Templates and the pages that they produce.
  'template/missing': 'error',
  'template/block': 'error',
  'template/syntax': 'error',
  'template/throws': 'error',
  'template/unused-styles': 'warning',
  'template/no-effect': 'warning',
  'template/island': 'error',
  'template/broken-link': 'error',
  'template/duplicate-id': 'error',
  'budget/html': 'error',
  'budget/script': 'error',
  'site/route-collision': 'error',
  'site/would-disappear': 'error',
  'site/same-title': 'warning',
  'site/same-description': 'warning',
  'site/public-clash': 'error',
  'navigation/unknown-target': 'error',
  'redirect/duplicate': 'error',
  'redirect/is-page': 'error',
  'redirect/loop': 'error',
  'redirect/unknown-target': 'error',

  // The content rules. In addition, each rule has its own code, `compliance/<id>`.
  'compliance/waiver-invalid': 'error',
  'compliance/waiver-refused': 'error',
  'compliance/waiver-expired': 'error',
  'compliance/waiver-unused': 'warning',

  // Writing.
  'output/refused': 'error',
  'output/not-ours': 'error',
  'output/foreign-file': 'info',
  'output/locked': 'error',
  'output/lock-left': 'warning',
  'output/write-failed': 'error',
  'output/recovered': 'info',
  'store/unavailable': 'warning',
  'store/damaged': 'warning',

  // Servers.
  'server/port-in-use': 'info',
  'server/cannot-listen': 'error',
  'server/open-to-network': 'warning',
  'preview/not-built': 'error',

  // Files for hosts.
  'host/limit': 'error',

  // Releases.
  'release/not-built': 'error',
  'release/altered': 'error',
  'release/unknown': 'error',
  'release/pinned': 'warning',
  'release/drafts': 'error',
  'release/environment': 'error',
  'release/history': 'warning',
  'release/stale': 'error',
  'diff/page-lost': 'error',
  'diff/not-live': 'info',

  // The network: `verify` and `disclosures`.
  'live/unreachable': 'error',
  'live/missing': 'error',
  'live/changed': 'error',
  'live/header': 'error',
  'live/soft-404': 'error',
  'live/index': 'error',
  'live/form-dead': 'error',
  'live/form-unreachable': 'error',
  'live/extra': 'warning',
  'disclosures/unavailable': 'error',
  'disclosures/changed': 'warning',
  'disclosures/too-old': 'warning',

  // The machine.
  'machine/package-missing': 'error',
  'machine/too-many-files': 'error',
  'machine/out-of-memory': 'error',

  // Bugs in Imprint.
  'internal/unexpected': 'error',
} as const satisfies Record<string, Severity>

export type DiagnosticCode = keyof typeof catalogue | RuleCode

/** The code for a text that took too long to parse. On a less busy machine, it might not, so it is not cached. */
export const timedOut = 'markdown/too-complex' satisfies DiagnosticCode

/** The code of a content rule: its id is data (`compliance/rules/`). */
export type RuleCode = `compliance/${string}/${string}`

/** All codes, in the order of the stages that report them. */
export const diagnosticCodes = Object.keys(catalogue) as (keyof typeof catalogue)[]

/** How serious a code is unless its diagnostic says otherwise. */
export function severityOf(code: DiagnosticCode): Severity {
  return Object.hasOwn(catalogue, code) ? catalogue[code as keyof typeof catalogue] : 'error'
}
