import { expect, it } from 'vitest'
import type { IslandCode, TemplateBundle } from '../../src/assets/index.ts'
import { scriptBudget } from '../../src/render/budget.ts'

/**
 * A bundle with one island that imports React from the place where npm puts it next to Imprint, or where a checkout has it.
 */
function withReact(react: string): Pick<TemplateBundle, 'islands' | 'origins'> {
  const islands = {
    islands: { quiz: { path: 'assets/quiz.js', eager: ['assets/quiz.js', 'assets/react.js'], lazy: [] } },
    modules: {
      'assets/quiz.js': [{ source: 'templates/islands/quiz/index.ts', bytes: 300 }],
      'assets/react.js': [{ source: react, bytes: 205_000 }],
    },
    files: {},
    loader: { whole: '' },
  }
  return { islands: islands as unknown as IslandCode, origins: {} as TemplateBundle['origins'] }
}

it.each(['node_modules/react-dom/client.js', '../react-dom/client.js'])(
  'names the island that loads React by itself, and what to do, with React in %s',
  react => {
    const sizes = new Map([
      ['src/kit/loader.ts', 1000],
      ['assets/quiz.js', 200],
      ['assets/react.js', 70_000],
    ])
    const page = { route: '/about/', template: 'page', lists: undefined }
    const budget = scriptBudget(withReact(react), sizes)
    const [problem] = budget.check(page as never, new Map([['quiz', new Set(['visible' as const])]]))
    expect(problem).toMatchObject({
      code: 'budget/script',
      file: 'templates/islands/quiz/index.ts',
      message: 'Scripts that "/about/" loads at once: 71.2 kB compressed; 4.85 kB are allowed.',
    })
    expect(problem?.hint).toContain(
      'Let the island "quiz" wait with on="interaction" (73 kB are allowed), or write it without React, which takes about 70 kB.',
    )
    expect(budget.check(page as never, new Map([['quiz', new Set(['interaction' as const])]]))).toEqual([])
  },
)
