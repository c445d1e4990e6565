import { expect, test } from 'vitest'
import { sourceIndex } from '../../src/compliance/locate.ts'

const words = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ')

test('a text that no file has as a whole is where most of its words stand in a row', () => {
  const own = {
    path: 'content/articles/code.md',
    text: `# Code\n\n${words(1500, 'a')}\nput between\n${words(2000, 'b')}`,
  }
  const others = Array.from({ length: 20 }, (_, index) => ({
    path: `content/articles/x${index}.md`,
    text: words(2000, 'c'),
  }))
  const shown = `${words(1500, 'a')} ${words(2000, 'b')}`
  // Every run of 3,500 words would be six million searches.
  const [place] = sourceIndex([...others, own], {}).placesOf(shown, shown, own.path)
  expect(place).toMatchObject({ file: own.path, line: 5, column: 1 })
})

const source = (path: string, text: string) => ({ path, text })

test('a short text is where nothing stands before or after it', () => {
  const lock = source('brands/a/disclosures.lock.json', '{"entries":[{"heading":"First","text":"A text."}]}')
  const faq = source('content/faq.yaml', 'a:\n  answer: First, ask. # First\nb:\n  note: First\n')
  const code = source('templates/x.tsx', '// First\nconst first = first()\n')
  const article = source('content/articles/first.md', '---\nslug: first\n---\n\nFirst of all.\n')
  const places = sourceIndex([article, lock, faq, code], {}).placesOf('First', 'First', article.path)
  expect(places.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
    'brands/a/disclosures.lock.json:1:25',
    'content/faq.yaml:4:9',
  ])
})

test('an address is found in an attribute', () => {
  const source = {
    path: 'templates/footer.tsx',
    text: '<footer>\n  <script src="https://evil.example/x.js" />\n</footer>',
  }
  const places = sourceIndex([source], {}).placesOf('https://evil.example/x.js', 'https://evil.example/x.js')
  expect(places).toMatchObject([{ file: source.path, line: 2, column: 16 }])
})
