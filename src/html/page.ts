import { escapeHtml } from './escape.ts'

/** A whole page besides those of templates: a report, a page of a server. `head` is what is in the head besides the title. */
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
