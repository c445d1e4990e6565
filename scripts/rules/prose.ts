// Honest prose on this machine that has nothing to do with loans: manuals and the READMEs of packages.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const textFile = /\.(?:md|txt|html?)(?:\.gz)?$/i
const shortest = 40

/**
 * The paragraphs of the texts below a folder, each once.
 * @param isWanted Filters files by their paths below the folder. Default: all.
 */
export function paragraphsBelow(folder: string, isWanted = (_: string): boolean => true): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = all.filter(name => textFile.test(name) && isWanted(name))
  const files = names
    .sort()
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
  return [...new Set(files.flatMap(paragraphsOf))]
}

function paragraphsOf(path: string): readonly string[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const isHtml = /\.html?(?:\.gz)?$/i.test(path)
  const plain = isHtml
    ? text
        .replace(/<(?:script|style|pre)\b[\s\S]*?<\/(?:script|style|pre)>/gi, '\n\n')
        .replace(/<\/(?:p|li|h\d|td|div|dd|dt)>/gi, '\n\n')
        .replace(/<[^>]*>/g, ' ')
        .replace(/&[a-z]+;|&#\d+;/gi, ' ')
    : text.replace(/```[\s\S]*?```/g, '').replace(/^(?: {4}|\t).*$/gm, '')
  return plain
    .split(/\n\s*\n/)
    .map(paragraph =>
      paragraph
        .replace(/^[\s#>*|-]+|`/gm, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(paragraph => paragraph.length >= shortest && /[a-z] [a-z]/.test(paragraph))
}
