// One process that runs command after command, for tests that are about what a command says and not about its process: to
// start Node and load the command costs more than most of them do. It runs what is compiled, as bin/imprint.js does.
const { PassThrough } = require('node:stream')
const { dirname, join } = require('node:path')
// Here and not with the first command: it starts its own process in the folder that it was loaded in, and that of a test is soon gone.
require('esbuild')

// The package's bin/imprint.js, of which a large build starts children.
process.argv.splice(1, 1)
const { run } = require(join(dirname(process.argv[1]), '..', 'lib', 'imprint.cjs'))
process.env.NO_COLOR = '1'
for (const name of ['GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY']) delete process.env[name]

let last = Promise.resolve()
process.on('message', request => {
  // One at a time: they share the current folder and what is said.
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
  // What is written last comes out of the streams in another turn.
  await new Promise(setImmediate)
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  process.send({ id, ...said, ...result })
}
