import { escapeHtml } from './escape.ts'

/**
 * A whole page that does not come from a template: a report, a server's own page. `head` is the content of the head after the
 * title.
 */
export function htmlPage({
  title,
  body,
  head = '',
  lang = 'en',
}: {
  readonly title: string
  readonly body: string
  readonly head?: string
  readonly lang?: string
}): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}</head>
<body>
${body}
</body>
</html>
`
}
