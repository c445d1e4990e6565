import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { diskFiles, type Files, isFolder, memoryFiles, sizeLimits, snapshot } from '../../src/files/index.ts'
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

// One suite for both: a fake must be complete.
describe.each<[string, () => Files]>([
  ['diskFiles', () => diskFiles(project(content))],
  ['memoryFiles', () => memoryFiles(content)],
  ['a snapshot', () => snapshot(memoryFiles(content))],
])('%s', (_, make) => {
  it('reads text, and tells of what it mended', () => {
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

  it('has nothing, and no problem, where there is nothing', () => {
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

  it('refuses bytes that are no text', () => {
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
      diagnostics: [{ code: 'file/too-large', message: 'The file has 257 KiB; at most 256 KiB are read.' }],
    })
  })

  it('lists a folder with all below it, byte-wise sorted, without what programs leave behind', () => {
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
  it('says where a path is', () => {
    const root = project(content)
    expect(diskFiles(root).locate('content/image.png')).toBe(join(root, 'content/image.png'))
    expect(memoryFiles(content).locate('content/image.png')).toBeUndefined()
  })

  it('refuses symbolic links to files and folders, and says so', () => {
    const root = project({
      'content/a.md': 'A\n',
      'elsewhere/secret.md': 'S\n',
      'brands/a/brand.yaml': 'name: A\n',
    })
    symlinkSync('../elsewhere/secret.md', join(root, 'content/link.md'))
    symlinkSync('../elsewhere', join(root, 'content/folder'))
    symlinkSync('../elsewhere', join(root, 'brands/linked'))
    const files = diskFiles(root)
    const refused = (file: string) => ({ code: 'file/symlink', file })
    expect(files.readText('content/link.md')).toMatchObject({ diagnostics: [refused('content/link.md')] })
    const listed = files.list('content')
    expect(listed.value).toEqual(['content/a.md'])
    expect(listed.diagnostics.map(({ code, file }) => ({ code, file }))).toEqual(
      expect.arrayContaining([refused('content/folder'), refused('content/link.md')]),
    )
    expect(files.folders('brands')).toMatchObject({ value: ['a'], diagnostics: [refused('brands/linked')] })
  })

  it('takes a folder for no file', () => {
    const root = temporaryFolder()
    mkdirSync(join(root, 'a.md'))
    expect(diskFiles(root).readText('a.md')).toMatchObject({
      value: undefined,
      diagnostics: [{ code: 'file/not-regular', file: 'a.md', line: 1, column: 1 }],
    })
  })

  it('tells of what the system refuses to read', () => {
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

  it('takes a file where a folder should be for unreadable', () => {
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
  it('tells folders from files and from nothing', () => {
    const root = project({ 'a/b.md': 'B\n' })
    symlinkSync('a', join(root, 'link'))
    expect(['a', 'a/b.md', 'c', 'link'].map(path => isFolder(join(root, path)))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
