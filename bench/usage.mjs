// Loaded into each process of a measured build with `--import`: at its end, adds a line about the resources that the process has
// used. esbuild's own process is not included.

import { appendFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }
  appendFileSync(process.env.BENCH_USAGE, `${JSON.stringify(usage)}\n`)
})
