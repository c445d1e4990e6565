// Whether a template file may import something outside `templates/`, found without parsing it: plain imports are examined one by
// one, and any other word or mark that could begin an import counts as one.

import { posix } from 'node:path'
import { isIgnored } from '../files/index.ts'

/**
 * Whether a template file may import from a package that differs between projects, from outside `templates/`, or a file there
 * that is not listed. Never false if it does.
 * @param path As the bundler names it: `templates/home.tsx`.
 */
export function importsFromElsewhere(path: string, text: string): boolean {
  if (path.endsWith('.css')) return styleImport.test(text)
  let isElsewhere = false
  const rest = text.replace(plainImport, (_, _quote, specifier: string) => {
    isElsewhere ||= !(samePackages.test(specifier) || isListed(specifier, path))
    return ';'
  })
  return isElsewhere || oddImport.test(rest)
}

/**
 * `import { a, type B } from './a.ts'`, `export * from './a.ts'`, `import './a.ts'`. Only names without punctuation: in code
 * such as "`import './`; require('../b')", the rest would hide in the name.
 */
const plainImport = /\b(?:(?:import|export)\b[\w$\s,{}*]*?\bfrom\s*|import\s*)(["'])([\w@./-]*)\1/g

/** Also `import(…)`, `import a = require(…)`, `(require)(…)`, comments in between, characters that are written as escapes. */
const oddImport =
  /\b(?:import|require)\b|\bfrom(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*)*["']|@jsx|\\u(?:00|\{0*)[4-7]/

const styleImport = /@import|url\(|\\(?:0{0,4}[4-7][\da-f](?![\da-f])|[g-z])/i

/** Packages that templates get from Imprint. */
const samePackages = /^(?:zod|(?:react|imprint\/kit)(?:\/.*)?)$/

function isListed(specifier: string, from: string): boolean {
  if (!/^\.\.?\//.test(specifier)) return false
  const path = new URL(specifier, `file:///${from}`).pathname.slice(1)
  return posix.dirname(path).split('/')[0] === 'templates' && !path.split('/').some(isIgnored)
}
