// Shell scripts that start `imprint` many times.

import { createServer } from 'node:net'
import { join } from 'node:path'
import { atEndOfFile } from './end-of-file.ts'
import { folderOfFile, repositoryRoot, runShared } from './project.ts'

/**
 * The words that run `imprint` in a shell, in the process of `runShared` with the given `bin/imprint.js`, until the tests in
 * this file have ended. The shell must not block this process.
 */
export async function sharedCommand(command?: string): Promise<string> {
  const socket = join(folderOfFile(), 'commands')
  const server = createServer({ allowHalfOpen: true }, connection => {
    let request = ''
    connection.setEncoding('utf8').on('data', text => {
      request += text
    })
    connection.on('end', async () => {
      const { words, ...options } = JSON.parse(request)
      const answer = await runShared(words, { ...options, command }).catch(error => ({
        code: 1,
        stdout: '',
        stderr: String(error),
      }))
      connection.end(JSON.stringify(answer))
    })
  })
  atEndOfFile(() => server.close())
  await new Promise<void>(resolve => server.listen(socket, resolve))
  return `'${process.execPath}' '${join(repositoryRoot, 'test/support/command-client.cjs')}' '${socket}'`
}
