// Where the service is offered, and where a page says so.

import type { ReadBlock } from './paragraphs.ts'
import { sentencesOf, wordsOf } from './text.ts'
import type { Add, JudgedPage } from './verdict.ts'

/** The sentences of a text, a question with what follows it: "Do you live in Vermont? Request your loan here." */
function withAnswers(text: string): string[] {
  const sentences = sentencesOf(text)
  return sentences.map((sentence, index) =>
    sentence.endsWith('?') || offersHere.test(sentences[index + 1] ?? '')
      ? [sentence, sentences[index + 1] ?? ''].join(' ').trim()
      : sentence,
  )
}

/** "Winters in Vermont are hard on a furnace. A loan through our form keeps yours running." */
const offersHere =
  /\b(?:our|this|nuestro) (?:form|page|site|network|lenders|formulario)\b|\byour (?:loan |cash )?request\b|\b(?:form|click) away\b|^tell us\b|^(?:start|send|request|get|fill|apply|see|ask|pida|solicite|llene|env[ií]e)\b.*\b(?:loan|request|form|lenders?|offers?|pr[eé]stamo|solicitud|formulario)\b|^we say\b|^(?:ours|we|we do|we don['’]t|ours (?:do|does|don['’]t|doesn['’]t))[.!]$/i

/** "Rent in Manhattan waits for no one. Neither should your loan request." */
const denyingNothing =
  / (?:no (?:one|matter|longer|time|espera)|not wait|need not|(?:we|lenders) help) (?=\S)/g

/** "They say New York has no loans. Our form says otherwise." "Other sites turn New Yorkers away. We don't." */
const inSpite =
  / (?:our|this) (?:form|lenders|network|page|site) (?:[a-z]+ ){0,3}(?:otherwise|anyway|still) | still (?:[a-z]+ ){1,5}(?:here|with us|(?:our|this) (?:form|lenders|network|page|site)) | away [.;] (?:we|ours|our lenders) do(?:es)? not |(?:form|lenders|network|site) do(?:es)? not [.!] | say .* (?:we|ours) (?:say|do|know) |(?:lenders|we|form) (?:[a-z]+ ){0,3}do(?:es)? not (?:ask|care|mind|worry) /

const unavailable =
  / (?:not available|unavailable|not offered|not serve|not offer|do not accept|not open|except|excluding|no esta disponible|no disponible|no se ofrece|not lend|can not be used|not provided|can not serve|not arrange) /

/** @param configured The states in which the service is not available. */
export function judgeStates(
  page: JudgedPage,
  blocks: readonly ReadBlock[],
  configured: ReadonlySet<string>,
  isCall: boolean,
  isForm: boolean,
  add: Add,
): void {
  let listed = false
  for (const [index, item] of blocks.entries()) {
    const { block, said } = item
    if (said.states.length === 0 || block.tag === '@json' || block.tag === '@keywords') continue
    if (block.whole) judgeRow(item, configured, add)
    else if (unavailable.test(said.words) && ofService.test(said.words))
      listed = judgeList(item, configured, add) || listed
    else judgeOffers(item, blocks[index + 1], configured, add)
  }
  judgeAddress(page.route, configured, add)
  if (listed || configured.size === 0 || !(isForm || (isCall && page.kind === 'faq'))) return
  // Where no form is, a closed answer may list them.
  if (!isForm && blocks.some(item => !item.block.whole && listsAll(item, configured))) return
  add({
    rule: 'states/listed',
    problem: 'does not list the states where the service is not available',
    ...(isForm && { at: { strings: 'form.conditions' } }),
  })
}

const listsAll = ({ said }: ReadBlock, configured: ReadonlySet<string>): boolean =>
  unavailable.test(said.words) &&
  [...configured].every(state => said.states.some(({ name }) => name === state))

const ofService = / (?:resident|residents|service|available|site|form|offer|residentes|servicio|we|@brand) /

/**
 * Judges a text that says where the service is not available.
 * @returns whether it names all states, for all to see
 */
function judgeList({ block, said }: ReadBlock, configured: ReadonlySet<string>, add: Add): boolean {
  const all = said.states.map(({ name }) => name)
  const named = [...new Set(all)].filter(state => configured.has(state))
  const extra = all.filter(state => !configured.has(state))
  const missing = [...configured].filter(state => !all.includes(state))
  // One of several may be an example.
  if (named.length < 2 && missing.length > 0) return false
  const quote = { quote: block.text, context: block.text }
  if (missing.length > 0)
    add({ rule: 'states/listed', ...quote, problem: `leaves out ${missing.join(', ')}` })
  if (extra.length > 0)
    add({
      rule: 'states/listed',
      ...quote,
      problem: `names ${extra.join(', ')}, where the service is available`,
    })
  return missing.length === 0 && block.visible && !block.closed
}

const ofOthers =
  / (?:(?:form|site|service|we) turns? away|not|no|illegal|law|laws|caps?|limits?|forbids?|forbidden|prohibit\w*|must be licensed|unlicensed|ceilings?|usury|usurious|credit unions?|ban|bans|banned|unavailable|attorney general|regulator|constitution|except|court|rules?|warn\w*|counsel\w*|211|charit\w+|fine[sd]?|sued|legal aid|department|resources|help|according|at most|survey|study|researchers|fed|census|asked|prohib\w*|ilegal(?:es)?|requires?|paid|settled?|found|statutes?|lawmakers?|voters|governor|penalt\w+|constitutional|exige|requiere) /
/** "My daughter studies in Vermont, and we sent her grocery cards instead of cash." */
const ofRelatives =
  / (?:my|our|his|her|their|mi) (?:[a-z]+ )?(?:daughter|son|mother|father|mom|dad|sister|brother|cousin|aunt|uncle|niece|nephew|grand[a-z]+|parents|friends?|neighbors?|roommate|hija|hijo|madre|padre|hermana|hermano|prima|primo|tia|tio|abuela|abuelo) /
const ofLoans = / (?:loans?|borrow\w*|lend\w*|payday|apply|applied|forms?|requests?|prestamos?|solicit\w*) /
const serving =
  / (?:we|@brand|our service|(?:our|the) (?:lenders|network)|now) (?:[a-z]+ )?(?:serve|serves|available|open|operate|operates|in|cover|covers|reach|reaches|welcome|welcomes) |^ available (?:in|states?) | turns? .* away [.;] (?:we|ours) do(?:es)? not |^ (?:now |proudly |also |we are )?serving (?!on |in )| (?:do|can|will) you (?:work with|serve|help|match|cover|take|accept) .*\? (?:yes|we do|of course|sure|certainly|absolutely|you can|si) | welcome [.!,:] (?:tell|send|start|apply|ask|fill|pick|choose|request) /
const offering =
  / (?:\$(?:[1-9]\d\d|1000)(?:\.0+)?|requests?|requested|loans?|cash|need money|payday|advances?|borrow|apply|borrowers|matched|lenders?|(?:the|our|this|one|a|1|short) form|your offers|prestamos?|dinero|solicite|solicitud|formulario) /
const calling =
  / (?:apply|get|request|borrow|need|want|can|available|matched|connected|offer|offers|for|in|near|residents?|welcome|start|waiting|here|yours|away|from your|ready|find|finds|finding|choose|answers?|online|meet|fill|send|our|we|covers?|serves?|solicite|llenar|solicitar|enviar|obtenga|pida|en|para) /

/** A row of a table: "Charleston, WV", "Apply here". */
function judgeRow({ block, said }: ReadBlock, configured: ReadonlySet<string>, add: Add): void {
  const state = said.states.find(({ name }) => configured.has(name))?.name
  const words = wordsOf(block.text)
  const isOffer = rowCall.test(words) || (offeredThere.test(words) && offerColumn.test(wordsOf(block.intro)))
  if (state === undefined || !isOffer || ofOthers.test(wordsOf(`${block.intro} ${block.text}`))) return
  add({
    rule: 'states/targeting',
    quote: block.text,
    context: block.text,
    problem: `offers loans in ${state}, where the service is not available`,
  })
}

/** "Amount you can request", "Lenders available" */
const offerColumn = / (?:available|we serve|served|request|apply|offered) /
const offeredThere = / (?:yes|si|\$[\d.]+|available) /

const rowCall =
  / (?:apply|start|get|request|see|solicite|pida) (?:here|now|today|started|yours?|a|online|aqui) /

const loans = '(?:loans?|cash|advances?|prestamos?)'

/** "Start your loan request" */
const call =
  /^(?:start|send|request|apply|get|find|ask|fill|see|check|solicite|pida|empiece|llene|env[ií]e)\b.{0,40}\b(?:loan|request|form|cash|lender|application|money|pr[eé]stamo|solicitud|formulario)\b.{0,20}$/i

/**
 * Judges what a text offers in states where the service is not available.
 * @param next The block after it: a heading "Burlington, Vermont" offers loans there if a call to action stands below it.
 */
function judgeOffers(
  { block, said }: ReadBlock,
  next: ReadBlock | undefined,
  configured: ReadonlySet<string>,
  add: Add,
): void {
  const targeted = said.states.filter(({ name }) => configured.has(name))
  if (targeted.length === 0) return
  const isHeading = /^(?:h[1-6]|title|@title|@og:title)$/.test(block.tag)
  for (const sentence of /^(?:h[1-6]|title|@)/.test(block.tag) ? [block.text] : withAnswers(block.text)) {
    const words = wordsOf(sentence)
    const found = targeted.find(item => words.replace(leaving(item.words), ' ').includes(`${item.words} `))
    if (found === undefined) continue
    const { name: state, words: named } = found
    // "Cash loans for New Yorkers who need help" is an offer, "Help for New Yorkers with a loan" is none.
    const place = named.trim()
    const isLoanFor = new RegExp(
      ` (?:${loans} (?:help |money )?(?:for|in|to|para|en) ${place}|${loans} : (?:[a-z]+ (?:, )?){0,4}${place}|${place} (?:payday |cash |short term |personal |online )?${loans}) `,
    ).test(words)
    if (ofRelatives.test(words) && !ofLoans.test(words)) continue
    const said = words.replaceAll(denyingNothing, ' ')
    if (!inSpite.test(words) && ofOthers.test(isLoanFor ? said.replaceAll(' help ', ' ') : said)) continue
    // "Hey, Arkansas! Need a little extra before Friday?"
    const isGreeted = new RegExp(`^ (?:hey|hello|hi|good news|listen up)(?: [,:])? ${place} `).test(words)
    const serves = isGreeted || serving.test(words) || (isHeading && call.test(next?.block.text ?? ''))
    if ((serves || offering.test(words)) && (isHeading || serves || isLoanFor || calling.test(words)))
      add({
        rule: 'states/targeting',
        quote: sentence,
        context: block.text,
        problem: `offers loans in ${state}, where the service is not available`,
      })
  }
}

/** "Moved from Vermont to Ohio?", "after years in Vermont": where somebody does not live now. */
const leaving = (state: string): RegExp =>
  new RegExp(
    ` (?:(?:move|moved|moving|relocated|relocating)(?: [a-z]+){0,2}? from|after (?:[a-z\\d]+ )?years in)${state}(?= )`,
    'g',
  )

/** "/loans-in-new-york/" */
function judgeAddress(route: string, configured: ReadonlySet<string>, add: Add): void {
  const offers = route.split('/').filter(part => /loan|cash|payday|lend|borrow|prestamo/.test(part))
  for (const state of offers.length === 0 ? [] : configured) {
    const slug = state.toLowerCase().replaceAll(' ', '-')
    if (offers.some(part => `-${part}-`.includes(`-${slug}-`)))
      add({
        rule: 'states/targeting',
        problem: `has the address of an offer in ${state}, where the service is not available`,
        quote: route,
      })
  }
}
