// Malicious requests: crafted targets against a real preview with secrets in and around it, and requests that pages of other
// origins can send.

import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../src/dev/http/index.ts'
import { parseTarget } from '../../src/dev/http/vetting.ts'
import { type Preview, startPreview } from '../../src/dev/index.ts'
import { directoryOutput } from '../../src/output/index.ts'
import { seeded } from '../output/disk.ts'
import { folderOfFile, writeFiles } from '../support/project.ts'
import { rounds, seed } from '../support/soak.ts'
import { type Answer, ask, exchange, requestText } from './http-client.ts'

const canary = 'CANARY-5e1f'

describe('a request target', () => {
  test.each([
    ['/', '/', ''],
    ['/faq/?a=1', '/faq/', 'a=1'],
    ['/?', '/', ''],
    ['/a?b?c', '/a', 'b?c'],
    ['/?x=/../%00%zz\'"<>', '/', 'x=/../%00%zz\'"<>'],
    ['/caf%C3%A9', '/café', ''],
    ['/%252e%252e/x', '/%2e%2e/x', ''],
    ['/a//b', '/a//b', ''],
    ['/...', '/...', ''],
    ['/.env', '/.env', ''],
    ['/%3F%23', '/?#', ''],
    [`/${'a'.repeat(8191)}`, `/${'a'.repeat(8191)}`, ''],
  ])('%s is understood', (raw, path, query) => {
    expect(parseTarget(raw)).toEqual({ path, query })
  })

  test.each([
    '',
    '*',
    'faq',
    '?x',
    '//faq',
    '//evil.example/x',
    'http://localhost/',
    'http://evil.example/../x',
    'file:///etc/passwd',
    '/#',
    '/?a#b',
    '/a\\b',
    '/?a\\b',
    '/a b',
    '/a\tb',
    '/a\0b',
    '/a\u007f',
    '/caf\u00e9',
    '/%',
    '/%4',
    '/%zz',
    '/%00',
    '/a%0d%0ab',
    '/%7f',
    '/a%2fb',
    '/a%2Fb',
    '/a%5cb',
    '/%ff',
    '/%c0%ae%c0%ae/x',
    '/%ed%a0%80',
    '/..',
    '/.',
    '/a/../b',
    '/a/./b',
    '/%2e%2e/b',
    '/a/.%2E',
    `/${'a'.repeat(8192)}`,
  ])('%j is refused', raw => {
    expect(parseTarget(raw)).toBeUndefined()
  })
})

let folder = ''
let one: Preview
let several: Preview
beforeAll(async () => {
  folder = folderOfFile()
  const out = join(folder, 'dist')
  for (const brand of ['acme', 'other']) {
    const output = (await directoryOutput({ target: join(out, brand), brand })).value!
    const pages = {
      'index.html': 'home',
      '404.html': 'nothing here',
      'faq/index.html': 'questions',
      'articles/404.html': 'no such article',
      'assets/app-1a2b.js': 'script',
      'robots.txt': 'Sitemap: https://acme.example/sitemap.xml\n',
      _headers: '/*\n  X-Own: yes\n',
      _redirects: '/articles/* /articles/404.html 404\n',
    }
    for (const [path, text] of Object.entries(pages))
      output.put({ path, bytes: new TextEncoder().encode(text) })
    output.commit()
  }
  const secrets = [
    'secret.txt',
    '.env',
    'dist/secret.txt',
    'dist/acme.old/index.html',
    'dist/.acme.stage-1-a/index.html',
    'dist/acme/.env',
    'dist/acme/unlisted.html',
    'dist/acme/unlisted/index.html',
    'dist/acme/assets/app-1a2b.js.map',
    'dist/acme/.git/config',
    'elsewhere/secret.txt',
  ]
  writeFiles(folder, Object.fromEntries(secrets.map(path => [path, `${canary} ${path}`])))
  symlinkSync('../../secret.txt', join(out, 'acme/link.txt'))
  symlinkSync('../../elsewhere', join(out, 'acme/linked'))
  // A listed file that was replaced by a link to outside: only what was built may be served.
  rmSync(join(out, 'acme/assets'), { recursive: true })
  mkdirSync(join(folder, 'elsewhere/assets'))
  writeFiles(folder, { 'elsewhere/assets/app-1a2b.js': `${canary} in place of the script` })
  symlinkSync('../../elsewhere/assets', join(out, 'acme/assets'))
  one = (await startPreview({ out, brands: ['acme'], port: 0 })).value!
  several = (await startPreview({ out, brands: ['acme', 'other'], port: 0 })).value!
})
afterAll(async () => {
  await Promise.all([one?.close(), several?.close()])
})

