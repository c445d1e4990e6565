import type { SiteView } from '../site/index.ts'

/**
 * A string for a project's own templates: `own.<name>` in `strings.yaml`, with its tokens filled. A page cannot be made
 * without a string that its template needs, so a missing one is an error.
 */
export function ownText({ strings: { own = {} } }: Pick<SiteView, 'strings'>, name: string): string {
  const text = Object.hasOwn(own, name) ? own[name] : undefined
  if (text === undefined)
    throw new Error(`There is no text "${name}" under "own" in strings.yaml. Add it, or correct the name.`)
  return text
}
