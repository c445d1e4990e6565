#!/usr/bin/env node
// Starts the compiled command line. `npm ci` compiles it; see scripts/compile.mjs.
import { run } from '../lib/cli.js'

process.exitCode = await run(process.argv.slice(2))
