// The common form of a word's different spellings, for comparisons. Pure.

/** A character that is not printable ASCII. */
export const unusual = /[^\x20-\x7e]/

/** Letters of other scripts that look like Latin ones. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  `а:a ᴀ:a ɑ:a α:a ь:b ƅ:b с:c ϲ:c ᴄ:c ⅽ:c ԁ:d ⅾ:d е:e ҽ:e є:e ε:e ɡ:g ց:g һ:h հ:h і:i ι:i ı:i ӏ:i ⅰ:i ј:j ϳ:j к:k κ:k ⅼ:l м:m ⅿ:m
  ո:n п:n о:o ο:o σ:o օ:o р:p ρ:p ԛ:q г:r ᴦ:r ѕ:s т:t τ:t υ:u ս:u ѵ:v ν:v ԝ:w ѡ:w ω:w х:x χ:x у:y γ:y ᴢ:z`
    .split(/\s+/)
    .map(pair => pair.split(':') as [string, string]),
)

const marks: ReadonlyMap<string, string> = new Map([
  ...['–', '―', '-', '--', '---'].map(mark => [mark, '—'] as const),
  ...['★', '⭐', '🌟'].map(mark => [mark, 'stars'] as const),
])

/**
 * The form of a word that rules compare: in lower case, with plain Latin letters instead of accents, look-alikes and symbols.
 */
export function fold(written: string): string {
  let word = written.toLowerCase()
  if (unusual.test(word)) {
    word = word
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[’ʼ`´]/g, "'")
      .replace(/[€£]/g, '$')
    word = [...word].map(letter => lookAlikes.get(letter) ?? letter).join('')
  }
  const mark = marks.get(word) ?? (/^[★⭐🌟]/u.test(word) ? 'stars' : undefined)
  if (mark !== undefined) return mark
  if (/^(?:us)?\$ ?\d/.test(word)) return word.replace(/^us|[ ,]/g, '')
  if (/^\d/.test(word) && /^[\d,.]+ ?[k%]?$/.test(word)) return word.replace(/[ ,]/g, '')
  return /[a-z][0134@5$]/.test(word) || /^[$@]/.test(word) ? unleet(word) : word
}

/** "gu4ranteed", "appr0val" */
function unleet(word: string): string {
  if (/\d{3}/.test(word) || word.replace(/[^a-z]/g, '').length < 4 || /\d$/.test(word)) return word
  const letters: Readonly<Record<string, string>> = {
    0: 'o',
    1: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    '@': 'a',
    $: 's',
  }
  return word.replace(/[013457@$]/g, sign => letters[sign] ?? sign)
}

/** Words that stand for several. */
export const contractions: ReadonlyMap<string, readonly string[]> = new Map([
  ['fortnight', ['2', 'weeks']],
  ...['cannot', "can't", 'cant'].map(word => [word, ['can', 'not']] as const),
  ...["won't", 'wont'].map(word => [word, ['will', 'not']] as const),
  ...'is are was were do does did has have had could would should must need'
    .split(' ')
    .flatMap(verb => [`${verb}n't`, `${verb}nt`].map(word => [word, [verb, 'not']] as const)),
  ...contracted('we you they', "'re", 'are'),
  ...contracted('we you they i he she it that there who', "'ll", 'will'),
  ...contracted('we you they i who', "'ve", 'have'),
  ...contracted('it that there here what who he she let', "'s", 'is'),
  ...contracted('we you they i he she it', "'d", 'would'),
  ...contracted('i', "'m", 'am'),
])

function contracted(words: string, ending: string, verb: string): (readonly [string, readonly string[]])[] {
  return words.split(' ').map(word => [`${word}${ending}`, [word, verb]])
}
