// Runs the command line that lies in a folder through what a build does, cold and warm, and keeps beside it the code that
// V8 has compiled by then.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import commandLine from '../bin/command-line.js'

const { codeFile, loadCommandLine } = commandLine
const [folder] = process.argv.slice(2)
const project = mkdtempSync(join(tmpdir(), 'imprint-'))
const { run, script } = loadCommandLine(folder)
const imprint = async (...words) => {
  const code = await run([...words, '--root', project])
  if (code !== 0) throw new Error(`"imprint ${words.join(' ')}" ends with ${code}.`)
}
try {
  await imprint('new', 'brand', 'example')
  await imprint('new', 'article', 'one')
  await imprint('new', 'article', 'two')
  await imprint('build')
  appendFileSync(join(project, 'content', 'articles', 'one.md'), '\nOne more paragraph.\n')
  await imprint('build')
  writeFileSync(codeFile(folder), script.createCachedData())
} finally {
  rmSync(project, { recursive: true })
}
