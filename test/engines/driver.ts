// Drives browsers with other engines by standard protocols: Firefox by WebDriver BiDi, WebKitGTK by WebDriver. It does only
// what the scenarios need, in the same way for both.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface Driver {
  /** Loads a page; resolves when it has loaded. */
  open(url: string): Promise<void>
  back(): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page. It can use only its arguments, which are sent as JSON, as is its result. */
  run<Result, Args extends readonly unknown[]>(
    task: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Clicks the middle of an element with a real pointer. The element must be on the screen. */
  click(selector: string): Promise<void>
  /** Presses a key, or types a character. */
  press(key: keyof typeof keys): Promise<void>
  /** A screenshot, as a PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

// https://www.w3.org/TR/webdriver2/#keyboard-actions
const keys = { Enter: '\ue007', Escape: '\ue00c', ArrowRight: '\ue014', End: '\ue010' } as const

/** The actions, which have the same form in both protocols. */
const clickAt = (x: number, y: number) => ({
  actions: [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ],
})

const pressOf = (value: string) => ({
  actions: [
    {
      type: 'key',
      id: 'keyboard',
      actions: [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ],
    },
  ],
})

/** Runs in the page. */
function middleOf(selector: string): { x: number; y: number } {
  const element = document.querySelector(selector)
  if (element === null) throw new Error(`There is no ${selector}.`)
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
}

/** The commands of a driver that can run a function and perform actions. */
function inputsOf(run: Driver['run'], perform: (actions: object) => Promise<unknown>) {
  return {
    async click(selector: string) {
      const { x, y } = await run(middleOf, selector)
      await perform(clickAt(x, y))
    },
    async press(key: keyof typeof keys) {
      await perform(pressOf(keys[key]))
    },
  }
}

/** Starts a program and waits for a matching line of its output. */
async function started(
  command: string,
  words: readonly string[],
  fits: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<{ process: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`${command} ended with ${code}.`)))
    for (const stream of child.stdio.slice(1) as Readable[]) {
      createInterface({ input: stream }).on('line', line => {
        const found = fits.exec(line)
        if (found !== null) resolve(found)
      })
    }
  })
  child.removeAllListeners('exit')
  return { process: child, match }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = new Promise(resolve => child.once('exit', resolve))
  child.kill()
  await exit
}

/** Firefox without a window, with a fresh profile. */
export async function startFirefox(program: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'imprint-firefox-'))
  writeFileSync(
    join(profile, 'user.js'),
    'user_pref("remote.active-protocols", 1);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n',
  )
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const { process: browser, match } = await started(program, words, /listening on (ws:\/\/\S+)/, {
    HOME: profile,
    MOZ_HEADLESS_WIDTH: '1000',
    MOZ_HEADLESS_HEIGHT: '800',
  })
  const socket = new WebSocket(`${match[1]}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('Firefox takes no connection.'))
  })
  const waiting = new Map<number, (answer: BidiAnswer) => void>()
  socket.onmessage = ({ data }) => {
    const answer: BidiAnswer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  }
  let next = 0
  const send = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const id = ++next
    const answered = new Promise<BidiAnswer>(resolve => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const answer = await answered
    if (answer.result === undefined) throw new Error(`${method}: ${answer.message}`)
    return answer.result
  }
  await send('session.new', { capabilities: {} })
  const { context } = await send('browsingContext.create', { type: 'tab' })
  await send('browsingContext.setViewport', { context, viewport: { width: 1000, height: 700 } })
  const run: Driver['run'] = async (task, ...args) => {
    const { result, exceptionDetails } = await send('script.evaluate', {
      expression: `(async () => JSON.stringify({ value: await (${task})(...${JSON.stringify(args)}) }))()`,
      target: { context },
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error((exceptionDetails as { text: string }).text)
    return JSON.parse((result as { value: string }).value).value
  }
  return {
    open: async url => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    run,
    ...inputsOf(run, actions => send('input.performActions', { context, ...actions })),
    async screenshot() {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(String(data), 'base64')
    },
    async close() {
      socket.close()
      await ended(browser)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface BidiAnswer {
  readonly id: number
  readonly result?: Record<string, unknown>
  readonly message?: string
}

/** WebKitGTK's small browser on an invisible screen. */
export async function startWebKit(programs: {
  readonly driver: string
  readonly browser: string
  readonly screen: string
}): Promise<Driver> {
  const screenWords = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const { process: screen, match } = await started(programs.screen, screenWords, /^(\d+)$/)
  // It listens before it can respond, so a request shows when it is ready.
  const port = 20_000 + (process.pid % 20_000)
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${match[1]}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  })
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: { message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }
  for (let tries = 0; ; tries++) {
    const isThere = await ask('GET', '/status').catch(() => undefined)
    if (isThere !== undefined) break
    if (tries === 200) throw new Error('WebKitWebDriver does not answer.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
      },
    },
  })) as { sessionId: string }
  const session = `/session/${sessionId}`
  const run: Driver['run'] = async (task, ...args) => {
    const text = await ask('POST', `${session}/execute/async`, {
      script: `const done = arguments[0]; Promise.resolve((${task})(...${JSON.stringify(args)})).then(value => done(JSON.stringify({ value })), error => done(JSON.stringify({ error: String(error) })))`,
      args: [],
    })
    const { value, error } = JSON.parse(String(text))
    if (error !== undefined) throw new Error(error)
    return value
  }
  return {
    open: async url => void (await ask('POST', `${session}/url`, { url })),
    back: async () => void (await ask('POST', `${session}/back`, {})),
    reload: async () => void (await ask('POST', `${session}/refresh`, {})),
    run,
    ...inputsOf(run, actions => ask('POST', `${session}/actions`, actions)),
    screenshot: async () => Buffer.from(String(await ask('GET', `${session}/screenshot`)), 'base64'),
    async close() {
      await ask('DELETE', session).catch(() => undefined)
      await ended(driver)
      await ended(screen)
    },
  }
}

const { FIREFOX, WEBKIT_DRIVER, WEBKIT_BROWSER, XVFB } = process.env

/** The engines on this machine, by name; undefined for an engine that is missing. */
export const engines: readonly (readonly [string, (() => Promise<Driver>) | undefined])[] = [
  ['Firefox', FIREFOX ? () => startFirefox(FIREFOX) : undefined],
  [
    'WebKitGTK',
    WEBKIT_DRIVER && WEBKIT_BROWSER && XVFB
      ? () => startWebKit({ driver: WEBKIT_DRIVER, browser: WEBKIT_BROWSER, screen: XVFB })
      : undefined,
  ],
]
