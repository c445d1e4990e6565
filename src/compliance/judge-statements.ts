// What a page with the form, or with a way to it, must say.

import type { ReadBlock } from './paragraphs.ts'
import type { RuleSet } from './rules.ts'
import type { Add, JudgedPage } from './verdict.ts'

export function judgeStatements(
  page: JudgedPage,
  blocks: readonly ReadBlock[],
  isForm: boolean,
  rules: RuleSet,
  own: readonly (readonly [string, string])[],
  add: Add,
): void {
  const speaking = blocks.filter(({ block, said }) => said.statements.length > 0 && !block.whole)
  for (const { id, on, outside, statement } of rules.statements) {
    if (on !== 'call' && !(on === 'form' && isForm)) continue
    const wording = own.find(([key]) => key === statement)?.[1]
    const places = [
      ...speaking.filter(({ said }) => said.statements.includes(id)),
      ...(wording === undefined
        ? []
        : blocks.filter(({ block, said }) => !block.whole && said.words.includes(wording))),
    ].map(({ block }) => block)
    const wanted = places.filter(
      ({ visible, closed, tag }) => visible && !closed && !tag.startsWith('@') && tag !== 'title',
    )
    if (wanted.some(({ region }) => !(outside === 'footer' && isForm && region === 'footer'))) continue
    const info = rules.infos.get(id)
    // A page without the form shows other texts.
    const at = {
      at: {
        strings:
          (isForm ? info?.at : undefined) ?? (page.kind === 'article' ? 'article.costNote' : 'footer.about'),
      },
    }
    const hidden = places.find(({ visible, tag }) => !visible && !tag.startsWith('@'))
    if (wanted.length === 0 && hidden !== undefined) {
      add({
        rule: 'disc/visible-without-hover',
        quote: hidden.text,
        context: hidden.text,
        problem: `says what "${id}" asks for only where a visitor has to open it or point at it`,
      })
    } else
      add({
        rule: id,
        ...at,
        problem:
          wanted.length > 0
            ? 'says it in the footer only, and the form stands above it'
            : 'does not say it where every visitor sees it',
      })
  }
}
