// What a page must say if it has the form or leads to it.

import type { ReadBlock } from '../pages/reading.ts'
import type { JudgedBrand } from '../verdict.ts'
import type { PageInput } from './page-input.ts'

export function judgeStatements({ page, speaking, brand, rules, isForm, isCall, add }: PageInput): void {
  if (!isCall) return
  const blocks = speaking.map(([, block]) => block)
  for (const { id, on, outside } of rules.statements) {
    if (on !== 'call' && !(on === 'form' && isForm)) continue
    const places = blocks.filter(({ block, said }) => !block.whole && said.statements.includes(id))
    const isShown = ({ block: { visible, closed, tag } }: ReadBlock): boolean =>
      visible && !closed && !tag.startsWith('@') && tag !== 'title'
    const shown = places.filter(isShown)
    const isBelow = outside === 'footer' && isForm
    if (shown.some(({ block }) => !isBelow || block.region !== 'footer')) {
      if (id === 'id/data-sharing') judgeRecipients(shown, brand.values.leadBuyers, add)
      continue
    }
    const hidden = places.find(({ block }) => !block.visible && !block.tag.startsWith('@'))?.block.text
    if (shown.length === 0 && hidden !== undefined) {
      const problem = `shows the statement required by "${id}" only after a click or on hover`
      add({ rule: 'disc/visible-without-hover', quote: hidden, problem })
      continue
    }
    // A page without the form shows different text.
    const ofForm = isForm ? rules.infos.get(id)?.at : undefined
    add({
      rule: id,
      at: { strings: ofForm ?? (page.kind === 'article' ? 'article.costNote' : 'footer.about') },
      problem:
        shown.length > 0
          ? 'makes this statement only in the footer, below the form'
          : 'does not make this statement where every visitor sees it',
    })
  }
}

const partners =
  /\b(?:(?:other|marketing|advertising|business|non-lender|and|or) partners|third parties|advertisers|(?:otros|y|o) socios|terceros|anunciantes)\b/i
const companies = /\b(?:other (?:companies|businesses|recipients)|otras empresas)\b/i
const namesOthers = (text: string): boolean => partners.test(text) || companies.test(text)

/** Whether the page names the same recipients of the data as brand.yaml. */
function judgeRecipients(
  shown: readonly ReadBlock[],
  leadBuyers: JudgedBrand['values']['leadBuyers'],
  add: PageInput['add'],
): void {
  const rule = 'id/data-sharing'
  const others = shown.find(({ named }) => namesOthers(named))
  const first = shown[0]?.block.text
  if (leadBuyers === 'partners' && others === undefined) {
    const wanted = 'but brand.yaml says "leadBuyers: partners"'
    const problem = `does not say that partners other than lenders get the data, ${wanted}`
    add({ rule, ...(first !== undefined && { quote: first }), problem })
  }
  if (leadBuyers !== 'lenders-only' || others === undefined) return
  const { block } = others
  const quote = others.sentences.find(({ shown }) => namesOthers(shown))?.shown ?? block.text
  const problem =
    'says that companies other than lenders get the data, but brand.yaml says "leadBuyers: lenders-only"'
  add({ rule, severity: 'warning', quote, context: block.text, problem })
}
