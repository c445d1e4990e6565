// The CI files for users. Each of their commands is run as the CI would run it.

import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hosts } from '../../src/brand/index.ts'
import { projectFiles } from '../../src/cli/new/project-files.ts'
import { article, completeBrandYaml, project, repositoryRoot, writeFiles } from '../support/project.ts'
import { junitErrors } from '../support/report-formats.ts'
import { sharedCommand } from '../support/shell.ts'

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

let shared: string
beforeAll(async () => {
  shared = await sharedCommand()
})

/**
 * A committed project, and a shell in which `npx imprint` is this command and `npm` does nothing. Commands that publish only
 * print their target.
 */
async function pipeline(env: Readonly<Record<string, string>> = {}) {
  const log = join(project({ log: '' }), 'log')
  const logging = `#!/bin/sh\necho "$(basename "$0") $*" >> '${log}'\n`
  const tools = project({
    npm: '#!/bin/sh\nexit 0\n',
    npx: `#!/bin/sh
if [ "$1" = imprint ]; then shift; exec ${shared} "$@"; fi
echo "$*" >> '${log}'
case "$*" in
  *--json*) echo '{"deploy_url": "https://pr-7--one.netlify.app"}' ;;
  *pages*) printf 'Deployed https://1a2b.one.pages.dev\\nAlias: https://pr-7.one.pages.dev\\n' ;;
  *versions*) echo 'Version Preview Alias URL: https://pr-7-one.example.workers.dev' ;;
esac
`,
    aws: logging,
    rsync: logging,
    ssh: logging,
  })
  for (const name of ['npm', 'npx', 'aws', 'rsync', 'ssh']) chmodSync(join(tools, name), 0o755)
  const root = project({
    '.gitignore': 'dist/\n.imprint/\n',
    'brands/one/brand.yaml': completeBrandYaml({ name: 'One', environments: '{preview: {}}' }),
    'brands/two/brand.yaml': completeBrandYaml({ name: 'Two' }),
  })
  const run = async (script: string, more: Readonly<Record<string, string>> = {}) => {
    const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: root,
      env: {
        ...process.env,
        GITHUB_ACTIONS: '',
        ...env,
        ...more,
        PATH: tools + delimiter + process.env.PATH,
      },
    })
    return stdout
  }
  await run('git init -q && git add . && git -c user.name=a -c user.email=a@b.example commit -qm first')
  return { root, run, published: () => readFileSync(log, 'utf8') }
}

/** The steps of the workflow in a new project. */
function workflowSteps(host?: string) {
  const values = {
    folder: 'sites',
    brand: 'first',
    name: 'First',
    host,
    year: '2026',
    imprint: '^1.0.0',
    versions: {},
  }
  const starter = join(repositoryRoot, 'starter')
  const files = projectFiles(starter, values, { name: 'npm', ci: 'npm ci', imprint: 'npx imprint' })
  const workflow = parse(String(files.find(({ path }) => path.endsWith('imprint.yml'))?.content))
  expect(workflow.on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }])
  return workflow.jobs.sites.steps as readonly Step[]
}
interface Step {
  readonly run?: string
  readonly if?: string
  readonly env?: Readonly<Record<string, string>>
}

test('the workflow of a new project checks, shows the changes of a pull request, and builds', async () => {
  const steps = workflowSteps()
  const summary = join(project({ 'summary.md': '' }), 'summary.md')
  const { root, run } = await pipeline({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary })
  const BASE = (await run('git rev-parse HEAD')).trim()
  writeFiles(root, {
    'brands/two/content/articles/soon.md': article('soon', {}, 'Apply now before it is too late.'),
  })
  const scripts = steps.flatMap(step => step.run ?? [])
  expect(scripts).toHaveLength(5)
  // This step sends requests to the brands' hosts, so it does not run here.
  const live = 'npx imprint diff --all --against live'
  expect(scripts).toContain(live)
  for (const script of scripts.filter(words => words !== live)) await run(script, { BASE })
  expect(readFileSync(join(root, 'diff.html'), 'utf8')).toContain('1 of 2 brands')
  expect(existsSync(join(root, 'dist/one/index.html'))).toBe(true)
  const text = readFileSync(summary, 'utf8')
  // Only the check reports warnings of the content rules, and only the build lists the brands.
  expect(text.match(/^\| warning .*/gm)).toEqual([expect.stringContaining('compliance/claim/urgency')])
  expect(text.match(/^\| two \| built \|/gm)).toHaveLength(1)
  expect(text).toContain('1 of 2 brands differ')
})

