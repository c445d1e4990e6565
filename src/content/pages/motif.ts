// The picture that decorates the pages, if `hero.motif` in `home.yaml` names a file: it is in the `assets/` of the brand or a
// base, strongest first.

import { collecting, diagnostic, type Outcome } from '../../diagnostics/index.ts'
import { type LocatedMap, originOf } from '../../yaml/index.ts'
import type { ContentLayers } from '../layers.ts'
import { type Home, motifNames } from './home.ts'

/** Source path of the picture; undefined for a pattern. */
export function findMotif(
  { files, folders }: ContentLayers,
  { hero: { motif } }: Home,
  located: LocatedMap,
): Outcome<string | undefined> {
  const { diagnostics, take } = collecting()
  if (motif === undefined || (motifNames as readonly string[]).includes(motif))
    return { value: undefined, diagnostics }
  const places = folders
    .toReversed()
    .flatMap(folder => (folder === 'content' ? [] : `${folder.replace(/content$/, 'assets')}/${motif}`))
  const path = places.find(place => take(files.readBytes(place)) !== undefined)
  if (path !== undefined) return { value: path, diagnostics }
  const problem = diagnostic(
    'brand/file-not-found',
    `"hero.motif" names "${motif}", but there is no such file.`,
    {
      at: originOf(located, ['hero', 'motif']),
      hint: `Put it at ${places[0]}, or name a pattern: ${motifNames.join(', ')}.`,
    },
  )
  return { value: undefined, diagnostics: [...diagnostics, problem] }
}
