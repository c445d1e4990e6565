import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { noOutput } from '../../src/output/index.ts'
import { manifestBuilder } from '../../src/output/manifest.ts'
import { memoryOutput } from '../support/memory-output.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const file = (path: string, text = path) => ({ path, bytes: bytes(text) })
const text = (content: Uint8Array | undefined) => new TextDecoder().decode(content)

describe('manifestBuilder', () => {
  test.each([
    '',
    '/',
    '/etc/passwd',
    '..',
    '../other/index.html',
    'a/../../b',
    'a/..',
    'a/./b',
    './a',
    'a//b',
    'a/',
    'a\\b',
    '..\\b',
    'C:/a',
    'a\0b',
  ])('refuses the path %j', path => {
    expect(() => manifestBuilder('a').add(file(path))).toThrow('Not a path inside a site')
  })

  test.each(['a', 'a/b.html', '_headers', '.well-known/security.txt', 'a..b', '...', 'ü/ö.html'])(
    'takes the path %j',
    path => expect(manifestBuilder('a').add(file(path))).toBe(true),
  )

  test('takes the same file twice once, and throws where its bytes differ', () => {
    const manifest = manifestBuilder('a')
    expect(manifest.add(file('x', 'one'))).toBe(true)
    expect(manifest.add(file('x', 'one'))).toBe(false)
    expect(() => manifest.add(file('x', 'two'))).toThrow('Two different files claim x.')
    expect(manifest.files).toHaveLength(1)
    expect(manifest.size).toBe(3)
  })

  test('lists path, size and hash, sorted byte-wise, whatever the order of arrival', () => {
    const paths = ['b', 'a/z', 'Z', 'a', 'ä', 'a.html', '_headers']
    const forwards = manifestBuilder('acme')
    const backwards = manifestBuilder('acme')
    for (const path of paths) forwards.add(file(path, `bytes of ${path}`))
    for (const path of paths.toReversed()) backwards.add(file(path, `bytes of ${path}`))
    expect(text(forwards.file({ basePath: '/loans' }).bytes)).toBe(
      text(backwards.file({ basePath: '/loans' }).bytes),
    )
    const written = JSON.parse(text(forwards.file({ basePath: '/loans' }).bytes))
    expect(Object.keys(written)).toEqual([
      'generator',
      'version',
      'brand',
      'environment',
      'basePath',
      'files',
    ])
    expect(written).toMatchObject({ generator: 'imprint', version: 1, brand: 'acme', basePath: '/loans' })
    expect(written.files.map((entry: { path: string }) => entry.path)).toEqual([
      'Z',
      '_headers',
      'a',
      'a.html',
      'a/z',
      'b',
      'ä',
    ])
    expect(written.files[0]).toEqual({
      path: 'Z',
      size: 10,
      sha256: createHash('sha256').update('bytes of Z').digest('hex'),
    })
  })
})

describe('memoryOutput', () => {
  test('keeps the files and adds the manifest on commit', () => {
    const output = memoryOutput('a')
    output.put(file('index.html', 'hello'))
    output.put(file('index.html', 'hello'))
    output.put(file('faq/index.html', 'faq'))
    const published = output.commit()
    expect([...output.files.keys()].sort()).toEqual(['faq/index.html', 'imprint-manifest.json', 'index.html'])
    expect(text(output.files.get('index.html'))).toBe('hello')
    expect(published).toMatchObject({ status: 'built', files: 3, diagnostics: [] })
    const size = [...output.files.values()].reduce((sum, content) => sum + content.length, 0)
    expect(published.bytes).toBe(size)
  })

  test('forgets everything on discard, also twice', () => {
    const output = memoryOutput('a')
    output.put(file('index.html'))
    output.discard()
    output.discard()
    expect(output.files.size).toBe(0)
  })

  test('refuses escapes and contradictions', () => {
    const output = memoryOutput('a')
    output.put(file('x', 'one'))
    expect(() => output.put(file('x', 'two'))).toThrow('Two different files')
    expect(() => output.put(file('../x'))).toThrow('Not a path inside a site')
    expect([...output.files.keys()]).toEqual(['x'])
  })
})

describe('noOutput', () => {
  test('counts like memory, with the same rules', () => {
    const counted = noOutput('a')
    const kept = memoryOutput('a')
    for (const output of [counted, kept]) {
      output.put(file('index.html', 'hello'))
      output.put(file('b', 'b'))
    }
    expect(() => counted.put(file('b', 'c'))).toThrow('Two different files')
    expect(() => counted.put(file('/b'))).toThrow('Not a path inside a site')
    const { files, bytes: size } = kept.commit()
    expect(counted.commit()).toEqual({ status: 'unchanged', files, bytes: size, diagnostics: [] })
    counted.discard()
    counted.discard()
  })
})
