// The states in which the service is offered, and what pages say about them.

import type { ReadBlock } from '../pages/reading.ts'
import { joined, wordsOf } from '../words/text.ts'
import { oneOf } from '../words/word-lists.ts'
import type { PageInput } from './page-input.ts'

const isUnavailable = oneOf`not_available unavailable not_offered not_serve not_offer do_not_accept not_open except excluding not_lend can_not_be_used
  not_provided can_not_serve not_arrange no_esta_disponible no_disponible no_se_ofrece`
const isOfService = oneOf`resident residents service available site form offer residentes servicio we @brand`

export function judgeStates(input: PageInput): void {
  const { page, blocks, speaking, brand, isCall, isForm, add } = input
  const unserved = new Set(brand.view.unavailableStates)
  let isListed = false
  for (const [index, item] of speaking) {
    const { block, said } = item
    if (said.states.length === 0 || block.tag === '@json' || block.tag === '@keywords') continue
    if (!block.whole && isUnavailable(said.words) && isOfService(said.words))
      isListed = judgeList(item, unserved, input) || isListed
    else judgeOffers(item, blocks[index + 1], unserved, input)
  }
  judgeAddress(page.route, unserved, input)
  if (isListed || unserved.size === 0 || !(isForm || (isCall && page.kind === 'faq'))) return
  // On a page without the form, a collapsed answer may list them.
  const listsAll = ({ block, said }: ReadBlock): boolean =>
    !block.whole &&
    isUnavailable(said.words) &&
    [...unserved].every(state => said.states.some(({ name }) => name === state))
  if (!isForm && speaking.some(([, item]) => listsAll(item))) return
  const problem = 'does not list the states where the service is not available'
  add({ rule: 'states/listed', problem, ...(isForm && { at: { strings: 'form.conditions' } }) })
}

/**
 * Judges a text that says where the service is not available.
 * @returns whether it names all of those states where every visitor sees it
 */
function judgeList({ block, said }: ReadBlock, unserved: ReadonlySet<string>, { add }: PageInput): boolean {
  const all = new Set(said.states.map(({ name }) => name))
  const extra = [...all].filter(state => !unserved.has(state)).join(', ')
  const missing = [...unserved].filter(state => !all.has(state))
  // A single state among several may be an example.
  if (unserved.size - missing.length < 2 && missing.length > 0) return false
  const quoted = { rule: 'states/listed', quote: block.text }
  if (missing.length > 0) add({ ...quoted, problem: `leaves out ${missing.join(', ')}` })
  if (extra !== '') add({ ...quoted, problem: `names ${extra}, where the service is available` })
  return missing.length === 0 && block.visible && !block.closed
}

/** Laws, authorities, other lenders and help: a sentence about them is not an offer. */
const isOfOthers = oneOf`not no illegal law laws lawmakers cap caps limit limits forbid* prohib* must_be_licensed unlicensed ceiling* usury usurious
  credit_union credit_unions ban bans banned unavailable attorney_general regulator constitution* except court rule rules warn* counsel* 211 charit*
  fine fines fined sued legal_aid department resources help_for help_with get_help according at_most survey study researchers fed census asked ilegal*
  require requires paid settle settled found statute statutes voters governor penalt* moving_from moved_from moved_here_from exige requiere instead_of
  turn_away turns_away`
const serving =
  / (?:we|@brand|our (?:service|lenders|network)|now) (?:[a-z]+ )?(?:serves?|available|open|operates?|in|covers?|reach|welcomes?) /
const isOffering = oneOf`request requests requested loan loans cash need_money payday advance advances borrow apply borrowers matched ask_for asking_for
  lender lenders the_form our_form this_form one_form short_form your_offers prestamo prestamos dinero solicite solicitud formulario`
const isCalling = oneOf`apply get request borrow need want can available matched connected offer offers for in near resident residents welcome start
  waiting here yours away from_your ready find finds finding choose answer answers online meet fill send our we cover covers serve serves solicite
  llenar solicitar enviar obtenga pida en para fast`
/** "Do you live in Vermont? Request your loan here.", "Winters in Vermont are hard. A loan through our form keeps you warm." */
const calledFor =
  /^ (?:start|send|request|get|fill|apply|ask|pida|solicit[ae]|llen[ae]|complet[ae]|envi[ae]) | (?:our|this) (?:form|page|lenders) | your (?:loan )?request /

/**
 * Judges offers in states where the service is not available.
 * @param below The next block. The heading "Burlington, Vermont" offers loans there if a call to action is below it.
 */
function judgeOffers(
  { block, said, sentences }: ReadBlock,
  below: ReadBlock | undefined,
  unserved: ReadonlySet<string>,
  { add }: PageInput,
): void {
  const targeted = said.states.filter(({ name }) => unserved.has(name))
  if (targeted.length === 0) return
  const isHeading = /^(?:h[1-6]|title|@title|@og:title)$/.test(block.tag)
  for (const [index, { shown, words }] of sentences.entries()) {
    const own = joined(words)
    const state = targeted.find(({ words }) => own.includes(`${words} `))?.name
    if (state === undefined) continue
    const following = sentences[index + 1]
    const after = following ? joined(following.words) : isHeading ? wordsOf(below?.named ?? '') : ''
    const isOffer = offers(own, isHeading)
    if (!isOffer && !(calledFor.test(after) && offers(own + after, isHeading))) continue
    const quote = isOffer ? shown : `${shown} ${following?.shown ?? ''}`.trim()
    const problem = `offers loans in ${state}, where the service is not available`
    add({ rule: 'states/targeting', quote: block.whole ? block.text : quote, context: block.text, problem })
  }
}

const offers = (words: string, isHeading: boolean): boolean =>
  !isOfOthers(words) && (serving.test(words) || (isOffering(words) && (isHeading || isCalling(words))))

/** "/loans-in-new-york/" */
function judgeAddress(route: string, unserved: ReadonlySet<string>, { add }: PageInput): void {
  const offers = route.split('/').filter(part => /loan|cash|payday|lend|borrow|prestamo/.test(part))
  for (const state of offers.length === 0 ? [] : unserved) {
    const slug = state.toLowerCase().replaceAll(' ', '-')
    const problem = `has an address that offers loans in ${state}, where the service is not available`
    if (offers.some(part => `-${part}-`.includes(`-${slug}-`)))
      add({ rule: 'states/targeting', problem, quote: route })
  }
}
