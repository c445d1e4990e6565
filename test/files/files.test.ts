import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import { sizeLimits } from '../../src/files/files.ts'
import { diskFiles, type Files, isFolder, memoryFiles, snapshot } from '../../src/files/index.ts'
import { type FileMap, project, temporaryFolder } from '../support/project.ts'

const content: FileMap = {
  'brands/b/brand.yaml': 'name: B\n',
  'brands/a/brand.yaml': 'name: A\n',
  'brands/B/brand.yaml': 'name: Big\n',
  'brands/_house/brand.yaml': 'name: House\n',
  'brands/readme.md': 'no folder\n',
  'content/articles/z.md': 'Z\r\n',
  'content/articles/deep/er/a.md': 'A\n',
  'content/articles/a-1.md': 'A1\n',
  'content/articles/a.md': '',
  'content/articles/.a.md.swp': 'left behind\n',
  'content/articles/.DS_Store': 'left behind\n',
  'content/articles/b.md~': 'left behind\n',
  'content/articles/.hidden/c.md': 'left behind\n',
  'content/articles/Thumbs.db': 'left behind\n',
  'content/image.png': Uint8Array.of(0x89, 0x50, 0xff),
  'content/large.md': 'x'.repeat(sizeLimits.text + 1),
  'content/just.md': 'x'.repeat(sizeLimits.text),
}

// Both must pass the same tests, so that the fake is a complete replacement.
describe.each<[string, () => Files]>([
  ['diskFiles', () => diskFiles(project(content))],
  ['memoryFiles', () => memoryFiles(content)],
  ['a snapshot', () => snapshot(memoryFiles(content))],
])('%s', (_, make) => {
  it('reads text, and reports its corrections', () => {
    const files = make()
    expect(files.readText('brands/a/brand.yaml')).toEqual({
      value: { path: 'brands/a/brand.yaml', text: 'name: A\n' },
      diagnostics: [],
    })
    expect(files.readText('content/articles/a.md').value?.text).toBe('')
    expect(files.readText('content/articles/z.md')).toMatchObject({
      value: { text: 'Z\n' },
      diagnostics: [{ code: 'file/crlf' }],
    })
  })

  it('reads bytes as they are', () => {
    expect([...(make().readBytes('content/image.png').value ?? [])]).toEqual([0x89, 0x50, 0xff])
  })

  it('has nothing, and no problem, if there is nothing', () => {
    const files = make()
    for (const path of [
      'none.md',
      'content/none/none.md',
      'brands/a/brand.yaml/deeper',
      '__proto__',
      'toString',
    ]) {
      expect(files.readText(path)).toEqual({ value: undefined, diagnostics: [] })
      expect(files.readBytes(path)).toEqual({ value: undefined, diagnostics: [] })
    }
    expect(files.list('nowhere')).toEqual({ value: [], diagnostics: [] })
    expect(files.folders('nowhere')).toEqual({ value: [], diagnostics: [] })
  })

  it('refuses bytes that are not text', () => {
    expect(make().readText('content/image.png')).toMatchObject({
      value: undefined,
      diagnostics: [{ code: 'file/invalid-utf8', file: 'content/image.png' }],
    })
  })

  it('refuses a text that is too large, by one byte', () => {
    const files = make()
    expect(files.readText('content/just.md').value?.text.length).toBe(sizeLimits.text)
    expect(files.readText('content/large.md')).toMatchObject({
      value: undefined,
      diagnostics: [{ code: 'file/too-large', message: 'The file is 257 KiB; the limit is 256 KiB.' }],
    })
  })

  it('lists everything below a folder, sorted byte-wise, without leftovers of programs', () => {
    expect(make().list('content/articles')).toEqual({
      value: [
        'content/articles/a-1.md',
        'content/articles/a.md',
        'content/articles/deep/er/a.md',
        'content/articles/z.md',
      ],
      diagnostics: [],
    })
  })

  it('names the folders in a folder, byte-wise sorted', () => {
    expect(make().folders('brands')).toEqual({ value: ['B', '_house', 'a', 'b'], diagnostics: [] })
  })
})

