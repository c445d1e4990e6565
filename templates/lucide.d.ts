/** The library has types for its index only, not for the files of single icons. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconNode } from 'lucide'

  const node: IconNode
  export default node
}
