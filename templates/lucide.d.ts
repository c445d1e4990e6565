/** The library describes its index alone, not the files of single icons. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  import type { IconNode } from 'lucide'

  const node: IconNode
  export default node
}
