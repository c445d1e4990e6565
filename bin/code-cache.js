// Node 20 compiles every script anew at each start, a fifth of the time of a small build. What V8 made of the command is kept
// beside it, where that folder can be written. Newer versions of Node do this themselves.
const { hash } = require('node:crypto')
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const vm = require('node:vm')

const lib = join(__dirname, '..', 'lib')
const loaded = new Map()

/** Loads a script of lib/, and those of lib/ that it asks for. */
function loadScript(name) {
  const known = loaded.get(name)
  if (known !== undefined) return known.module.exports
  const filename = join(lib, name)
  const source = readFileSync(filename)
  // V8 refuses what another version made, but of the source it compares the length alone.
  const file = `${filename}.${hash('sha256', source).slice(0, 16)}.code`
  let cachedData
  try {
    cachedData = readFileSync(file)
  } catch {}
  const script = new vm.Script(`(function (exports, require, module, __filename) {${source}\n})`, {
    filename,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module = { exports: {} }
  const isKept = cachedData !== undefined && !script.cachedDataRejected
  loaded.set(name, { module, script, file, isKept })
  const fromLib = createRequire(filename)
  const requireFromLib = id => (/^\.\/\w+\.cjs$/.test(id) ? loadScript(id.slice(2)) : fromLib(id))
  script.runInThisContext()(module.exports, Object.assign(requireFromLib, fromLib), module, filename)
  return module.exports
}

/** To be called when a run has ended: only then has V8 compiled what a run uses. What a short run uses is too little. */
function keepCode() {
  if (!loaded.has('stages.cjs') || process.cpuUsage().user < 600_000 || process.send !== undefined) return
  for (const { script, file, isKept } of loaded.values()) {
    if (isKept) continue
    try {
      writeFileSync(`${file}.${process.pid}`, script.createCachedData())
      renameSync(`${file}.${process.pid}`, file)
    } catch {}
  }
}

module.exports = { loadScript, keepCode }
