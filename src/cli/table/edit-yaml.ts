// Changes single values in YAML text. Everything else, including comments, stays as it is.

import { type Document, isMap, isScalar, parseDocument, Scalar, stringify } from 'yaml'

export type ScalarValue = string | number | boolean

/**
 * The text with a new value at this path; undefined removes the key. Throws if the path leads through a value that is not a map.
 */
export function editYaml(text: string, path: readonly string[], value: ScalarValue | undefined): string {
  const document = parseDocument(text, { schema: 'core', keepSourceTokens: true })
  const node = document.getIn(path, true)
  if (value !== undefined && isScalar(node) && isOnOneLine(node) && node.range) {
    const [start, end] = node.range
    const edited = text.slice(0, start) + written(value, node) + text.slice(end)
    if (parseDocument(edited, { schema: 'core' }).getIn(path) === value) return edited
  }
  if (value === undefined) remove(document, path)
  else if (document.contents === null)
    return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${stringify(nested(path, leafOf(value)))}`
  else if (isScalar(node) && isPadded(value)) {
    node.value = value
    node.type = Scalar.QUOTE_DOUBLE
  } else document.setIn(path, isScalar(node) ? value : leafOf(value))
  if (!isMap(document.contents)) throw new Error('This is not a map of keys.')
  return document.toString({ lineWidth: 0, flowCollectionPadding: text.includes('{ ') })
}

/** Removes a key, and the map that contained it if nothing is left of it, not even a comment. */
function remove(document: Document, path: readonly string[]): void {
  document.deleteIn(path)
  const outer = path.slice(0, -1)
  // An environment without values is an environment, too.
  if (outer.length === 0 || (outer[0] === 'environments' && outer.length === 2)) return
  const map = document.getIn(outer, true)
  const around = document.getIn(outer.slice(0, -1), true) ?? document.contents
  if (!isMap(map) || map.items.length > 0 || !isMap<Scalar>(around)) return
  const key = around.items.find(pair => pair.value === map)?.key
  const hasComment = [map, key].some(node => node?.commentBefore || node?.comment)
  if (!hasComment) remove(document, outer)
}

/** Such a value is replaced in place; others are rewritten. */
function isOnOneLine({ type }: Scalar): boolean {
  return type === Scalar.PLAIN || type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE
}

/** The value as YAML: in quotes, unless it needs none and had none. */
function written(value: ScalarValue, { type }: Scalar): string {
  if (typeof value !== 'string') return String(value)
  const isSimple = /^[\p{L}\d][\p{L}\d ./@+-]*$/u.test(value) && !value.endsWith(' ')
  const isPlain = isSimple && stringify(value, { lineWidth: 0 }).trimEnd() === value
  return type === Scalar.PLAIN && isPlain ? value : JSON.stringify(value)
}

/** Whether there is white space around a value. Only quotes preserve it; a block scalar would lose it. */
function isPadded(value: ScalarValue): boolean {
  return typeof value === 'string' && value !== value.trim()
}

function leafOf(value: ScalarValue): unknown {
  return isPadded(value) ? Object.assign(new Scalar(value), { type: Scalar.QUOTE_DOUBLE }) : value
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
}
