// New styles in a page that stays: no reload, so that nothing of its state is lost, scroll position, open answers and
// typed text included. Constructed style sheets, since the page's policy lets scripts add styles in no other way.

export interface PageStyle {
  readonly text: string
  readonly media: string
}

/**
 * The `<style>` elements of a page's HTML. Not with DOMParser: a parsed document comes under the policy of the page
 * that parses it, and Chromium would report each of its styles as a violation.
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

/** Sheets that took the place of the page's own. */
let swapped: readonly CSSStyleSheet[] = []

/** Gives the page these styles in place of those that came with it. */
export function swapStyles(styles: readonly PageStyle[]): void {
  const sheets = styles.map(({ text, media }) => {
    const sheet = new CSSStyleSheet({ media })
    sheet.replaceSync(text)
    return sheet
  })
  // Those of islands follow, as they followed the styles of the page.
  const others = document.adoptedStyleSheets.filter(sheet => !swapped.includes(sheet))
  document.adoptedStyleSheets = [...sheets, ...others]
  for (const style of document.querySelectorAll('style')) style.disabled = true
  swapped = sheets
}
