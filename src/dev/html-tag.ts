// A template tag for HTML. Text is always escaped; only `Html` counts as markup.

import { escapeHtml } from '../html/index.ts'

export interface Html {
  readonly html: string
}

/** A template tag: `` html`<p>${text}</p>` ``. Lists are joined; `undefined` and `false` become the empty string. */
export function html(
  literals: TemplateStringsArray,
  ...values: readonly (string | number | false | undefined | Html | readonly Html[])[]
): Html {
  const texts = values.map(value => {
    if (value === undefined || value === false) return ''
    if (typeof value !== 'object') return escapeHtml(String(value))
    return [value]
      .flat()
      .map(part => part.html)
      .join('')
  })
  return { html: literals.map((literal, index) => literal + (texts[index] ?? '')).join('') }
}
