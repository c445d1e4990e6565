// Loaded into a measured process with `--import`: at its end, writes down what the process has used. Children that it
// started (esbuild's service) are not in it.

import { writeFileSync } from 'node:fs'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage))
})
