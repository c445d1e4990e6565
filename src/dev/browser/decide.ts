// What an open page does when its server may have a new version of it.

/** A page as its server describes it: in the data of the script tag, and in the headers of a response. */
export interface PageState {
  readonly status: number
  /** Hash of its bytes. */
  readonly page: string
  /** Hash without its styles and its policy. */
  readonly frame: string
}

type Action = 'nothing' | 'keep' | 'styles' | 'reload'

/**
 * @param shown The page in the window.
 * @param answer The page on the server now; undefined if the server does not respond with a page.
 * @param hasProblems Whether the brand has problems, which may be why an address is not found.
 */
export function decide(shown: PageState, answer: PageState | undefined, hasProblems: boolean): Action {
  if (answer === undefined) return 'keep'
  if (answer.page === shown.page) return 'nothing'
  if (answer.status >= 500) return 'keep'
  if (answer.status === 404 && shown.status === 200 && hasProblems) return 'keep'
  return answer.frame === shown.frame ? 'styles' : 'reload'
}
