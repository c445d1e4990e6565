// Where the service is offered, and where a page says so.

import type { ReadBlock } from './paragraphs.ts'
import { sentencesOf, wordsOf } from './text.ts'
import type { Add, JudgedPage } from './verdict.ts'

/** The sentences of a text, a question with what follows it: "Do you live in Vermont? Request your loan here." */
function withAnswers(text: string): string[] {
  const sentences = sentencesOf(text)
  return sentences.map((sentence, index) =>
    sentence.endsWith('?') ? [sentence, sentences[index + 1] ?? ''].join(' ').trim() : sentence,
  )
}

const unavailable =
  / (?:not available|unavailable|not offered|not serve|not offer|do not accept|not open|except|excluding|no esta disponible|no disponible|no se ofrece|not lend|can not be used|not provided|can not serve|not arrange) /

export function judgeStates(
  page: JudgedPage,
  blocks: readonly ReadBlock[],
  configured: ReadonlySet<string>,
  isCall: boolean,
  isForm: boolean,
  add: Add,
): void {
  let listed = false
  for (const { block, said } of blocks) {
    const { states, words } = said
    if (states.length === 0 || block.whole || block.tag === '@json' || block.tag === '@keywords') continue
    const quote = { quote: block.text, context: block.text }
    const denies = unavailable.test(words)
    const all = states.map(({ name }) => name)
    if (
      denies &&
      / (?:resident|residents|service|available|site|form|offer|residentes|servicio|we|@brand) /.test(words)
    ) {
      const named = all.filter(state => configured.has(state))
      const extra = all.filter(state => !configured.has(state))
      const missing = [...configured].filter(state => !all.includes(state))
      if (named.length > 1 || missing.length === 0) {
        if (!block.closed && block.visible) listed = listed || missing.length === 0
        if (missing.length > 0)
          add({ rule: 'states/listed', ...quote, problem: `leaves out ${missing.join(', ')}` })
        if (extra.length > 0)
          add({
            rule: 'states/listed',
            ...quote,
            problem: `names ${extra.join(', ')}, where the service is available`,
          })
      }
      continue
    }
    const targeted = states.filter(({ name }) => configured.has(name))
    if (targeted.length === 0) continue
    for (const sentence of /^(?:h[1-6]|title|@)/.test(block.tag) ? [block.text] : withAnswers(block.text)) {
      const inSentence = wordsOf(sentence)
      const state = targeted.find(item => inSentence.includes(`${item.words} `))?.name
      if (
        state === undefined ||
        / (?:not|no|illegal|law|laws|caps?|limits?|forbids?|forbidden|prohibit\w*|ban|bans|banned|unavailable|attorney general|regulator|constitution|except|court|rules?|warn\w*|counsel\w*|fine[sd]?|sued|legal aid|department|resources|help|according|survey|study|researchers|fed|census|prohib\w*|ilegal(?:es)?|requires?|paid|settled?|found|statutes?|lawmakers?|voters|governor|penalt\w+|constitutional|exige|requiere) /.test(
          inSentence,
        )
      )
        continue
      const isHeading = /^(?:h[1-6]|title|@title|@og:title)$/.test(block.tag)
      const serves =
        / (?:we|@brand|our service|(?:our|the) (?:lenders|network)|now) (?:[a-z]+ )?(?:serve|serves|available|open|operate|operates|in|cover|covers|reach|reaches|welcome|welcomes) /.test(
          inSentence,
        )
      const isOffer =
        / (?:\$[\d.]+|request|requests|loan|loans|cash|payday|advance|advances|borrow|apply|lender|lenders|prestamo|prestamos|dinero|solicite) /.test(
          inSentence,
        ) || serves
      const calls =
        serves ||
        / (?:apply|get|request|borrow|need|want|can|available|matched|connected|offer|offers|for|in|near|residents?|welcome|start|solicite|obtenga|pida|en|para) /.test(
          inSentence,
        )
      if (isOffer && (isHeading || calls))
        add({
          rule: 'states/targeting',
          quote: sentence,
          context: block.text,
          problem: `offers loans in ${state}, where the service is not available`,
        })
    }
  }
  const offers = page.route.split('/').filter(part => /loan|cash|payday|lend|borrow|prestamo/.test(part))
  for (const state of offers.length === 0 ? [] : configured) {
    const slug = state.toLowerCase().replaceAll(' ', '-')
    if (offers.some(part => `-${part}-`.includes(`-${slug}-`)))
      add({
        rule: 'states/targeting',
        problem: `has the address of an offer in ${state}, where the service is not available`,
        quote: page.route,
      })
  }
  if (!listed && configured.size > 0 && (isForm || (isCall && page.kind === 'faq'))) {
    const anywhere = blocks.some(
      ({ block, said }) =>
        !block.whole &&
        unavailable.test(said.words) &&
        [...configured].every(state => said.states.some(({ name }) => name === state)),
    )
    if (!isForm ? !anywhere : true)
      add({
        rule: 'states/listed',
        problem: 'does not list the states where the service is not available',
        ...(isForm && { at: { strings: 'form.conditions' } }),
      })
  }
}
