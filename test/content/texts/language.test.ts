import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languageOfText } from '../../../src/content/texts/language.ts'
import { repositoryRoot } from '../../support/project.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

test.each([
  ['content/articles/rent-and-utilities.md', 'en'],
  ['content/home.yaml', 'en'],
  ['content/strings.yaml', 'en'],
  ['content/pages/ccpa.md', 'en'],
  ['brands/_es/content/articles/rent-and-utilities.md', 'es'],
  ['brands/_es/content/home.yaml', 'es'],
  ['brands/_es/content/strings.yaml', 'es'],
  ['brands/_es/content/pages/ccpa.md', 'es'],
])('%s is in the language "%s"', (path, language) => {
  expect(languageOfText(read(path).replace(/^\s*#.*$/gm, ''))).toBe(language)
})

test.each([
  [
    'French',
    'Les prêts de la région et les frais qui sont dus. On ne paie pas plus que ce que la loi permet, et le contrat le dit.',
  ],
  [
    'Portuguese',
    'Os empréstimos e as taxas que você paga. Não há custos para os clientes, mas o contrato diz o que é preciso pagar.',
  ],
  [
    'Italian',
    'I prestiti e le spese che si pagano. Non ci sono costi per i clienti, ma il contratto dice quanto si deve pagare con gli interessi.',
  ],
  [
    'German',
    'Die Kredite und die Gebühren, die Sie zahlen. Der Vertrag sagt, was es kostet und wann die Rate fällig ist.',
  ],
  ['a few words', 'Apply with the form and see.'],
  [
    'both',
    'The loan and the fee that you pay with it are in the contract. El préstamo y los cargos que hay: pero sin más, puede ser.',
  ],
  ['nothing', ''],
])('no language is guessed for %s', (_, text) => {
  expect(languageOfText(text)).toBeUndefined()
})
