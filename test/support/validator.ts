// HTML as a validator sees it.

import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes attributes as it names them (charSet), closes void elements (<br/>) and gives
    // boolean attributes an empty value (disabled="", hidden=""). HTML allows both.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // Text in articles may end a line with a blank; nobody sees it.
    'no-trailing-whitespace': 'off',
    // Telephone numbers do not break because the styles say so.
    'tel-non-breaking': 'off',
    // How long a title may be is up to the editor: brand names are part of it.
    'long-title': 'off',
    'no-inline-style': 'error',
  },
})

/** The mistakes of a page, one line for each. */
export async function invalidHtml(html: string, path: string): Promise<string[]> {
  const { results } = await validator.validateString(html, path)
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${path}:${line}:${column} ${ruleId}: ${message}`),
  )
}
