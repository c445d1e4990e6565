// The recipes of docs/scale/. For each engine, the test runs what the engine would run for each part, with the variables that
// it would set. Together, the parts must equal a single build. GNU parallel itself runs over ssh, with a server of this test
// on the loopback interface.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../support/free-port.ts'
import {
  brandYaml,
  command,
  folderOfFile,
  readTree,
  repositoryRoot,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'

const docs = readFileSync(join(repositoryRoot, 'docs/scale/README.md'), 'utf8')
const parts = 2
let root: string
let tools: string
let whole: Record<string, string>

/** The code blocks of a section, for two parts instead of eight. */
function blocks(title: string, sites = ''): string[] {
  const section = docs.split(/^## /m).find(text => text.startsWith(title)) ?? ''
  const found = [...section.matchAll(/```\w+\n(.*?)```/gs)].map(([, text = '']) => text)
  return found.map(text =>
    text
      .replace('[1, 2, 3, 4, 5, 6, 7, 8]', '[1, 2]')
      .replace('0-7', '0-1')
      .replaceAll(/\b8\b/g, String(parts))
      .replaceAll('/sites/', `${sites}/`)
      .replaceAll('/project', root),
  )
}

function run(script: string, env: Readonly<Record<string, string>> = {}): void {
  execFileSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: root,
    env: { ...process.env, ...path(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

const path = () => ({ PATH: tools + delimiter + process.env.PATH })

/** The merged report contains all brands, and the sites equal those of a single build. */
function expectWhole(dist: string, report: string): void {
  expect(readTree(dist)).toEqual(whole)
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    ok: true,
    brands: [{ id: 'one' }, { id: 'three' }, { id: 'two' }],
  })
}

const merge = (sites: string) => {
  run(`npx imprint report merge ${sites}/report-*.json --json > ${sites}/merged.json`)
  expectWhole(join(sites, 'dist'), join(sites, 'merged.json'))
}

beforeAll(() => {
  const folder = folderOfFile()
  tools = join(folder, 'tools')
  root = join(folder, 'project')
  writeFiles(tools, { npx: `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n` })
  chmodSync(join(tools, 'npx'), 0o755)
  for (const id of ['one', 'two', 'three'])
    writeFiles(root, { [`brands/${id}/brand.yaml`]: brandYaml({ name: id }) })
  run(`npx imprint build --all --out ${folder}/whole`)
  whole = readTree(join(folder, 'whole'))
})

test('GitHub Actions: a matrix', () => {
  const [file = ''] = blocks('GitHub')
  const { jobs } = parse(file)
  const scripts = (job: { steps: { run?: string }[] }) =>
    job.steps.flatMap(step => (step.run === undefined || step.run === 'npm ci' ? [] : step.run))
  for (const part of jobs.build.strategy.matrix.part)
    for (const script of scripts(jobs.build)) run(script.replace(/\$\{\{ matrix\.part \}\}/g, String(part)))
  for (const script of scripts(jobs.merge)) run(script)
  expectWhole(join(root, 'dist'), join(root, 'report.json'))
})

test('Kubernetes: the index variable of an Indexed Job', () => {
  const sites = temporaryFolder()
  const [manifest = '', merging = ''] = blocks('Kubernetes', sites)
  const { completions, template } = parse(manifest).spec
  const [container] = template.spec.containers
  const env = Object.fromEntries(
    container.env.map(({ name, value }: Record<string, string>) => [name, value]),
  )
  for (let index = 0; index < completions; index++)
    run(container.command[2], { ...env, JOB_COMPLETION_INDEX: String(index) })
  run(merging)
  merge(sites)
})

test('Slurm: the variables of a job array', () => {
  const sites = temporaryFolder()
  const [script = ''] = blocks('Slurm', sites)
  const [, first = '', last = ''] = /--array=(\d+)-(\d+)/.exec(script) ?? []
  const count = String(Number(last) - Number(first) + 1)
  const array = { SLURM_ARRAY_TASK_MIN: first, SLURM_ARRAY_TASK_MAX: last, SLURM_ARRAY_TASK_COUNT: count }
  for (let task = Number(first); task <= Number(last); task++)
    run(script, { ...array, SLURM_ARRAY_TASK_ID: String(task) })
  merge(sites)
})

const missing = ['parallel', 'ssh', 'ssh-keygen', 'sshd'].filter(
  name => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`]).status !== 0,
)
const skipped = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} not installed)`

test.skipIf(missing.length > 0)(`GNU parallel over ssh${skipped}`, async () => {
  const sites = temporaryFolder()
  const keys = temporaryFolder()
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, name)])
  const port = await freePort()
  writeFiles(keys, {
    config: `Port ${port}
ListenAddress 127.0.0.1
HostKey ${keys}/host
AuthorizedKeysFile ${keys}/user.pub
PidFile none
StrictModes no
UsePAM no
SetEnv PATH=${path().PATH}
`,
    // For parallel, two names are two hosts.
    'hosts.txt': ['127.0.0.1', 'localhost']
      .map(
        host =>
          `ssh -p ${port} -i ${keys}/user -o BatchMode=yes -o LogLevel=ERROR -o StrictHostKeyChecking=no -o UserKnownHostsFile=${keys}/known ${userInfo().username}@${host}\n`,
      )
      .join(''),
  })
  // Without it, sshd does not start as root.
  if (process.getuid?.() === 0 && !existsSync('/run/sshd')) mkdirSync('/run/sshd', { mode: 0o755 })
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(keys, 'config')], { stdio: 'ignore' })
  onTestFinished(() => void server.kill())
  const [script = ''] = blocks('GNU', sites)
  const answers = () => spawnSync('ssh-keyscan', ['-p', String(port), '127.0.0.1']).stdout.length > 0
  await vi.waitUntil(answers, { timeout: 60_000, interval: 100 })
  run(script.replace('hosts.txt', join(keys, 'hosts.txt')), { HOME: keys })
  merge(sites)
})
