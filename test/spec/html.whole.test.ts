// Every built page as a validator and a link checker see it. This link checker is not the build's.

import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandIds, builtFolder, factsOf, htmlPaths, readBuilt, readPage } from '../support/brands.ts'
import { all, attribute, one } from '../support/html.ts'
import { readTree } from '../support/project.ts'
import { invalidHtml } from '../support/validator.ts'

describe.each(brandIds)('pages of %s', id => {
  const { basePath, siteUrl } = factsOf(id)

  it('html-validate: 0 errors', async () => {
    const problems: string[] = []
    for (const path of htmlPaths(id)) problems.push(...(await invalidHtml(readBuilt(id, path), path)))
    expect(problems).toEqual([])
  })

  it('0 style attributes, inline handlers, javascript: links and duplicate ids', () => {
    for (const path of htmlPaths(id)) {
      const elements = all(readPage(id, path))
      const attributes = elements.flatMap(element => element.attrs)
      expect(
        attributes.filter(({ name }) => name === 'style' || name.startsWith('on')),
        path,
      ).toEqual([])
      expect(
        attributes.filter(({ value }) => /^\s*javascript:/i.test(value)),
        path,
      ).toEqual([])
      const ids = elements.map(element => attribute(element, 'id')).filter(value => value !== undefined)
      expect(
        ids.filter((value, index) => ids.indexOf(value) !== index),
        path,
      ).toEqual([])
    }
  })

  // For "width < 48rem", esbuild writes "not (min-width: 48rem)", which Safari before 16.4 reads as "never": phones would get
  // the styles of wide screens.
  it('no media query that the oldest browsers cannot read', () => {
    for (const path of htmlPaths(id)) {
      const queries = readBuilt(id, path).match(/@media[^{]*/g) ?? []
      expect(queries.length, path).toBeGreaterThan(0)
      expect(
        queries.filter(query => /not ?\(|[<>]/.test(query)),
        path,
      ).toEqual([])
    }
  })

  it('no page asks for anything ahead of its text but its fonts: no preload, no stylesheet, no blocking script', () => {
    for (const path of htmlPaths(id)) {
      const root = readPage(id, path)
      const rels = all(root, 'link')
        .filter(element => attribute(element, 'as') !== 'font')
        .map(element => attribute(element, 'rel'))
      expect(
        rels.filter(
          rel => !['canonical', 'icon', 'apple-touch-icon', 'manifest', 'alternate'].includes(rel ?? ''),
        ),
        path,
      ).toEqual([])
      expect(
        all(root, 'script').filter(element => attribute(element, 'src') !== undefined),
        path,
      ).toEqual([])
      const icons = all(root, element => attribute(element, 'rel') === 'icon')
      expect(
        icons.map(icon => attribute(icon, 'href')?.slice(0, 18)),
        path,
      ).toEqual([`${basePath}/favicon.ico`.slice(0, 18), 'data:image/svg+xml'])
      // Embedded images load nothing.
      for (const image of all(root, 'img'))
        if (!attribute(image, 'src')?.startsWith('data:'))
          expect(attribute(image, 'loading'), path).toBe('lazy')
      for (const element of all(root)) {
        for (const name of ['href', 'src', 'action']) {
          expect(attribute(element, name) ?? '', `${path}: no spaces in addresses`).not.toMatch(/\s/)
        }
      }
    }
  })

  it('each page has one h1, no heading skips a level, every image has an alternative', () => {
    for (const path of htmlPaths(id)) {
      const root = readPage(id, path)
      const levels = all(root, element => /^h[1-6]$/.test(element.tagName)).map(element =>
        Number(element.tagName[1]),
      )
      expect(
        levels.filter(level => level === 1),
        path,
      ).toHaveLength(1)
      for (const image of all(root, 'img')) expect(attribute(image, 'alt'), path).toBeDefined()
      expect(attribute(one(root, 'html'), 'lang'), path).toBe('en-US')
    }
  })

  it('0 broken internal links or fragments', () => {
    const files = readTree(`${builtFolder()}/${id}`)
    const anchors = new Map(
      htmlPaths(id).map(path => [
        path,
        new Set(all(readPage(id, path)).map(element => attribute(element, 'id'))),
      ]),
    )
    const target = (address: URL): string | undefined => {
      const path = decodeURIComponent(address.pathname)
      if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined
      const inside = path.slice(basePath.length + 1)
      return inside === '' || inside.endsWith('/') ? posix.join(inside, 'index.html') : inside
    }
    const broken: string[] = []
    let checked = 0
    for (const path of htmlPaths(id)) {
      const page = new URL(`${siteUrl}/${path.replace(/index\.html$/, '')}`)
      for (const element of all(readPage(id, path))) {
        for (const name of ['href', 'src', 'action', 'data-island']) {
          const value = attribute(element, name)
          if (value === undefined || !URL.canParse(value, page)) continue
          const address = new URL(value, page)
          if (address.origin !== page.origin) continue
          checked++
          const file = target(address)
          if (file === undefined || !Object.hasOwn(files, file)) broken.push(`${path}: ${value}`)
          else if (address.hash && !anchors.get(file)?.has(decodeURIComponent(address.hash.slice(1)))) {
            broken.push(`${path}: ${value} (no such fragment)`)
          }
        }
      }
    }
    expect(broken).toEqual([])
    expect(checked).toBeGreaterThan(100)
  })

  it('references by id have a target', () => {
    for (const path of htmlPaths(id)) {
      const root = readPage(id, path)
      const ids = new Set(all(root).map(element => attribute(element, 'id')))
      for (const element of all(root)) {
        for (const name of [
          'for',
          'aria-labelledby',
          'aria-describedby',
          'aria-controls',
          'popovertarget',
          'list',
        ]) {
          for (const reference of attribute(element, name)?.split(/\s+/) ?? []) {
            expect(ids.has(reference), `${path}: ${name}="${reference}"`).toBe(true)
          }
        }
      }
    }
  })
})
