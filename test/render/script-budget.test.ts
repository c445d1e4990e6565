import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { IslandCode, TemplateBundle } from '../../src/assets/index.ts'
import { scriptProblems } from '../../src/render/budget.ts'

/**
 * A bundle with one island that imports React from the place where npm puts it next to Imprint, or where a checkout has it.
 */
function withReact(react: string): Pick<TemplateBundle, 'islands' | 'origins'> {
  const islands = {
    islands: {
      quiz: {
        path: 'assets/quiz.js',
        eager: ['assets/quiz.js', 'assets/react.js'],
        lazy: [],
        hydrates: true,
      },
    },
    modules: {
      'assets/quiz.js': [{ source: 'templates/islands/quiz/index.ts', bytes: 300 }],
      'assets/react.js': [{ source: react, bytes: 205_000 }],
    },
    files: { 'assets/quiz.js': 'quiz()', 'assets/react.js': noise(86_000) },
    loader: { whole: '' },
  }
  return { islands: islands as unknown as IslandCode, origins: {} as TemplateBundle['origins'] }
}

/** Text that hardly compresses. */
const noise = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 44) }, (_, index) => hash('sha256', String(index), 'base64'))
    .join('')
    .slice(0, bytes)

it.each(['node_modules/react-dom/client.js', '../react-dom/client.js'])(
  'names the island that loads React by itself, and what to do, with React in %s',
  react => {
    const page = { route: '/about/', template: 'page', lists: undefined } as never
    const bundle = withReact(react)
    const [problem] = scriptProblems(page, new Map([['quiz', new Set(['visible' as const])]]), bundle)
    expect(problem).toMatchObject({
      code: 'budget/script',
      file: 'templates/islands/quiz/index.ts',
      message: expect.stringMatching(
        /^Scripts that "\/about\/" loads immediately: 6\d\.\d kB compressed; the limit is 4\.85 kB\.$/,
      ),
    })
    expect(problem?.hint).toContain(
      'Load the island "quiz" with on="interaction" (the limit is then 73 kB), or write it without React, which takes about 70 kB.',
    )
    expect(scriptProblems(page, new Map([['quiz', new Set(['interaction' as const])]]), bundle)).toEqual([])
  },
)
