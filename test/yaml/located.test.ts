import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  entryAt,
  type Located,
  type LocatedMap,
  leaves,
  locate,
  originInside,
  originOf,
  overlay,
  parseYaml,
  plain,
  valueAt,
} from '../../src/yaml/index.ts'

const map = (file: string, text: string) => parseYaml({ path: file, text }).value as LocatedMap
const json = (node: Located) => JSON.parse(JSON.stringify(plain(node)))

const weak = map('weak.yaml', 'name: Weak\ntheme:\n  color: red\n  radius: 1px\nlist: [1, 2]\nonly: weak\n')
const strong = map('strong.yaml', 'name: Strong\ntheme:\n  color: blue\nlist: [3]\nmine: strong\n')
const strongest = map('strongest.yaml', 'theme:\n  color: green\nlist:\n  a: 1\n')

describe('overlay', () => {
  const result = overlay([weak, strong, strongest])

  it('merges maps key by key and replaces everything else', () => {
    expect(json(result)).toEqual({
      name: 'Strong',
      theme: { color: 'green', radius: '1px' },
      list: { a: 1 },
      only: 'weak',
      mine: 'strong',
    })
  })

  it('keeps the origin of every value', () => {
    const file = (...path: string[]) => valueAt(result, path)?.origin.file
    expect([file('name'), file('theme', 'color'), file('theme', 'radius'), file('only')]).toEqual([
      'strong.yaml',
      'strongest.yaml',
      'weak.yaml',
      'weak.yaml',
    ])
    expect(entryAt(result, ['name'])?.keyOrigin.file).toBe('strong.yaml')
  })

  it('has the overridden values, strongest first', () => {
    expect(entryAt(result, ['theme', 'color'])?.shadowed.map(json)).toEqual(['blue', 'red'])
    expect(entryAt(result, ['list'])?.shadowed.map(json)).toEqual([[3], [1, 2]])
    expect(entryAt(result, ['theme'])?.shadowed).toEqual([])
    expect(entryAt(result, ['mine'])?.shadowed).toEqual([])
  })

  it('changes none of its layers', () => {
    const before = JSON.stringify([json(weak), json(strong), json(strongest)])
    overlay([weak, strong, strongest])
    expect(JSON.stringify([json(weak), json(strong), json(strongest)])).toBe(before)
    expect(entryAt(strong, ['name'])?.shadowed).toEqual([])
  })

  it('takes one layer as it is', () => {
    expect(overlay([weak])).toBe(weak)
  })
})

