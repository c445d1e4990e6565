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

test('an address is found in an attribute', () => {
  const source = {
    path: 'templates/footer.tsx',
    text: '<footer>\n  <script src="https://evil.example/x.js" />\n</footer>',
  }
  const places = sourceIndex([source], {}).placesOf('https://evil.example/x.js', 'https://evil.example/x.js')
  expect(places).toMatchObject([{ file: source.path, line: 2, column: 16 }])
})
