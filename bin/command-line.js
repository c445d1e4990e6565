// The compiled command line as V8 left it. Compiling a megabyte of script takes as long as all the rest of a small build;
// what V8 made of it when it was compiled and tried (scripts/compile.mjs) lies beside it.
// CommonJS, as all of bin/: to load Node's loader of modules for two small files takes 10 ms.
const { readFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

module.exports = { codeFile, loadCommandLine }

// V8 up to 11 (Node 20) has no compiler between its simplest and its best one, and calls the best early: for a build of two
// seconds that is a third of all computing. It is to wait twice as long. Code that V8 kept says with which flags it was made.
if (Number.parseInt(process.versions.v8, 10) <= 11) setFlagsFromString('--interrupt-budget=270000')

const scriptName = 'imprint.script.js'

/**
 * Loads the command line.
 * @param folder `lib`, or where it is made.
 * @returns `run`, which the script exports, and the script itself.
 */
function loadCommandLine(folder) {
  const filename = join(folder, scriptName)
  // All of it is ASCII: V8 keeps such a text as it is.
  const source = readFileSync(filename, 'latin1')
  const script = new Script(source, {
    // For stacks. It becomes a part of the code.
    filename: scriptName,
    cachedData: readCode(codeFile(folder, source)),
  })
  const loaded = {}
  const importPackage = name => import(name)
  script.runInThisContext()(loaded, createRequire(filename), importPackage, pathToFileURL(filename).href)
  return { run: loaded.exports.run, script }
}

/** Where the code lies that V8 made of a script. V8 itself tells code of other flags, and of other versions of its own. */
function codeFile(folder, source = readFileSync(join(folder, scriptName), 'latin1')) {
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