describe('overlay of any maps', () => {
  const keys = ['a', 'b', 'c', '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
  type Tree = string | number | string[] | Map<string, Tree>
  const { tree } = fc.letrec<{ tree: Tree; map: Map<string, Tree> }>(tie => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.integer(),
      fc.array(fc.string(), { maxLength: 2 }),
      tie('map'),
    ),
    map: fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('tree')), { maxLength: 4 })
      .map(pairs => new Map(pairs)),
  }))
  const layer = fc
    .array(fc.tuple(fc.constantFrom(...keys), tree), { maxLength: 5 })
    .map(pairs => new Map<string, Tree>(pairs))
  const layers = fc.array(layer, { minLength: 1, maxLength: 5 })

  /** As `parseYaml` would have read it from a file with that name. */
  const located = (value: Tree, file: string): Located => {
    const origin = { file, line: 1, column: 1 }
    if (!(value instanceof Map)) return locate(value, origin)
    const entries = [...value].map(
      ([key, item]) => [key, { keyOrigin: origin, value: located(item, file), shadowed: [] }] as const,
    )
    return { kind: 'map', origin, entries: new Map(entries) }
  }

  /** The same rule in another form: the value at a path in the strongest layer that has it. */
  const lookUp = (trees: readonly Tree[], path: readonly string[]) => {
    const found: { layer: number; value: Tree }[] = []
    for (let index = trees.length - 1; index >= 0; index--) {
      let node: Tree | undefined = trees[index]
      for (const key of path) node = node instanceof Map ? node.get(key) : undefined
      if (node !== undefined) found.push({ layer: index, value: node })
    }
    return found
  }

  const build = (trees: readonly Map<string, Tree>[]) =>
    overlay(trees.map((value, index) => located(value, String(index))) as [LocatedMap, ...LocatedMap[]])

  const before = Object.getOwnPropertyNames(Object.prototype).sort()
  afterEach(() => {
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  it('lets the strongest layer win for every leaf, with any names of keys', () => {
    fc.assert(
      fc.property(layers, trees => {
        for (const { path, value } of leaves(build(trees))) {
          if (path.length === 0) continue
          const [winner] = lookUp(trees, path)
          expect(winner).toBeDefined()
          if (value.kind === 'map') continue
          expect(value.origin.file).toBe(String(winner?.layer))
          expect(json(value)).toEqual(JSON.parse(JSON.stringify(winner?.value)))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('shadows exactly the values of weaker layers, in order', () => {
    const flat = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'constructor'), fc.integer(), {
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(fc.array(flat, { minLength: 1, maxLength: 6 }), dictionaries => {
        const trees = dictionaries.map(entries => new Map<string, Tree>(Object.entries(entries)))
        for (const [key, entry] of build(trees).entries) {
          const said = lookUp(trees, [key])
          expect(
            [entry.value, ...entry.shadowed].map(node => [Number(node.origin.file), json(node)]),
          ).toEqual(said.map(({ layer: index, value }) => [index, value]))
        }
      }),
    )
  })

  it('gives the same whether layers are laid one by one or in groups', () => {
    fc.assert(
      fc.property(layers, layer, (trees, last) => {
        const whole = build([...trees, last])
        const grouped = overlay([build(trees), located(last, String(trees.length)) as LocatedMap])
        expect(json(grouped)).toEqual(json(whole))
      }),
    )
  })

  it('makes plain data that no key can reach a prototype of', () => {
    fc.assert(
      fc.property(layers, trees => {
        const visit = (data: unknown): void => {
          if (typeof data !== 'object' || data === null || Array.isArray(data)) return
          expect(Object.getPrototypeOf(data)).toBeNull()
          Object.values(data).forEach(visit)
        }
        visit(plain(build(trees)))
      }),
    )
  })
})

describe('finding', () => {
  const node = map('a.yaml', 'a:\n  b: [x, {c: y}]\n')
  it('follows keys and indexes', () => {
    expect(json(valueAt(node, ['a', 'b', 1, 'c']) as Located)).toBe('y')
    expect(valueAt(node, [])).toBe(node)
    for (const path of [['z'], ['a', 'z'], ['a', 'b', 7], ['a', 'b', 0, 'c'], ['constructor']]) {
      expect(valueAt(node, path)).toBeUndefined()
    }
    expect(valueAt(undefined, ['a'])).toBeUndefined()
  })

  it('falls back to the nearest parent for an origin', () => {
    expect(originOf(node, ['a', 'b', 1, 'z'])).toEqual({ file: 'a.yaml', line: 2, column: 10 })
    expect(originOf(node, ['z'])).toEqual({ file: 'a.yaml', line: 1, column: 1 })
  })

  it('names leaves by their keys; lists and empty maps are leaves', () => {
    const found = [...leaves(map('a.yaml', 'a: 1\nb: {c: [1, 2], d: {}}\n'))]
    expect(found.map(({ path }) => path.join('.'))).toEqual(['a', 'b.c', 'b.d'])
  })
})

describe('originInside', () => {
  const scalar = (text: string) => {
    const value = entryAt(map('a.yaml', text), ['a'])?.value
    if (value?.kind !== 'scalar') throw new Error('no scalar')
    return value
  }
  it.each([
    ['a: Call {x}', '{x}', 1, 9],
    ['a: "Call {x}"', '{x}', 1, 10],
    ['a: >-\n  one\n  two {x}\n', '{x}', 3, 7],
    ['a: |\n  {x}\n', '{x}', 2, 3],
    ['a: nothing', '{x}', 1, 4],
  ])('%j', (text, piece, line, column) => {
    expect(originInside(scalar(text), piece)).toEqual({ file: 'a.yaml', line, column })
  })
})
