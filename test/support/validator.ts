// HTML as a validator sees it.

import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // React writes attributes under its own names (charSet), closes void elements (<br/>) and gives boolean attributes an
    // empty value (disabled="", hidden=""). HTML allows all of these.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    // Text in articles may end a line with a space, which is invisible.
    'no-trailing-whitespace': 'off',
    // Styles keep telephone numbers from breaking.
    'tel-non-breaking': 'off',
    // The length of a title is up to the editor, because it contains the brand's name.
    'long-title': 'off',
    'no-inline-style': 'error',
  },
})

/** The mistakes on a page, one line for each. */
export async function invalidHtml(html: string, path: string): Promise<string[]> {
  const { results } = await validator.validateString(html, path)
  return results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${path}:${line}:${column} ${ruleId}: ${message}`),
  )
}
