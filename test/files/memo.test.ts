import { describe, expect, test } from 'vitest'
import { type Files, memoryFiles, rememberByAnswers, snapshot } from '../../src/files/index.ts'

/** A state with a few files of its own, in front of an earlier state. */
function changedFrom(before: Files, changed: Record<string, string>): Files {
  const own = snapshot(memoryFiles(changed))
  return {
    ...before,
    readText: path => (Object.hasOwn(changed, path) ? own.readText(path) : before.readText(path)),
  }
}

const first = snapshot(memoryFiles({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' }))

describe('rememberByAnswers', () => {
  test('does the work once while its answers stay, and again when one of them changes', () => {
    let runs = 0
    const work = rememberByAnswers(files => {
      runs++
      return `${files.readText('a.md').value?.text}${files.readText('b.md').value?.text}`
    })
    expect(work(first)).toBe('ab')
    expect(work(changedFrom(first, { 'c.md': 'not asked for' }))).toBe('ab')
    expect(runs).toBe(1)
    expect(work(changedFrom(first, { 'b.md': 'B' }))).toBe('aB')
    expect(runs).toBe(2)
  })

  test('notices a file that was looked for in vain and then came', () => {
    const work = rememberByAnswers(files => files.readText('new.md').value?.text ?? 'none')
    expect(work(first)).toBe('none')
    expect(work(changedFrom(first, { 'new.md': 'here' }))).toBe('here')
  })

  test('takes the questions of inner work for its own, also when that was remembered', () => {
    const inner = rememberByAnswers(files => files.readText('a.md').value?.text)
    const outer = rememberByAnswers(files => `outer ${inner(files)}`)
    expect(inner(first)).toBe('a')
    expect(outer(first)).toBe('outer a')
    expect(outer(changedFrom(first, { 'a.md': 'A' }))).toBe('outer A')
  })

  test('records questions after a pause', async () => {
    const work = rememberByAnswers(async files => {
      await Promise.resolve()
      return files.readText('a.md').value?.text
    })
    expect(await work(first)).toBe('a')
    expect(await work(changedFrom(first, { 'a.md': 'A' }))).toBe('A')
  })

  test('includes later questions of inner work in progress', async () => {
    const inner = rememberByAnswers(async files => {
      const a = files.readText('a.md').value?.text
      await new Promise<void>(resolve => setImmediate(resolve))
      return `${a}${files.readText('b.md').value?.text}`
    })
    const outer = rememberByAnswers(async files => `outer ${await inner(files)}`)
    const changed = changedFrom(first, { 'b.md': 'B' })
    const atOnce = [inner(first), outer(first), inner(changed)]
    expect(await Promise.all(atOnce)).toEqual(['ab', 'outer ab', 'aB'])
    expect(await outer(changed)).toBe('outer aB')
  })

  test('does not keep a failure', async () => {
    let runs = 0
    const work = rememberByAnswers(async () => {
      runs++
      if (runs === 1) throw new Error('once')
      return runs
    })
    await expect(work(first)).rejects.toThrow('once')
    expect(await work(first)).toBe(2)
  })
})
