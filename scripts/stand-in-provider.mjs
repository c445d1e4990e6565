// Runs the stand-in provider on its own: `npm run provider -- [port]`. Any response can be made to fail: `?stand-in=500`.
import { behaviours, startFailingProvider } from '../lib/standIn.js'

const port = Number(process.argv[2] ?? 4180)
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  process.stderr.write(`Not a port: ${process.argv[2]}\n`)
  process.exit(2)
}
const provider = await startFailingProvider({ port })
process.stdout.write(`Stand-in provider: ${provider.origin}/forms/embed.html\n`)
process.stderr.write(`Add ?stand-in=<how> to any address: ${behaviours.join(', ')}\n`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => provider.close())
