// One process that runs one command after another, for tests of a command's output rather than of its process: starting Node
// and loading the command would take longer than most commands do. It runs the compiled command, as bin/imprint.js does.
const { PassThrough } = require('node:stream')
const { dirname, join } = require('node:path')
// Loaded here, before the first command: it starts its own process in the current folder, and a test's folder is soon gone.
require('esbuild')

// The package's bin/imprint.js, which a large build runs in its children.
process.argv.splice(1, 1)
const { run } = require(join(dirname(process.argv[1]), '..', 'lib', 'imprint.cjs'))
process.env.NO_COLOR = '1'
for (const name of ['GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY']) delete process.env[name]

let last = Promise.resolve()
process.on('message', request => {
  // One at a time, because commands share the current folder and the output.
  last = last.then(() => answer(request))
})

async function answer({ id, words, cwd, env = {} }) {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) {
    const value = new PassThrough()
    value.on('data', chunk => {
      said[name] += chunk
    })
    Object.defineProperty(process, name, { value, configurable: true })
  }
  process.chdir(cwd)
  const before = Object.keys(env).map(name => [name, process.env[name]])
  Object.assign(process.env, env)
  const result = await run(words).then(
    code => ({ code }),
    error => ({ error: String(error?.stack ?? error) }),
  )
  // The last output leaves the streams in a later turn of the event loop.
  await new Promise(setImmediate)
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  process.send({ id, ...said, ...result })
}
