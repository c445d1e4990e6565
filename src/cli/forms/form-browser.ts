// Checks whether visitors see the form: opens the brands' pages in Chromium through its DevTools protocol, and waits for the
// state of the form's island.

import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { openTemporary } from '../../output/index.ts'
import type { FormState } from '../../remote/index.ts'
import { browserWords } from './browser.ts'

export interface FormBrowser {
  /** Checks the form of a page, and once more if it does not load. */
  look(siteUrl: string): Promise<Pick<FormState, 'state' | 'reason'>>
  close(): Promise<void>
}

/** Milliseconds within which a form must load; pages themselves give up after 10 seconds. */
const patience = 25_000
/** Milliseconds between two checks of the same page. */
const pause = 200

type Answer = Readonly<Record<string, unknown>>
type Send = (method: string, params?: object, sessionId?: string) => Promise<Answer>
type Listen = (sessionId: string, heard: (method: string, params: Answer) => void) => () => void

export function openFormBrowser(program: string): FormBrowser {
  const profile = openTemporary()
  const words = [...browserWords(profile.path), '--remote-debugging-pipe', '--disable-gpu', 'about:blank']
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const { send, listen } = connection(child.stdio[3] as Writable, child.stdio[4] as Readable, ended)
  return {
    async look(siteUrl) {
      try {
        const first = await lookOnce(siteUrl, send, listen)
        return first.state === 'ok' ? first : await lookOnce(siteUrl, send, listen)
      } catch (error) {
        return {
          state: 'unreachable',
          reason: `it could not be checked in a browser: ${(error as Error).message}`,
        }
      }
    },
    async close() {
      await send('Browser.close').catch(() => child.kill())
      await ended
      profile.close()
    },
  }
}

/** Sends and receives JSON messages, each followed by a zero byte; a response has the id of its request. */
function connection(
  to: Writable,
  from: Readable,
  ended: Promise<void>,
): { readonly send: Send; readonly listen: Listen } {
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  const listeners = new Map<string, (method: string, params: Answer) => void>()
  let next = 0
  let isOver = false
  let rest = ''
  const fail = (): void => {
    isOver = true
    for (const { reject } of waiting.values()) reject(new Error('The browser has exited.'))
    waiting.clear()
  }
  ended.then(fail)
  to.on('error', fail)
  from.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const { id, result, error, method, params, sessionId } = JSON.parse(message)
      if (method !== undefined) listeners.get(sessionId)?.(method, params)
      else if (error === undefined) waiting.get(id)?.resolve(result)
      else waiting.get(id)?.reject(new Error(error.message))
      waiting.delete(id)
    }
  })
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(new Error('The browser has exited.'))
        const id = ++next
        waiting.set(id, { resolve, reject })
        to.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      }),
    listen(sessionId, heard) {
      listeners.set(sessionId, heard)
      return () => listeners.delete(sessionId)
    },
  }
}

/** Collects a page's faults: what its policy refuses, and failed requests. */
function faults(): { readonly said: readonly string[]; hear(method: string, params: Answer): void } {
  const said: string[] = []
  const urls = new Map<unknown, string>()
  return {
    said,
    hear(method, params) {
      const { requestId, request, entry, errorText, blockedReason } = params as {
        readonly requestId?: string
        readonly request?: { readonly url: string }
        readonly entry?: { readonly level: string; readonly text: string; readonly url?: string }
        readonly errorText?: string
        readonly blockedReason?: string
      }
      if (request !== undefined) urls.set(requestId, request.url)
      if (method === 'Log.entryAdded' && entry?.level === 'error')
        said.push(entry.url ? `${entry.text} (${entry.url})` : entry.text)
      if (method === 'Network.loadingFailed' && errorText && blockedReason === undefined)
        said.push(`${errorText} (${urls.get(requestId)})`)
    },
  }
}

/** Opts out of analytics, so that a check does not count as a visit; certificates are not requested either. */
const asNoVisitor = "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })"
const blocked = ['*://*.trustedform.com/*', '*://*.lidstatic.com/*', '*://*.googletagmanager.com/*']

/** The state of the form's island, "none" on a page without one. */
const stateOf =
  "document.querySelector('[data-form-slot]')?.dataset.state ?? (document.readyState === 'complete' ? 'none' : 'idle')"

async function lookOnce(
  siteUrl: string,
  send: Send,
  listen: Listen,
): Promise<Pick<FormState, 'state' | 'reason'>> {
  const { browserContextId } = await send('Target.createBrowserContext')
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const session = String(sessionId)
  const ask: Send = (method, params) => send(method, params, session)
  const heard = faults()
  const silence = listen(session, heard.hear)
  try {
    await ask('Page.enable')
    await ask('Page.addScriptToEvaluateOnNewDocument', { source: asNoVisitor })
    await ask('Network.enable')
    await ask('Network.setBlockedURLs', { urls: blocked })
    await ask('Log.enable')
    const { errorText } = await ask('Page.navigate', { url: `${siteUrl}/#form` })
    if (errorText !== undefined)
      return { state: 'unreachable', reason: `its page cannot be opened in a browser: ${errorText}` }
    return await waitForForm(ask, heard.said)
  } finally {
    silence()
    await send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined)
  }
}

async function waitForForm(ask: Send, said: readonly string[]): Promise<Pick<FormState, 'state' | 'reason'>> {
  for (const start = performance.now(); ; await new Promise(resolve => setTimeout(resolve, pause))) {
    const { result } = await ask('Runtime.evaluate', { expression: stateOf })
    const state = (result as { readonly value?: string }).value
    if (state === 'ready') return { state: 'ok', reason: null }
    const isLate = performance.now() - start > patience
    if (state === 'none') return { state: 'dead', reason: 'its page has no form slot' }
    if (state !== 'failed' && !isLate) continue
    const why = said.find(text => /Content Security Policy/.test(text)) ?? said.at(-1)
    const shown = why === undefined ? '' : `: ${why.replace(/\s+/g, ' ').slice(0, 300)}`
    return { state: 'dead', reason: `no form appears in a browser${shown}` }
  }
}
