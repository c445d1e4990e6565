// Replaces the styles of an open page without a reload, so that it keeps its state: scroll position, open answers, typed
// text. Uses constructed style sheets, the only way in which the page's policy lets scripts add styles.

interface PageStyle {
  readonly text: string
  readonly media: string
}

/**
 * The `<style>` elements in a page's HTML. DOMParser cannot be used: this page's policy applies to the documents it parses, and
 * Chromium would report each style as a violation.
 */
export function stylesIn(html: string): PageStyle[] {
  const pattern = /<!--[\s\S]*?-->|<(script|noscript|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi
  return [...html.matchAll(pattern)]
    .filter(([, tag]) => tag?.toLowerCase() === 'style')
    .map(([, , attributes = '', text = '']) => ({
      text,
      media: /\bmedia="([^"]*)"/.exec(attributes)?.[1] ?? '',
    }))
}

/** Sheets that replaced the page's own. */
let swapped: readonly CSSStyleSheet[] = []

export function swapStyles(styles: readonly PageStyle[]): void {
  const sheets = styles.map(({ text, media }) => {
    const sheet = new CSSStyleSheet({ media })
    sheet.replaceSync(text)
    return sheet
  })
  // Sheets of islands stay after those of the page.
  const others = document.adoptedStyleSheets.filter(sheet => !swapped.includes(sheet))
  document.adoptedStyleSheets = [...sheets, ...others]
  for (const style of document.querySelectorAll('style')) style.disabled = true
  swapped = sheets
}
