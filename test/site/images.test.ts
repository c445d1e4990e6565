import { expect, it } from 'vitest'
import { imagePattern } from '../../src/site/index.ts'

it('imagePattern finds an image whole, also with a ">" in its attributes', () => {
  const html =
    '<p>1 > 0 <img class="a > b" src="\ufdd0content/a.png\ufdd1" alt="c > d" loading="lazy"> > <br></p>'
  const [found] = html.matchAll(imagePattern)
  expect([...(found ?? [])]).toEqual([
    '<img class="a > b" src="\ufdd0content/a.png\ufdd1" alt="c > d" loading="lazy">',
    ' class="a > b"',
    'content/a.png',
    ' alt="c > d" loading="lazy"',
  ])
})
