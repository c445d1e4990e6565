#!/usr/bin/env node
// Starts the compiled command line; `npm ci` compiles it with scripts/compile.mjs. CommonJS, because loading Node's loader
// of ES modules for one small file takes 10 ms.
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')
const { setFlagsFromString } = require('node:v8')

// V8 up to 11 (Node 20) has no compiler between its simplest and its best one, and calls the best one early: a third of all
// computing in a build of two seconds. Make it wait twice as long.
if (Number.parseInt(process.versions.v8, 10) <= 11) setFlagsFromString('--interrupt-budget=270000')
// V8 interprets a regular expression once before it compiles it, which takes longer than compiling it at once. Most of them here
// are those of the content rules, which run thousands of times.
setFlagsFromString('--no-regexp-tier-up')
// From Node 22.1 on.
enableCompileCache?.()

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `error  Imprint needs Node 20.19 or newer; this is ${process.versions.node}.\n  → Install a newer one: https://nodejs.org/en/download\n`,
  )
  process.exit(1)
}

let run
try {
  ;({ run } = require('../lib/imprint.cjs'))
} catch (error) {
  if (!error.message.startsWith("Cannot find module '../lib/")) throw error
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
