#!/usr/bin/env node
// Starts the compiled command line. `npm ci` compiles it; see scripts/compile.mjs.
const { join } = require('node:path')
const { loadCommandLine } = require('./command-line.js')

const { run } = loadCommandLine(join(__dirname, '..', 'lib'))
run(process.argv.slice(2)).then(code => {
  process.exitCode = code
})
