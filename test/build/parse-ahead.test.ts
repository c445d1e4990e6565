import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { noClock } from '../../src/build/clock.ts'
import { openFinishThread } from '../../src/build/finish-remotely.ts'
import { textParser } from '../../src/build/kept-texts.ts'
import { parserAhead, type TextHand } from '../../src/build/parse-ahead.ts'
import { openThreads } from '../../src/build/render-threads.ts'
import { createParseCache, parseArticleBody, parseArticleBodyFast } from '../../src/content/index.ts'
import { memoryFiles, type SourceFile, snapshot } from '../../src/files/index.ts'
import { article, type FileMap, repositoryRoot } from '../support/project.ts'

const compiled = (name: string) => pathToFileURL(join(repositoryRoot, 'lib', name))
const crews: readonly (readonly [string, () => readonly TextHand[]])[] = [
  [
    'finishes',
    () => {
      const opened = openFinishThread({ script: compiled('finish-thread.js'), parses: true, clock: noClock })
      onTestFinished(() => opened.close())
      return [opened.parser]
    },
  ],
  [
    'renders',
    () => {
      const opened = openThreads({ script: compiled('render-thread.js'), count: 2, clock: noClock })
      onTestFinished(() => opened.close())
      return opened.hands
    },
  ],
]

/** Enough of them to be worth asking. */
const plain: FileMap = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [
    `content/articles/plain-${index}.md`,
    article(`plain-${index}`, {}, `## Part ${index}\n\n[Before](/articles/plain-${index - 1}/) by {name}.\n`),
  ]),
)

test.each(crews)('texts parsed by a thread that %s pages are the same, good and bad', async (_, crew) => {
  const odd: FileMap = {
    'content/articles/warned.md': article('warned', { keywords: '[a, b]' }, '# Level one\n'),
    'content/articles/bad.md': article('bad', { date: '2025-02-30' }, 'Text <b>raw</b> {nothing}\n'),
    'content/articles/none.md': 'No front matter.\n',
    'brands/acme/content/articles/own.md': article('own', {}, '::cost-calculator\n\n![Rates](rates.png)\n'),
  }
  const files = snapshot(memoryFiles({ ...plain, ...odd }))
  const store = createParseCache()
  const texts = textParser(store, undefined, crew())
  texts.begin(files, ['content', 'brands/acme/content'])
  await texts.ready()
  for (const path of Object.keys({ ...plain, ...odd })) {
    const source = files.readText(path).value as SourceFile
    // What only the reference can tell is left to whoever needs it.
    expect(store.has(parseArticleBody, source)).toBe(parseArticleBodyFast(source) !== undefined)
    expect(texts.parse(parseArticleBody, source)).toEqual(parseArticleBody(source))
  }
  expect(
    store.has(parseArticleBody, files.readText('brands/acme/content/articles/own.md').value as SourceFile),
  ).toBe(true)
})

const sources = (count: number): readonly SourceFile[] =>
  Array.from({ length: count }, (_, index) => ({ path: `${index}.md`, text: article(`a-${index}`) }))

/** A hand whose answers come when the test says so. */
function handByHand() {
  const asked: {
    readonly paths: readonly string[]
    readonly answer: () => void
    readonly fail: () => void
  }[] = []
  const hand: TextHand = {
    parse: batch =>
      new Promise((resolve, reject) => {
        asked.push({
          paths: batch.map(({ path }) => path),
          answer: () => resolve(batch.map(parseArticleBodyFast)),
          fail: () => reject(new Error('The thread has ended.')),
        })
      }),
  }
  return { hand, asked }
}

/** What has been resolved when everything that can happen by itself has happened. */
async function settledNow(promise: Promise<void>): Promise<boolean> {
  let settled = false
  void promise.then(() => {
    settled = true
  })
  await new Promise(resolve => setImmediate(resolve))
  return settled
}

test('waits for the texts that are asked for, and for no others', async () => {
  const { hand, asked } = handByHand()
  const taken: string[] = []
  const ahead = parserAhead([hand], ({ path }) => taken.push(path))
  const all = sources(80)
  ahead.begin(all)
  expect(asked.map(({ paths }) => paths.length)).toEqual([32, 32, 16])
  const [first, last] = [ahead.ready(all.slice(0, 4)), ahead.ready(all.slice(-4))]
  asked[0]?.answer()
  expect(await settledNow(first)).toBe(true)
  expect(taken).toHaveLength(32)
  expect(await settledNow(last)).toBe(false)
  asked[2]?.answer()
  asked[1]?.answer()
  await ahead.ready()
  expect(taken).toHaveLength(80)
  expect(await settledNow(ahead.ready(all))).toBe(true)
})

test('asks for no text twice, and for none where they are few', async () => {
  const { hand, asked } = handByHand()
  const ahead = parserAhead([hand], () => undefined)
  const all = sources(80)
  ahead.begin(all)
  ahead.begin(all)
  ahead.begin(sources(63))
  expect(asked.flatMap(({ paths }) => paths)).toHaveLength(80)
  expect(await settledNow(ahead.ready(sources(63)))).toBe(true)
  parserAhead([], () => undefined).begin(all)
})

test('texts that a thread did not come to are left to whoever needs them', async () => {
  const { hand, asked } = handByHand()
  const taken: string[] = []
  const ahead = parserAhead([hand], ({ path }) => taken.push(path))
  ahead.begin(sources(80))
  asked[0]?.answer()
  asked[1]?.fail()
  asked[2]?.fail()
  await ahead.ready()
  expect(taken).toHaveLength(32)
})

test('several threads share the work', async () => {
  const [one, other] = [handByHand(), handByHand()]
  const ahead = parserAhead([one.hand, other.hand], () => undefined)
  ahead.begin(sources(128))
  expect([one.asked.length, other.asked.length]).toEqual([2, 2])
})

test('a thread is given only so much at once', async () => {
  const { hand, asked } = handByHand()
  const ahead = parserAhead([hand], () => undefined)
  const all = sources(32 * 140)
  ahead.begin(all)
  expect(asked).toHaveLength(128)
  asked[5]?.answer()
  await settledNow(ahead.ready(all.slice(-1)))
  expect(asked).toHaveLength(129)
})
