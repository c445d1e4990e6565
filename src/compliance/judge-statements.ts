// What a page with the form, or with a way to it, must say.

import type { Block } from './extract.ts'
import type { ReadBlock } from './paragraphs.ts'
import type { RuleSet } from './rules.ts'
import type { Add, JudgedBrand, JudgedPage } from './verdict.ts'

export function judgeStatements(
  page: JudgedPage,
  blocks: readonly ReadBlock[],
  isForm: boolean,
  rules: RuleSet,
  leadBuyers: JudgedBrand['values']['leadBuyers'],
  add: Add,
): void {
  const speaking = blocks.filter(({ block, said }) => said.statements.length > 0 && !block.whole)
  for (const { id, on, outside } of rules.statements) {
    if (on !== 'call' && !(on === 'form' && isForm)) continue
    const places = speaking.filter(({ said }) => said.statements.includes(id)).map(({ block }) => block)
    const wanted = places.filter(
      ({ visible, closed, tag }) => visible && !closed && !tag.startsWith('@') && tag !== 'title',
    )
    if (wanted.some(({ region }) => !(outside === 'footer' && isForm && region === 'footer'))) {
      if (id === 'id/data-sharing') judgeRecipients(wanted, leadBuyers, add)
      continue
    }
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

const partners =
  /\b(?:(?:other|marketing|advertising|business|non-lender|and|or) partners|third parties|other (?:companies|businesses|recipients)|advertisers|(?:otros|y|o) socios|otras empresas|terceros|anunciantes)\b/i

/** Whether those who get the data are those of brand.yaml, in what a page says of it. */
function judgeRecipients(
  said: readonly Block[],
  leadBuyers: JudgedBrand['values']['leadBuyers'],
  add: Add,
): void {
  const others = said.find(({ text }) => partners.test(text))
  if (leadBuyers === 'partners' && others === undefined && said[0] !== undefined)
    add({
      rule: 'id/data-sharing',
      quote: said[0].text,
      context: said[0].text,
      problem:
        'does not say that other partners than lenders get the data, as "leadBuyers: partners" of brand.yaml does',
    })
  if (leadBuyers === 'lenders-only' && others !== undefined)
    add({
      rule: 'id/data-sharing',
      severity: 'warning',
      quote: sentenceWith(partners, others.text),
      context: others.text,
      problem: 'says that others than lenders get the data, and brand.yaml says "leadBuyers: lenders-only"',
    })
}

function sentenceWith(pattern: RegExp, text: string): string {
  return text.split(/(?<=[.!?]) /).find(sentence => pattern.test(sentence)) ?? text
}
