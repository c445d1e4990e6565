// The compiled command line as V8 left it. Compiling a megabyte of script takes as long as all the rest of a small build;
// what V8 made of it when it was compiled and tried (scripts/compile.mjs) lies beside it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Script } from 'node:vm'

const scriptName = 'imprint.script.js'

/**
 * Loads the command line.
 * @param folder `lib`, or where it is made.
 * @returns `run`, which the script exports, and the script itself.
 */
export function loadCommandLine(folder) {
  const filename = join(folder, scriptName)
  // All of it is ASCII: V8 keeps such a text as it is.
  const source = readFileSync(filename, 'latin1')
  const script = new Script(source, {
    // For stacks. It becomes a part of the code.
    filename: scriptName,
    cachedData: readCode(codeFile(folder, source)),
  })
  const module = {}
  const importPackage = name => import(name)
  script.runInThisContext()(module, createRequire(filename), importPackage, pathToFileURL(filename).href)
  return { run: module.exports.run, script }
}

/** Where the code lies that V8 made of a script. V8 itself tells code of other flags, and of other versions of its own. */
export function codeFile(folder, source = readFileSync(join(folder, scriptName), 'latin1')) {
  const { version, platform, arch } = process
  // The script begins with its own sum: V8 compares lengths only.
  return join(folder, `${source.slice(2, 18)}-${version}-${platform}-${arch}.code`)
}

/** Without it V8 compiles the script, which takes longer and gives the same. */
function readCode(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
