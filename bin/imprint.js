#!/usr/bin/env node
// Starts the compiled command line; `npm ci` compiles it with scripts/compile.mjs. CommonJS, because loading Node's loader
// of ES modules for one small file takes 10 ms.
const { enableCompileCache } = require('node:module')
const { setFlagsFromString } = require('node:v8')

// V8 up to 11 (Node 20) has no compiler between its simplest and its best one, and calls the best one early: a third of all
// computing in a build of two seconds. Make it wait twice as long.
if (Number.parseInt(process.versions.v8, 10) <= 11) setFlagsFromString('--interrupt-budget=270000')
// From Node 22.1 on.
enableCompileCache?.()

const { run } = require('../lib/imprint.cjs')

run(process.argv.slice(2)).then(code => {
  process.exitCode = code
})
