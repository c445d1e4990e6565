import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { brandYaml, type FileMap, project, runShared } from '../support/project.ts'

type Answer = {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly after?: number
}

const form = '<!doctype html><title>Apply</title><form><input name="amount"></form>'

/** A provider whose forms are available, with a few exceptions. */
async function provider(others: Readonly<Record<string, Answer | 'hang' | 'reset'>> = {}) {
  let [open, most] = [0, 0]
  const server = createServer((request, response) => {
    most = Math.max(most, ++open)
    response.on('close', () => open--)
    const id = new URL(request.url ?? '/', 'http://provider').searchParams.get('formId') ?? ''
    const answer = others[id] ?? {}
    if (answer === 'hang') return
    if (answer === 'reset') return void request.socket.destroy()
    const { status = 200, headers, body = form, after = 0 } = answer
    setTimeout(() => {
      response.writeHead(status, { 'Content-Type': 'text/html', ...headers })
      response.end(body)
    }, after)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { from: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, most: () => most }
}

const framed = '{ mode: iframe, embedPath: /forms/embed.html }'
const brands = (count: number): FileMap =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const id = `b${at}`
      const values = {
        name: `Brand ${at}`,
        siteUrl: `https://${id}.example`,
        formId: `form-${at}`,
        provider: framed,
      }
      return [`brands/${id}/brand.yaml`, brandYaml(values)]
    }),
  )

describe('verify --form', () => {
  it('names exactly the dead forms of 200, ten at a time, each with its reason', async () => {
    const { from, most } = await provider({
      'form-7': { status: 410 },
      'form-70': { headers: { 'X-Frame-Options': 'DENY' } },
      'form-170': { body: '<h1>Form cannot be embedded</h1>' },
      'form-100': { after: 1500 },
    })
    const cwd = project(brands(200))
    const { code, stdout, stderr } = await runShared(
      ['verify', '--form', '--all', '--json', '--from', from],
      { cwd },
    )
    const document = JSON.parse(stdout)
    expect(stderr).toBe('')
    expect(code).toBe(1)
    expect(document.ok).toBe(false)
    expect(document.brands).toHaveLength(200)
    const dead = document.brands.filter((brand: { form: { state: string } }) => brand.form.state !== 'ok')
    expect(
      dead.map(({ id, form: { state, reason, status } }: { id: string; form: Record<string, unknown> }) => [
        id,
        state,
        status,
        reason,
      ]),
    ).toEqual([
      ['b170', 'dead', 200, 'it returns an error page: “Form cannot be embedded”'],
      ['b7', 'dead', 410, 'status 410'],
      ['b70', 'dead', 200, 'X-Frame-Options blocks https://b70.example: DENY'],
    ])
    expect(
      document.diagnostics.map(({ code, brand }: { code: string; brand: string }) => [code, brand]).sort(),
    ).toEqual([
      ['live/form-dead', 'b170'],
      ['live/form-dead', 'b7'],
      ['live/form-dead', 'b70'],
    ])
    const slow = document.brands.find(({ id }: { id: string }) => id === 'b100').form
    expect(slow).toEqual({ state: 'ok', reason: null, status: 200, ms: expect.any(Number) })
    expect(slow.ms).toBeGreaterThanOrEqual(1400)
    expect(most()).toBeLessThanOrEqual(10)
    expect(most()).toBeGreaterThan(1)

    const status = JSON.parse((await runShared(['status', '--json'], { cwd })).stdout)
    const seen = Object.fromEntries(
      status.brands.map((brand: { id: string; form: unknown }) => [brand.id, brand.form]),
    )
    expect(seen.b7).toEqual({
      state: 'dead',
      reason: 'status 410',
      status: 410,
      ms: expect.any(Number),
      at: expect.any(String),
    })
    expect(seen.b1.state).toBe('ok')
    const shown = (await runShared(['status'], { cwd })).stdout
    expect(shown).toMatch(/^200 brands: 3 with a dead form/)
    expect(shown).toMatch(/^b7 .* dead, /m)
  })

  it('distinguishes a form that does not answer from a dead one, in a table of all, worst first', async () => {
    const { from } = await provider({ 'form-1': 'reset' })
    const cwd = project({
      ...brands(3),
      'brands/b2/brand.yaml': brandYaml({ name: 'Brand 2', formId: 'form-2' }),
    })
    // The script of "b2" is an HTML page.
    const both = await runShared(['verify', '--form', '--from', from], { cwd })
    expect(both.code).toBe(1)
    expect(both.stdout).toMatch(/^3 forms: /)
    expect(both.stdout).toMatch(
      /\nbrand +form +status +time +reason\nb2 +dead +200 .*it returns a page instead of a script\nb1 +unreachable +– .*the connection was lost.*\nb0 +ok +200 /,
    )
    expect(both.stderr).toContain('live/form-unreachable')
    const one = await runShared(['verify', '--form', 'b0', 'b1', '--from', from, '--json'], { cwd })
    expect(one.code).toBe(4)
    expect(JSON.parse(one.stdout).brands.map(({ id }: { id: string }) => id)).toEqual(['b0', 'b1'])
    const good = await runShared(['verify', '--form', 'b0', '--from', from], { cwd })
    expect([good.code, good.stderr]).toEqual([0, ''])
    // Earlier results for the other brands are kept.
    const seen = JSON.parse(readFileSync(join(cwd, '.imprint/forms.json'), 'utf8'))
    expect(Object.keys(seen).sort()).toEqual(['b0', 'b1', 'b2'])
  })

  it('reports one problem for all forms with the same fault', async () => {
    const { from } = await provider({ 'form-0': { status: 500 }, 'form-1': { status: 500 } })
    const { stdout } = await runShared(['verify', '--form', '--json', '--from', from], {
      cwd: project(brands(3)),
    })
    expect(JSON.parse(stdout).diagnostics.map(({ message }: { message: string }) => message)).toEqual([
      'The forms of 2 brands (b0, b1) are dead: status 500.',
    ])
  })

  it('continues with the other brands if a config is broken, and reports it', async () => {
    const { from } = await provider()
    const cwd = project({ ...brands(1), 'brands/broken/brand.yaml': 'name: Broken\n' })
    const { code, stdout } = await runShared(['verify', '--form', '--json', '--from', from], { cwd })
    expect(code).toBe(3)
    expect(JSON.parse(stdout).brands).toEqual([
      { id: 'b0', form: expect.objectContaining({ state: 'ok' }) },
      { id: 'broken', form: null },
    ])
  })

  it.each([
    [['verify'], 'Missing required argument <url>.'],
    [
      ['verify', 'https://a.example', 'https://b.example'],
      'Only one address can be verified at a time. Also given: https://b.example.',
    ],
    [
      ['verify', 'https://a.example', '--all'],
      'Brand selection, --from and --browser work only with --form.',
    ],
    [['verify', '--form', 'https://b0.example'], '"https://b0.example" is not a brand'],
    [['verify', '--form', 'b0', '--brand', 'b0'], '--brand, --releases and --out cannot be used with --form'],
    [['verify', '--form', 'b9'], 'There is no brand "b9"'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await runShared(words, { cwd: project(brands(2)) })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})
