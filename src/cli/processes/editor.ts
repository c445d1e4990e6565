// Opens files in the developer's editor.

import type { Reporter } from '../report/reporter.ts'

/** Opens `file:line:column` in the running editor, or the one in LAUNCH_EDITOR, VISUAL or EDITOR. False if none is known. */
export async function openInEditor(place: string, reporter: Reporter): Promise<boolean> {
  const { default: launchEditor } = await import('launch-editor')
  let isOpening = true
  launchEditor(place, undefined, () => {
    isOpening = false
    reporter.note(
      `No editor could be opened for ${place}. Set LAUNCH_EDITOR to your editor, for example "code".`,
    )
  })
  return isOpening
}
