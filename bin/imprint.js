#!/usr/bin/env node
// Starts the compiled command line. `npm ci` compiles it; see scripts/compile.mjs.
import { fileURLToPath } from 'node:url'
import { loadCommandLine } from './command-line.js'

const { run } = loadCommandLine(fileURLToPath(new URL('../lib', import.meta.url)))
process.exitCode = await run(process.argv.slice(2))