describe('hostile targets', () => {
  const ups = [
    ...['..', '%2e%2e', '.%2e', '%2E%2E', '%252e%252e', '..%00', '..;', '...', '.', '%2e', '%c0%ae%c0%ae'],
    ...['%e0%80%ae%e0%80%ae', '%uff0e%uff0e', '..%01', '~', '%EF%BC%8E%EF%BC%8E', '.%20.'],
  ]
  const separators = ['/', '%2f', '%5c', '\\', '//', '/./', '%252f', '%c0%af', '%E2%88%95', ';/', '/%09/']
  const starts = ['/', '/faq/', '/assets/', '/articles/x/', '/acme/', '/@fs/', '/./', '/other/', '//', '/%2f']
  const goals = [
    ...['secret.txt', '.env', 'link.txt', 'linked/secret.txt', 'unlisted.html', 'unlisted', '.git/config'],
    ...[
      'acme.old/index.html',
      '.acme.stage-1-a/',
      'assets/app-1a2b.js',
      'assets/app-1a2b.js.map',
      '_headers',
    ],
    ...['_redirects', 'dist/secret.txt', 'elsewhere/secret.txt', 'etc/passwd', 'ENV~1'],
  ]
  const ends = [
    ...[
      '',
      '?',
      '?raw',
      '?raw??',
      '?import&url',
      '#',
      '#/../x',
      '%00',
      '%00.html',
      '::$DATA',
      '::$INDEX_ALLOCATION',
    ],
    ...[
      '.',
      '/',
      '/.',
      '%20',
      ';.html',
      '.html',
      '~1',
      '%0d%0aX-Injected:%20yes',
      '\\',
      '/..',
      '?../../secret.txt',
    ],
  ]

  function crafted(count: number): string[] {
    const random = seeded(seed)
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!
    const found = new Set<string>()
    while (found.size < count) {
      const depth = Math.floor(random() * 5)
      const separator = pick(separators)
      const climb = Array.from(
        { length: depth },
        () => `${pick(ups)}${random() < 0.3 ? pick(separators) : separator}`,
      )
      const path = `${pick(starts)}${climb.join('')}${pick(goals)}${pick(ends)}`
      const encoded = random() < 0.1 ? `/${encodeURIComponent(path)}` : path
      found.add(random() < 0.1 ? `http://localhost${encoded}` : encoded)
    }
    return [...found]
  }

  const plain = goals.map(goal => `/${goal}`)
  const unusual = [
    ...[
      '*',
      'x',
      '..',
      '//',
      '///',
      '/\u00e9',
      '/a\tb',
      '/a b',
      '/\u0001',
      '/a\0b',
      'file:///etc/passwd',
      '?',
      '#',
    ],
    ...[
      'http://[',
      'http://localhost/../secret.txt',
      'localhost:80',
      `/${'a'.repeat(9000)}`,
      `/${'%2e'.repeat(2600)}`,
    ],
    ...[`/${'../'.repeat(2000)}secret.txt`, `/?${'a'.repeat(9000)}`, `/${'x'.repeat(100_000)}`],
    ...[`${folder}/secret.txt`, `/@fs${folder}/secret.txt`, `/file:${folder}/secret.txt`],
  ]

  const notFound = ['nothing here', 'no such article']

  const judged = (target: string, answer: Answer | undefined): string | undefined => {
    if (answer === undefined || answer.status === 0) return undefined
    if (answer.raw.includes(canary)) return `leaked to ${target}`
    if (/x-injected/i.test(answer.raw)) return `let ${target} write a header`
    const fine =
      [400, 431].includes(answer.status) || (answer.status === 404 && notFound.includes(answer.body))
    const isScript =
      answer.status === 503 && answer.body.startsWith('"assets/app-1a2b.js" has changed since the build.')
    return fine || isScript ? undefined : `answered ${answer.status} ${answer.body.slice(0, 80)} to ${target}`
  }

  test('reach nothing but the site', async () => {
    const targets = [...plain, ...crafted(rounds(1000))]
    const wrong: (string | undefined)[] = []
    const statuses = new Set<number>()
    for (const { port, host } of [
      { port: one.port, host: 'localhost' },
      { port: several.port, host: 'acme.localhost' },
    ]) {
      for (let start = 0; start < targets.length; start += 250) {
        const batch = targets.slice(start, start + 250)
        const requests = batch.map(target => requestText(target, { headers: { Host: host } }))
        const answers = await exchange(port, requests.join(''), batch.length)
        expect(answers).toHaveLength(batch.length)
        wrong.push(...batch.map((target, index) => judged(target, answers[index])))
        for (const { status } of answers) statuses.add(status)
      }
    }
    expect(wrong.filter(reason => reason !== undefined)).toEqual([])
    // All expected kinds of responses occurred, and no others, so no target made the server fail.
    expect([...statuses].sort()).toEqual([400, 404, 503])
  })

  test('that are not HTTP reach nothing either', async () => {
    const wrong: (string | undefined)[] = []
    for (const target of unusual) wrong.push(judged(target.slice(0, 80), await ask(one.port, target)))
    expect(wrong.filter(reason => reason !== undefined)).toEqual([])
    expect(await ask(one.port, '/')).toMatchObject({ status: 200, body: 'home' })
  })

  test('find the secrets where they were planted, for a server that is not careful', () => {
    // Shows that the two tests above can fail.
    expect(readFileSync(join(folder, 'dist/acme/linked/secret.txt'), 'utf8')).toContain(canary)
    expect(readFileSync(join(folder, 'dist/acme/assets/app-1a2b.js'), 'utf8')).toContain(canary)
    expect(readFileSync(join(folder, 'dist/acme/../secret.txt'), 'utf8')).toContain(canary)
  })
})

