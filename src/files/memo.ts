// Remembers work that depends only on files, and repeats it when a file that it read has changed.

import type { Files } from './files.ts'

/** Work on files: pure apart from reading them. */
export type FileWork<Value> = (files: Files) => Value

/**
 * Remembers the last result of some work together with everything it read, and returns it as long as each read gives the same
 * object (`trackedFiles` and `snapshot` guarantee that). Correct because the work reads the project only through `Files`: its
 * reads are recorded as they happen, including those of remembered inner work. A rejected promise is not remembered.
 */
export function rememberByAnswers<Value>(work: FileWork<Value>): FileWork<Value> {
  let last: { readonly value: Value; readonly answers: readonly Answered[]; isUnderWay: boolean } | undefined
  const remembered: FileWork<Value> = files => {
    const previous = last
    const isSame = () => previous?.answers.every(({ ask, path, answer }) => files[ask](path) === answer)
    if (previous !== undefined && isSame()) {
      const { value, isUnderWay } = previous
      if (!isUnderWay || !(value instanceof Promise)) return value
      // The inner work is still running, so its later reads also count as the caller's.
      return value.then(result => (isSame() ? result : remembered(files))) as Value
    }
    const answers: Answered[] = []
    const value = work(recording(files, answers))
    const result = { value, answers, isUnderWay: value instanceof Promise }
    last = result
    if (value instanceof Promise) {
      value.then(
        () => {
          result.isUnderWay = false
        },
        () => {
          if (last === result) last = undefined
        },
      )
    }
    return value
  }
  return remembered
}

export type Question = 'readText' | 'readBytes' | 'list' | 'folders'

/** A read that some work made, and its result. */
export interface Answered {
  readonly ask: Question
  readonly path: string
  readonly answer: ReturnType<Files[Question]>
}

/** The same files; each read is added once to `answers`. */
export function recording<Kind extends Files>(files: Kind, answers: Answered[]): Kind {
  const keys = new Set<string>()
  const record = <Ask extends Question>(ask: Ask) =>
    ((path: string) => {
      const answer = files[ask](path)
      const key = `${ask} ${path}`
      if (!keys.has(key)) {
        keys.add(key)
        answers.push({ ask, path, answer })
      }
      return answer
    }) as Files[Ask]
  return {
    ...files,
    readText: record('readText'),
    readBytes: record('readBytes'),
    list: record('list'),
    folders: record('folders'),
  }
}
