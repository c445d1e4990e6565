// How a text labels an example of a loan.

import { joined, type Sentence } from './text.ts'
import { oneOf } from './word-lists.ts'

export interface Labels {
  /** It says that something is an example. */
  readonly isExample: boolean
  /** It says that the terms of lenders vary. */
  readonly saysTermsVary: boolean
}

const isCalledExample = oneOf`example* illustrat* ilustrativ* suppose say imagine instance ejemplo* supongamos sample what`
const isOfTerms = oneOf`lender* offer* term* yours your quote* prestamista* condicion* termino* another`
const varies = oneOf`vary varies differ* different depend* may might can could will own sets set decide other others each every only higher lower
  varia* cambia* fija* puede* distint* otr* solo cada actual`

/** What the parts of sentences say, between semicolons. */
export function labelsOf(sentences: readonly Sentence[]): Labels {
  const parts = sentences.flatMap(({ words }) => joined(words).split(' ; '))
  return {
    isExample: parts.some(isCalledExample),
    saysTermsVary: parts.some(part => isOfTerms(part) && varies(part)),
  }
}
