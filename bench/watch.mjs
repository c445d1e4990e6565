// How long a developer waits: from the end of saving a file until a client over HTTP gets the changed page, and whether
// memory stays flat over many rebuilds. Runs the real `imprint dev`.
//
//   node bench/watch.mjs [--brands 3] [--articles 1000] [--edits 20] [--rebuilds 0]

import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeProject } from './project.mjs'

const { values } = parseArgs({
  options: {
    brands: { type: 'string', default: '3' },
    articles: { type: 'string', default: '1000' },
    edits: { type: 'string', default: '20' },
    rebuilds: { type: 'string', default: '0' },
  },
})
const [brands, articles, edits, rebuilds] = ['brands', 'articles', 'edits', 'rebuilds'].map(name =>
  Number(values[name]),
)
const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)))
const root = mkdtempSync(join(tmpdir(), 'imprint-watch-'))
await writeProject({ out: join(root, 'project'), brands, articles })
const project = join(root, 'project')
cpSync(join(packageRoot, 'templates'), join(project, 'templates'), { recursive: true })
// As in an installation, where the templates' icons are in a folder next to the package.
symlinkSync(join(packageRoot, 'node_modules'), join(project, 'node_modules'))
const at = path => join(project, path)
const read = path => readFileSync(at(path), 'utf8')

const started = performance.now()
const dev = spawn(
  process.execPath,
  [
    join(packageRoot, 'bin/imprint.js'),
    'dev',
    '--all',
    '--port',
    '0',
    '--root',
    project,
    '--json',
    '--no-cache',
  ],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const ready = await new Promise((resolve, reject) => {
  let text = ''
  dev.stdout.on('data', chunk => {
    text += chunk
    if (text.trimEnd().endsWith('\n}')) resolve(JSON.parse(text))
  })
  dev.on('exit', code => reject(new Error(`imprint dev ended with ${code}`)))
})
const readyMs = performance.now() - started
const { hostname, port, pathname } = new URL(ready.brands[0].url)

function get(path) {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, headers: { host: `${hostname}:${port}` } },
      response => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', chunk => {
          body += chunk
        })
        response.on('end', () => resolve(body))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}
const base = pathname.replace(/\/$/, '')
async function untilShown(path, mark) {
  const start = performance.now()
  while (!(await get(base + path)).includes(mark)) {
    if (performance.now() - start > 20_000) throw new Error(`"${mark}" never came to ${path}`)
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  return performance.now() - start
}

const id = ready.brands[0].id
const article = readdirSync(at('content/articles')).filter(name => name.endsWith('.md'))[0]
const articleText = read(`content/articles/${article}`)
const slug = /^slug: "?([^"\n]+)"?$/m.exec(articleText)[1]
const route = `/articles/${slug}/`
const brandText = read(`brands/${id}/brand.yaml`)
const styles = read('templates/styles.css')
const footer = read('templates/footer.tsx')
const kinds = {
  article: mark => [`content/articles/${article}`, `${articleText}\nMark ${mark}.\n`, route],
  string: mark => ['content/strings.yaml', `header:\n  about: About ${mark}\n`, route],
  style: mark => ['templates/styles.css', `${styles}\n.${mark}{margin:1px}\n`, route],
  template: mark => [
    'templates/footer.tsx',
    footer.replace(/<footer /, `<footer data-mark="${mark}" `),
    route,
  ],
  'brand.yaml': mark => [
    `brands/${id}/brand.yaml`,
    `${brandText.replace(/^companyLine:.*\n/m, '')}\ncompanyLine: Mark ${mark}\n`,
    route,
  ],
}

const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
console.log(`${brands} brands, ${articles} articles; ready after ${Math.round(readyMs)} ms`)
console.log('saved           median    min    max   ms until a client has it')
await get(base + route)
for (const [kind, make] of Object.entries(kinds)) {
  const times = []
  for (let index = 0; index < edits; index++) {
    const mark = `m${kind.length}x${index}x${Math.floor(performance.now())}`
    const [path, content, page] = make(mark)
    writeFileSync(at(path), content)
    times.push(await untilShown(page, mark))
    // People do not save twice within an instant; by the second save, the background check has begun.
    await pause(150)
  }
  const shown = [median(times), Math.min(...times), Math.max(...times)].map(ms => ms.toFixed(0).padStart(6))
  console.log(`${kind.padEnd(14)}  ${shown.join(' ')}`)
}

if (rebuilds > 0) {
  const measure = () => ({
    rss: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${dev.pid}/status`, 'utf8'))[1]) / 1024,
    handles: readdirSync(`/proc/${dev.pid}/fd`).length,
  })
  console.log('\nrebuild   RSS MB   open files')
  for (let index = 1; index <= rebuilds; index++) {
    const mark = `r${index}x${Math.floor(performance.now())}`
    const [path, content, page] = kinds[Object.keys(kinds)[index % 5]](mark)
    writeFileSync(at(path), content)
    await untilShown(page, mark)
    if (index === 50 || index % 100 === 0) {
      await pause(3000)
      const { rss, handles } = measure()
      console.log(
        `${String(index).padStart(7)}  ${rss.toFixed(0).padStart(7)}  ${String(handles).padStart(6)}`,
      )
    }
  }
}
dev.removeAllListeners('exit')
dev.kill('SIGINT')
const exitCode = await new Promise(resolve => dev.on('exit', resolve))
rmSync(root, { recursive: true, force: true })
if (exitCode !== 130) throw new Error(`Ctrl-C ended it with ${exitCode}`)