describe('diskFiles', () => {
  it('locates a path', () => {
    const root = project(content)
    expect(diskFiles(root).locate('content/image.png')).toBe(join(root, 'content/image.png'))
    expect(memoryFiles(content).locate('content/image.png')).toBeUndefined()
  })

  describe('symbolic links', () => {
    const text = (files: Files, path: string) => files.readText(path).value?.text
    const told = (problems: readonly Diagnostic[]) => problems.map(({ code, file }) => `${code} ${file}`)

    it('are followed if they lead to something in the project', () => {
      const root = project({
        'shared/one.md': 'One\n',
        'shared/deep/two.md': 'Two\n',
        'bases/b/brand.yaml': 'name: B\n',
        'brands/a/brand.yaml': 'name: A\n',
        'content/a.md': 'A\n',
      })
      symlinkSync('../shared/one.md', join(root, 'content/one.md'))
      symlinkSync('../shared', join(root, 'content/folder'))
      symlinkSync(join(root, 'bases/b'), join(root, 'brands/b'))
      const files = diskFiles(root)
      expect(files.list('content')).toEqual({
        value: ['content/a.md', 'content/folder/deep/two.md', 'content/folder/one.md', 'content/one.md'],
        diagnostics: [],
      })
      expect(text(files, 'content/one.md')).toBe('One\n')
      expect(text(files, 'content/folder/deep/two.md')).toBe('Two\n')
      expect(files.folders('brands')).toEqual({ value: ['a', 'b'], diagnostics: [] })
      expect(text(files, 'brands/b/brand.yaml')).toBe('name: B\n')
    })

    it('are refused if they lead outside, anywhere on the path', () => {
      const outside = project({ 'secret.md': 'S\n', 'articles/secret.md': 'S\n' })
      const root = project({ 'content/a.md': 'A\n', 'brands/a/brand.yaml': 'name: A\n' })
      symlinkSync(join(outside, 'secret.md'), join(root, 'content/link.md'))
      symlinkSync(outside, join(root, 'content/folder'))
      symlinkSync(outside, join(root, 'brands/linked'))
      symlinkSync(outside, join(root, 'brands/a/content'))
      const files = diskFiles(root)
      expect(files.list('content').value).toEqual(['content/a.md'])
      expect(told(files.list('content').diagnostics).sort()).toEqual([
        'file/symlink content/folder',
        'file/symlink content/link.md',
      ])
      expect(files.folders('brands')).toMatchObject({ value: ['a'] })
      expect(told(files.folders('brands').diagnostics)).toEqual(['file/symlink brands/linked'])
      for (const path of [
        'content/link.md',
        'content/folder/secret.md',
        'brands/a/content/articles/secret.md',
      ]) {
        const read = files.readBytes(path)
        expect(read.value).toBeUndefined()
        expect(read.diagnostics).toMatchObject([{ code: 'file/symlink' }])
        expect(path.startsWith(read.diagnostics[0]?.file ?? '-')).toBe(true)
      }
      expect(told(files.list('brands/a/content/articles').diagnostics)).toEqual([
        'file/symlink brands/a/content',
      ])
    })

    it('are followed into a folder that is allowed, and no further', () => {
      const outside = project({ 'shared/one.md': 'One\n', 'secret.md': 'S\n' })
      const root = project({ 'brands/a/brand.yaml': 'name: A\n' })
      symlinkSync(join(outside, 'shared'), join(root, 'content'))
      symlinkSync('../secret.md', join(outside, 'shared/two.md'))
      const files = diskFiles(root, [join(outside, 'shared')])
      expect(text(files, 'content/one.md')).toBe('One\n')
      expect(files.list('content').value).toEqual(['content/one.md'])
      expect(told(files.list('content').diagnostics)).toEqual(['file/symlink content/two.md'])
    })

    it('that lead nowhere or in a circle are reported', () => {
      const root = project({ 'content/articles/a.md': 'A\n' })
      symlinkSync('nothing', join(root, 'content/nowhere.md'))
      symlinkSync('loop', join(root, 'content/loop'))
      symlinkSync('../../content', join(root, 'content/articles/back'))
      symlinkSync('gone', join(root, 'brands'))
      const files = diskFiles(root)
      const listed = files.list('content')
      expect(listed.value).toEqual(['content/articles/a.md'])
      expect(told(listed.diagnostics).sort()).toEqual([
        'file/symlink content/articles/back',
        'file/symlink content/loop',
        'file/symlink content/nowhere.md',
      ])
      expect(told(files.folders('brands').diagnostics)).toEqual(['file/symlink brands'])
      expect(told(files.readText('content/nowhere.md').diagnostics)).toEqual([
        'file/symlink content/nowhere.md',
      ])
    })
  })

  it('takes a folder for no file', () => {
    const root = temporaryFolder()
    mkdirSync(join(root, 'a.md'))
    expect(diskFiles(root).readText('a.md')).toMatchObject({
      value: undefined,
      diagnostics: [{ code: 'file/not-regular', file: 'a.md', line: 1, column: 1 }],
    })
  })

  it('reports files that the system refuses to read', () => {
    const name = `${'a'.repeat(300)}.md`
    expect(diskFiles(temporaryFolder()).readText(name)).toMatchObject({
      value: undefined,
      diagnostics: [{ code: 'file/unreadable', file: name }],
    })
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'tells of a file and a folder it may not read (nothing is unreadable to the superuser)',
    () => {
      const root = project({ 'content/a.md': 'A\n', 'content/folder/b.md': 'B\n' })
      chmodSync(join(root, 'content/a.md'), 0o000)
      chmodSync(join(root, 'content/folder'), 0o000)
      const files = diskFiles(root)
      expect(files.readText('content/a.md').diagnostics).toMatchObject([{ code: 'file/unreadable' }])
      expect(files.list('content').diagnostics).toMatchObject([
        { code: 'file/unreadable', file: 'content/folder' },
      ])
      chmodSync(join(root, 'content/folder'), 0o755)
    },
  )

  it('reports a file in place of a folder as unreadable', () => {
    const root = project({ 'content/articles': 'no folder\n' })
    expect(diskFiles(root).list('content/articles').diagnostics).toMatchObject([{ code: 'file/unreadable' }])
  })
})

describe('snapshot', () => {
  it('asks once for each path and gives the same object again', () => {
    const files = memoryFiles(content)
    const spy = vi.fn(files.readText)
    const once = snapshot({ ...files, readText: spy })
    expect(once.readText('brands/a/brand.yaml')).toBe(once.readText('brands/a/brand.yaml'))
    expect(spy).toHaveBeenCalledTimes(1)
  })
})

describe('isFolder', () => {
  it('distinguishes folders, and links to them, from files and from nothing', () => {
    const root = project({ 'a/b.md': 'B\n' })
    symlinkSync('a', join(root, 'link'))
    expect(['a', 'a/b.md', 'c', 'link'].map(path => isFolder(join(root, path)))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
