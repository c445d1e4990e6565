#!/usr/bin/env node
// Starts the compiled command line; `npm ci` compiles it with scripts/compile.mjs. CommonJS, because loading Node's loader
// of ES modules for one small file takes 10 ms.
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire, enableCompileCache, wrap } = require('node:module')
const { dirname, join } = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

// V8 up to 11 (Node 20) has no compiler between its simplest and its best one, and calls the best one early: a third of all
// computing in a build of two seconds. Make it wait twice as long.
if (Number.parseInt(process.versions.v8, 10) <= 11) setFlagsFromString('--interrupt-budget=270000')
// From Node 22.1 on.
enableCompileCache?.()

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `error  Imprint needs Node 20.19 or newer; this is ${process.versions.node}.\n  → Install a newer one: https://nodejs.org/en/download\n`,
  )
  process.exit(1)
}

/**
 * Loads the compiled command with the code that V8 made of it before: half of what a build with nothing to do would take. Node
 * 20 has no `enableCompileCache`. The code is kept beside the command, so that it goes when another one is compiled; V8 refuses
 * what another version has made.
 */
function requireKept(path) {
  const kept = `${path}.${process.version}-${process.arch}`
  let cachedData
  try {
    cachedData = readFileSync(kept)
  } catch {}
  const script = new Script(wrap(readFileSync(path, 'utf8')), { filename: path, cachedData })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path))
  if (cachedData === undefined || script.cachedDataRejected)
    process.once('exit', () => {
      try {
        writeFileSync(`${kept}.${process.pid}`, script.createCachedData())
        renameSync(`${kept}.${process.pid}`, kept)
      } catch {}
    })
  return module.exports
}

const path = join(__dirname, '../lib/imprint.cjs')
let run
try {
  ;({ run } = enableCompileCache ? require(path) : requireKept(path))
} catch (error) {
  if (existsSync(path)) throw error
  process.stderr.write(
    `error  The compiled command of Imprint is missing.\n  → Run "npm run compile" in ${join(__dirname, '..')} ("npm ci --ignore-scripts" leaves it out).\n`,
  )
  process.exit(1)
}

run(process.argv.slice(2)).then(code => {
  process.exitCode = code
  // Stopped by a signal: nothing that is under way is waited for.
  if (code > 128) process.exit()
})
