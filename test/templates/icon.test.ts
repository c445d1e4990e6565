import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { templateBundler } from '../../src/assets/index.ts'
import { articleIcons } from '../../src/content/articles/article.ts'
import { iconNames } from '../../src/content/pages/home.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { Icon } from '../../templates/icon.tsx'
import { repositoryRoot } from '../support/project.ts'

const drawingOf = (name: string) => renderToStaticMarkup(createElement(Icon, { name }))

describe('icons', () => {
  it.each([...iconNames, ...articleIcons, 'check', 'phone', 'mail'])('%s has a drawing', name => {
    expect(drawingOf(name)).toMatch(
      /^<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">(?:<(path|rect|circle) [^>]+><\/\1>)+<\/svg>$/,
    )
  })

  it('all differ', () => {
    expect(new Set(iconNames.map(drawingOf)).size).toBe(iconNames.length)
  })

  it('include no more of the library than is drawn', async () => {
    const { value, diagnostics } = await templateBundler(diskFiles(repositoryRoot))(memoryFiles({}))
    expect(diagnostics).toEqual([])
    const bundled = value!.sourceMap().payload.sources.filter(source => source.includes('/lucide/'))
    expect(bundled).toHaveLength(11)
  })
})
