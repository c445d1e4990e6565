// What the browser shows while a page cannot be built. Over the last good version of a page it is `browser/overlay.ts`.

import { html } from './html-tag.ts'

/**
 * The answer, with status 500, for a page that has no good version yet. The script that every page gets shows the
 * problems.
 */
export function failedPage(): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>This page cannot be shown yet</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>This page cannot be shown yet</h1>
<p>The terminal lists the problems. The page appears as soon as they are fixed.</p>
</body>
</html>
`.html
}
