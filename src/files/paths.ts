/** The folders of a path, from the top: `a/b/c.html` → `a`, `a/b` */
export function foldersOf(path: string): string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'))
}
