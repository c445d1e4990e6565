// The command behind `npm run train`.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeModel } from '../../src/compliance/claims/model.ts'
import { packagedRules, parseRules } from '../../src/compliance/index.ts'
import { packagedPhrases } from '../../src/compliance/rules.ts'
import { passagesOfText, readExamples } from './examples.ts'
import { alarmsIn, figuresOf, figuresText } from './figures.ts'
import { paragraphsBelow } from './prose.ts'
import { trainModel } from './train.ts'

/** Whether the model learns a rule. It learns no rules about figures or unfinished text, because words do not reveal them. */
export const isLearned = (rule: string): boolean =>
  Object.hasOwn(packagedRules.claims, rule) && !/^(?:copy|cost)\//.test(rule)

/** @returns the exit code */
export function main(root: string, words: readonly string[]): number {
  if (words[0] === '--figures') return figures(root, words.slice(1))
  const rules = Object.keys(packagedRules.claims).filter(isLearned)
  const read = packagedPhrases()
  const nominated = (text: string) =>
    new Set(
      passagesOfText(text)
        .flatMap(read)
        .map(({ rule }) => rule.id),
    )
  const made = encodeModel(trainModel(readExamples(join(root, 'examples')), rules, nominated))
  const path = join(root, 'src/compliance/claims.model')
  if (words[0] !== '--check') {
    writeFileSync(path, made)
    console.log(`${path}: ${made.length} bytes`)
    return 0
  }
  if (Buffer.compare(readFileSync(path), made) === 0) return 0
  console.error('The examples or the rules have changed since the model was trained. Run: npm run train')
  return 1
}

function figures(root: string, folders: readonly string[]): number {
  const { infos, reader } = parseRules(undefined).value
  const isError = (rule: string): boolean => infos.get(rule)?.severity === 'error'
  const heldOut = readExamples(join(root, 'examples/held-out')).filter(
    ({ level, rule }) => level === undefined || isLearned(rule),
  )
  console.log(`Held-out examples\n${figuresText(figuresOf(heldOut, reader(), isError))}`)
  for (const folder of folders) {
    const { paragraphs, errors, warnings } = alarmsIn(paragraphsBelow(folder), reader(), isError)
    const rate = (count: number): string => ((1000 * count) / Math.max(1, paragraphs)).toFixed(2)
    console.log(
      `${folder}: ${paragraphs} paragraphs, per 1,000 ${rate(errors)} errors and ${rate(warnings)} warnings`,
    )
  }
  return 0
}
