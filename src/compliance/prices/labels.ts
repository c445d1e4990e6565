// The labels that a text gives to an example of a loan.

import { joined, type Sentence } from '../words/text.ts'
import { oneOf } from '../words/word-lists.ts'

export interface Labels {
  /** Whether it says that something is an example. */
  readonly isExample: boolean
  /** Whether it says that lenders' terms vary. */
  readonly saysTermsVary: boolean
}

const isCalledExample = oneOf`example* illustrat* ilustrativ* suppose say imagine instance ejemplo* supongamos sample what`
const isOfTerms = oneOf`lender* offer* term* yours your quote* prestamista* condicion* termino* another`
const varies = oneOf`vary varies differ* different depend* may might can could will own sets set decide other others each every only higher lower
  varia* cambia* fija* puede* distint* otr* solo cada actual`

/** The labels in a text. The parts of a sentence that a semicolon separates count separately. */
export function labelsOf(sentences: readonly Sentence[]): Labels {
  const parts = sentences.flatMap(({ words }) => joined(words).split(' ; '))
  return {
    isExample: parts.some(isCalledExample),
    saysTermsVary: parts.some(part => isOfTerms(part) && varies(part)),
  }
}
