import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskFiles, type TrackedFiles, trackedFiles } from '../../src/files/index.ts'

let root: string
let tracked: TrackedFiles

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imprint-tracked-'))
  tracked = trackedFiles(diskFiles(root))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const textOf = (path: string) => tracked.current.readText(path).value?.text

describe('a state', () => {
  test('does not change under the work that reads it', () => {
    write('content/a.md', 'one')
    const before = tracked.current
    expect(before.readText('content/a.md').value?.text).toBe('one')
    write('content/a.md', 'two')
    expect(tracked.refresh('changed')).toEqual(['content/a.md'])
    expect(before.readText('content/a.md').value?.text).toBe('one')
    expect(textOf('content/a.md')).toBe('two')
  })

  test('returns the same objects for unchanged answers', () => {
    write('content/a.md', 'one')
    write('content/b.md', 'other')
    const ask = () => [
      tracked.current.readText('content/b.md'),
      tracked.current.readBytes('content/b.md'),
      tracked.current.list('content'),
      tracked.current.folders('.'),
      tracked.current.readText('content/missing.md'),
    ]
    const before = ask()
    textOf('content/a.md')
    write('content/a.md', 'two')
    expect(tracked.refresh('everything')).toEqual(['content/a.md'])
    for (const [index, answer] of ask().entries()) expect(answer).toBe(before[index])
  })

  test('answers a late question like a later state', () => {
    write('content/a.md', 'one')
    textOf('content/a.md')
    const before = tracked.current
    write('content/a.md', 'two')
    tracked.refresh('changed')
    const late = before.list('content')
    expect(tracked.current.list('content')).toBe(late)
    tracked.refresh('everything')
    expect(tracked.current.list('content')).toBe(late)
  })
})

describe('a refresh', () => {
  test('finds nothing if nothing changed, even if a file was touched', () => {
    write('a.md', 'one')
    textOf('a.md')
    expect(tracked.refresh('changed')).toEqual([])
    utimesSync(join(root, 'a.md'), new Date(0), new Date(0))
    expect(tracked.refresh('changed')).toEqual([])
  })

  test('finds two writes of the same length that left the time as it was', () => {
    write('a.md', 'one')
    const { atime, mtime } = statSync(join(root, 'a.md'))
    textOf('a.md')
    write('a.md', 'two')
    utimesSync(join(root, 'a.md'), atime, mtime)
    expect(tracked.refresh('changed')).toEqual(['a.md'])
    expect(textOf('a.md')).toBe('two')
  })

  test('finds files that came, went, were replaced and became something else', () => {
    write('content/went.md', '')
    write('content/replaced.md', 'old')
    write('content/turned.md', '')
    for (const name of ['came', 'went', 'replaced', 'turned']) textOf(`content/${name}.md`)
    tracked.current.list('content')
    write('content/came.md', '')
    rmSync(join(root, 'content/went.md'))
    write('content/.replaced.md.tmp', 'new')
    renameSync(join(root, 'content/.replaced.md.tmp'), join(root, 'content/replaced.md'))
    rmSync(join(root, 'content/turned.md'))
    mkdirSync(join(root, 'content/turned.md'))
    expect(tracked.refresh('changed')).toEqual([
      'content',
      'content/came.md',
      'content/replaced.md',
      'content/turned.md',
      'content/went.md',
    ])
    expect(textOf('content/replaced.md')).toBe('new')
    expect(tracked.current.readText('content/turned.md').diagnostics).toMatchObject([
      { code: 'file/not-regular' },
    ])
  })

  test('finds that a file became a link', () => {
    write('a.md', 'text')
    textOf('a.md')
    rmSync(join(root, 'a.md'))
    symlinkSync('/etc/hostname', join(root, 'a.md'))
    expect(tracked.refresh('changed')).toEqual(['a.md'])
    expect(tracked.current.readText('a.md').diagnostics).toMatchObject([{ code: 'file/symlink' }])
  })

  test('forgets answers that nobody asks for any more', () => {
    write('asked.md', '0')
    write('left.md', 'left')
    const left = tracked.current.readText('left.md')
    for (let edit = 1; edit <= 40; edit++) {
      textOf('asked.md')
      write('asked.md', String(edit))
      tracked.refresh('changed')
    }
    expect(tracked.current.readText('left.md')).not.toBe(left)
  })
})

test('after any edits and a refresh, it reads as the disk does', () => {
  const path = fc.constantFrom('a.md', 'b.md', 'deep/a.md', 'deep/er/b.md', 'deep')
  const edit = fc.oneof(
    fc.record({ do: fc.constant('write' as const), path, text: fc.constantFrom('', 'a', 'b', 'ab') }),
    fc.record({ do: fc.constant('remove' as const), path }),
    fc.record({ do: fc.constant('move' as const), path, to: path }),
    fc.record({ do: fc.constant('read' as const), path }),
    fc.record({ do: fc.constant('refresh' as const) }),
  )
  const attempt = (work: () => void) => {
    try {
      work()
    } catch {
      // A folder in place of a file, or the other way around, prevents the edit.
    }
  }
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 30 }), edits => {
      rmSync(join(root, 'project'), { recursive: true, force: true })
      mkdirSync(join(root, 'project'))
      const disk = diskFiles(join(root, 'project'))
      const files = trackedFiles(disk)
      const at = (name: string) => join(root, 'project', name)
      for (const step of edits) {
        if (step.do === 'refresh') files.refresh('changed')
        else if (step.do === 'read') files.current.readText(step.path)
        else if (step.do === 'remove') attempt(() => rmSync(at(step.path), { recursive: true, force: true }))
        else if (step.do === 'move') attempt(() => renameSync(at(step.path), at(step.to)))
        else
          attempt(() => {
            mkdirSync(dirname(at(step.path)), { recursive: true })
            writeFileSync(at(step.path), step.text)
          })
      }
      files.refresh('changed')
      for (const name of ['a.md', 'b.md', 'deep/a.md', 'deep/er/b.md', 'deep']) {
        expect(files.current.readText(name)).toEqual(disk.readText(name))
        expect(files.current.list(name)).toEqual(disk.list(name))
      }
    }),
    { numRuns: 200 },
  )
})