describe('foreign hosts and origins', () => {
  let server: RunningServer
  let streams = 0
  beforeAll(async () => {
    const respond = ({ path }: { path: string }) => ({
      status: 200,
      headers: {},
      body:
        path === '/events'
          ? () => {
              streams++
            }
          : new TextEncoder().encode(canary),
    })
    server = (await startServer({ port: 0, allowedHosts: ['acme.localhost'], respond })).value!
  })
  afterAll(() => server.close())

  const own = 'localhost:4000'
  const hosts = [
    ...[
      'evil.example',
      'evil.example:4000',
      'localhost.evil.example',
      'evil.localhost',
      'acme.localhost.evil.example',
    ],
    ...[
      'xlocalhost',
      'localhost.',
      '127.0.0.1.evil.example',
      '127.0.0.2',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '0.0.0.0',
    ],
    ...[
      '[::2]',
      '[::ffff:127.0.0.1]',
      '192.168.1.5:4000',
      'localhost@evil.example',
      'evil.example#localhost',
      'localhost/',
    ],
    ...[
      'local\u0068ost, evil.example',
      'evil.example localhost',
      '%6cocalhost',
      'localhost:',
      'localhost:x',
      ':4000',
      '',
    ],
  ]
  const origins = [
    ...[
      'http://evil.example',
      'https://localhost:4000',
      'http://localhost:3000',
      'http://localhost',
      'null',
      'file://',
    ],
    ...[
      'http://127.0.0.1:4000',
      'http://acme.localhost:4000',
      'http://localhost:4000.evil.example',
      'http://localhost:40000',
    ],
    ...[
      'chrome-extension://abcdef',
      'http://localhost:4000@evil.example',
      'http://evil.example/localhost:4000',
      '',
    ],
    ...[
      'http://localhost:4000 http://evil.example',
      'http://[::1]:4000',
      'HTTP://LOCALHOST:4000.',
      'localhost:4000',
    ],
  ]
  const foreign: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...Object.fromEntries(hosts.map(Host => [`Host: ${Host}`, { Host }])),
    ...Object.fromEntries(origins.map(Origin => [`Origin: ${Origin}`, { Host: own, Origin }])),
    'a script of another site': {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'no-cors',
      'Sec-Fetch-Dest': 'script',
    },
    'an image on another port': {
      'Sec-Fetch-Site': 'same-site',
      'Sec-Fetch-Mode': 'no-cors',
      'Sec-Fetch-Dest': 'image',
    },
    'a fetch of another site': {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Dest': 'empty',
    },
    'a frame of another site': {
      ...{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
      Referer: 'https://evil.example/',
    },
    'a frame that hides where it is': {
      ...{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    },
    'a frame on another port': {
      ...{ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
      Referer: 'http://localhost:3000/',
    },
    'an object of another site': {
      ...{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'object' },
      Referer: 'http://localhost:4000/',
    },
    'what no browser sends': { 'Sec-Fetch-Site': 'same-origin, cross-site' },
  }

  test('there are more than 50', () => {
    expect(Object.keys(foreign).length).toBeGreaterThan(50)
  })

  test.each(Object.keys(foreign))('%s', async name => {
    for (const target of ['/', '/events']) {
      const answer = await ask(server.port, target, { headers: { Host: own, ...foreign[name] } })
      expect([400, 403]).toContain(answer.status)
      expect(answer.raw).not.toContain(canary)
      expect(answer.raw).not.toContain('evil')
    }
    expect(streams).toBe(0)
  })

  test('no Host, and two of them', async () => {
    for (const lines of [
      '',
      'Host: localhost\r\nHost: localhost\r\n',
      'Host: localhost\r\nhost: evil.example\r\n',
    ]) {
      const [answer] = await exchange(server.port, `GET / HTTP/1.1\r\n${lines}\r\n`)
      expect(answer?.status).toBe(400)
    }
    const [old] = await exchange(server.port, 'GET / HTTP/1.0\r\n\r\n')
    expect(old?.status).toBe(400)
  })

  const welcome: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'no browser': {},
    'the address bar': {
      'Sec-Fetch-Site': 'none',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    },
    'a link on another site': {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    },
    'its own script': {
      'Sec-Fetch-Site': 'same-origin',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Dest': 'script',
    },
    'its own origin': { Origin: 'http://localhost:4000' },
    'its own frame of another host': {
      ...{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
      Host: 'acme.localhost:4000',
      Referer: 'http://localhost:4000/',
    },
    'a name in capitals': { Host: 'LocalHost:4000', Origin: 'http://localhost:4000' },
    'the port of a tunnel': { Host: 'localhost:8080', Origin: 'http://localhost:8080' },
  }

  test.each(Object.keys(welcome))('%s is let in', async name => {
    const answer = await ask(server.port, '/', { headers: { Host: own, ...welcome[name] } })
    expect(answer).toMatchObject({ status: 200, body: canary })
    expect(answer.raw.toLowerCase()).not.toContain('access-control')
  })
})