const where: Readonly<Record<string, readonly [published: string, preview?: string]>> = {
  netlify: [
    '--yes netlify-cli@27 deploy --prod --no-build --dir releases/one/current/ --site my-one',
    'https://pr-7--one.netlify.app',
  ],
  cloudflare: [
    '--yes wrangler@4 pages deploy releases/one/current/ --project-name one --branch main',
    'https://pr-7.one.pages.dev',
  ],
  workers: [
    '--yes wrangler@4 deploy --config releases/one/current/wrangler.jsonc',
    'https://pr-7-one.example.workers.dev',
  ],
  s3: ['aws s3 sync releases/one/current/ s3://my-one --delete --exclude assets/*'],
}

test.each(hosts)(
  'the workflow for %s publishes what can be released, and shows where a preview is',
  async host => {
    const steps = workflowSteps(host)
    const [publish, preview, ...others] = steps.slice(steps.findIndex(({ env = {} }) => 'BASE' in env) + 3)
    expect(others).toEqual([])
    expect(publish?.if).toBe("github.event_name != 'pull_request' && github.ref == 'refs/heads/main'")
    const summary = join(project({ 'summary.md': '' }), 'summary.md')
    const { root, run, published } = await pipeline({
      HOME: project({ x: '' }),
      GITHUB_STEP_SUMMARY: summary,
    })
    writeFiles(root, {
      // This brand must not be released.
      'brands/two/brand.yaml': completeBrandYaml({ name: 'Two', formId: 'two-placeholder' }),
    })
    await run(`npx imprint build --all --host ${host}`)
    const none = Object.fromEntries(Object.keys(publish?.env ?? {}).map(name => [name, '']))
    await run(publish?.run ?? '', none)
    expect(readFileSync(summary, 'utf8')).toMatch(/Nothing was published: the secret \w+ is not set/)
    expect(published()).toBe('')
    const set = {
      ...Object.fromEntries(Object.keys(none).map(name => [name, name.toLowerCase()])),
      ...{ SITE_PREFIX: 'my-', BUCKET_PREFIX: 'my-', PREVIEW: 'pr-7', DEPLOY_TO: 'me@www.example:/srv' },
      DEPLOY_RELOAD: 'reload the server',
    }
    // The command fails because of the brand with placeholders, but only after the others are published.
    await expect(run(publish?.run ?? '', set)).rejects.toThrow(/placeholder/)
    const [line = 'releases/one/current/ me@www.example:/srv/one/', address] = where[host] ?? []
    expect(published()).toContain(`${line}`)
    if (where[host] === undefined)
      expect(published()).toMatch(/\nssh -i \S+ me@www\.example reload the server\n$/)
    expect(published()).not.toContain('two')
    expect(existsSync(join(root, 'releases/one/current/wrangler.jsonc'))).toBe(host === 'workers')
    if (address === undefined) return expect(preview).toBeUndefined()
    expect(preview?.if).toBe("github.event_name == 'pull_request'")
    await run(preview?.run ?? '', none)
    await run(preview?.run ?? '', set)
    expect(readFileSync(summary, 'utf8')).toContain(`- Preview of one: ${address}\n`)
    expect(published()).toContain('dist-preview/one/')
  },
)

test('the file for GitLab makes a valid test report, and builds all brands in parts', async () => {
  const [, file = ''] =
    /## GitLab[^`]*`\.gitlab-ci\.yml`[^`]*```yaml\n(.*?)```/s.exec(read('docs/ci.md')) ?? []
  const jobs = parse(file)
  const { root, run } = await pipeline()
  const scripts = async (job: string, env = {}) => {
    for (const script of [...jobs.default.before_script, ...jobs[job].script]) await run(script, env)
  }
  await scripts('check')
  const report = readFileSync(join(root, jobs.check.artifacts.reports.junit), 'utf8')
  expect(await junitErrors(report)).toEqual([])
  for (let index = 1; index <= jobs.build.parallel; index++)
    await scripts('build', { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(jobs.build.parallel) })
  await scripts('merge')
  expect(JSON.parse(readFileSync(join(root, 'report.json'), 'utf8')).brands).toHaveLength(2)
  for (const id of ['one', 'two']) expect(existsSync(join(root, 'dist', id, 'index.html'))).toBe(true)
})
