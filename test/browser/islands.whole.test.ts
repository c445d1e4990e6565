// The island mechanism, in a project with its own templates: when islands wake, what a click does before that, what remains
// if a script does not load, and that React is loaded once and only if it is needed.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectSite, type Site, settled, visit } from '../support/browser.ts'
import { buildInMemory } from '../support/memory.ts'
import { article, brandYaml, type FileMap } from '../support/project.ts'

const document = (home: string) => `
import { Document, Island } from 'imprint/kit'
import { Counter } from './islands/counter/counter.tsx'
import { Second } from './islands/second/second.tsx'
import { Choice } from './islands/choice/choice.tsx'
const page = body => props => (
  <Document {...props} head={props.page.head}>
    <header id="header"><a id="contact" href="#footer">to the footer</a></header>
    <main id="main"><h1>A page</h1><div id="form" /><div id="advantages" /><div id="faq" />
      {[...Array(14).keys()].map(n => <i id={'faq-' + (n + 1)} key={n} />)}
      {body}
    </main>
    <footer id="footer" />
  </Document>
)
const plain = page(null)
const home = page(<>${home}</>)
export const templates = {
  home, faq: plain, article: plain, articleList: plain, ccpa: plain, notFound: plain, articleNotFound: plain,
}
`

const islands: FileMap = {
  'templates/islands/mark.ts': `
    export default (element, props) => {
      element.dataset.awake = String(Number(element.dataset.awake ?? 0) + 1)
      element.dataset.got = JSON.stringify(props ?? null)
    }`,
  'templates/islands/button.ts': `
    export default element => {
      let clicks = 0
      element.querySelector('button').addEventListener('click', () => {
        element.querySelector('output').textContent = String(++clicks)
      })
    }`,
  'templates/islands/broken.ts': `throw new Error('This island is broken.')`,
  'templates/islands/counter/index.tsx': `
    import { hydrate } from 'imprint/kit/browser'
    import { Counter } from './counter.tsx'
    export default hydrate(Counter)`,
  'templates/islands/counter/counter.tsx': `
    import { useId, useState } from 'react'
    export function Counter({ start }) {
      const id = useId()
      const [count, setCount] = useState(start)
      return <p><button type="button" onClick={() => setCount(n => n + 1)} aria-describedby={id}>more</button>
        <output id={id}>{count}</output></p>
    }`,
  'templates/islands/second/index.tsx': `
    import { hydrate } from 'imprint/kit/browser'
    import { Second } from './second.tsx'
    export default hydrate(Second)`,
  'templates/islands/second/second.tsx': `
    import { useId, useState } from 'react'
    export function Second() {
      const id = useId()
      const [text, setText] = useState('')
      return <p><label htmlFor={id}>Name</label><input id={id} value={text} onChange={e => setText(e.target.value)} />
        <output>{text.length}</output></p>
    }`,
  'templates/islands/choice/index.tsx': `
    import { hydrate } from 'imprint/kit/browser'
    import { Choice } from './choice.tsx'
    export default hydrate(Choice)`,
  'templates/islands/choice/choice.tsx': `
    import { useState } from 'react'
    export function Choice() {
      const [state, setState] = useState({ tick: false, off: true, size: 's', radio: 'a', text: '' })
      const set = change => setState(before => ({ ...before, ...change }))
      return <div>
        <input type="checkbox" aria-label="tick" checked={state.tick} onChange={e => set({ tick: e.target.checked })} />
        <input type="checkbox" aria-label="off" checked={state.off} onChange={e => set({ off: e.target.checked })} />
        <select aria-label="size" value={state.size} onChange={e => set({ size: e.target.value })}>
          <option value="s">S</option><option value="m">M</option></select>
        {['a', 'b'].map(name => <input type="radio" key={name} aria-label={name} name="radio" value={name}
          checked={state.radio === name} onChange={() => set({ radio: name })} />)}
        <input aria-label="text" value={state.text} onChange={e => set({ text: e.target.value })} />
        <output>{JSON.stringify(state)}</output>
      </div>
    }`,
}

const project = (home: string): FileMap => ({
  'brands/test/brand.yaml': brandYaml(),
  'content/articles/one.md': article('one'),
  'templates/index.tsx': document(home),
  'templates/styles.css': 'main > div { min-height: 1px } .far { margin-top: 4000px }',
  ...islands,
})

describe('islands', () => {
  let site: Site
  beforeAll(async () => {
    site = await projectSite(
      project(`
        <Island name="mark" on="load" data-testid="load" props={{ list: [1, 'two', null], nested: { a: '</script>"' } }} />
        <Island name="mark" on="idle" data-testid="idle" />
        <Island name="mark" on="interaction" data-testid="interaction"><p>Touch me</p></Island>
        <Island name="mark" on="interaction" data-testid="intent" intent="#contact"><p>Wake me from afar</p></Island>
        <Island name="button" on="interaction" data-testid="button">
          <button type="button">press</button><output>0</output>
        </Island>
        <Island name="counter" on="interaction" data-testid="counter" component={Counter} props={{ start: 5 }} />
        <Island name="counter" on="interaction" data-testid="counter-2" component={Counter} props={{ start: 7 }} />
        <Island name="second" on="interaction" data-testid="second" component={Second} />
        <Island name="choice" on="interaction" data-testid="choice" component={Choice} />
        <Island name="broken" on="interaction" data-testid="broken">
          <details><summary>A question</summary>An answer</details><button type="button">dead</button>
        </Island>
        <Island name="mark" on="visible" data-testid="visible" className="far"><p>Far below</p></Island>`),
    )
  })
  const scripts = (urls: readonly string[]) =>
    urls.filter(url => url.endsWith('.js')).map(url => url.split('/').at(-1)!)

  it('load: runs as soon as the page is parsed, with its props', async () => {
    const { page } = await visit(site, '/')
    await expect.poll(() => page.getByTestId('load').getAttribute('data-awake')).toBe('1')
    expect(JSON.parse((await page.getByTestId('load').getAttribute('data-got'))!)).toEqual({
      list: [1, 'two', null],
      nested: { a: '</script>"' },
    })
  })

  it('idle: runs when the browser has nothing else to do', async () => {
    const { page } = await visit(site, '/')
    await expect.poll(() => page.getByTestId('idle').getAttribute('data-awake')).toBe('1')
  })

  it('visible: runs when it comes near the viewport, and not before', async () => {
    const { page } = await visit(site, '/')
    await settled(page)
    expect(await page.getByTestId('visible').getAttribute('data-awake')).toBeNull()
    await page.getByTestId('visible').scrollIntoViewIfNeeded()
    await expect.poll(() => page.getByTestId('visible').getAttribute('data-awake')).toBe('1')
  })

  it.each([
    ['hover', (visit_: Awaited<ReturnType<typeof visit>>) => visit_.page.getByTestId('interaction').hover()],
    ['tap', (visit_: Awaited<ReturnType<typeof visit>>) => visit_.page.getByTestId('interaction').tap()],
  ])('interaction: runs at the first %s, and not before', async (_, touch) => {
    const visited = await visit(site, '/', { touch: true })
    const island = visited.page.getByTestId('interaction')
    await settled(visited.page)
    expect(await island.getAttribute('data-awake')).toBeNull()
    await touch(visited)
    await expect.poll(() => island.getAttribute('data-awake')).toBe('1')
  })

  it('intent: elements elsewhere on the page wake it too', async () => {
    const { page } = await visit(site, '/')
    await settled(page)
    expect(await page.getByTestId('intent').getAttribute('data-awake')).toBeNull()
    await page.locator('#contact').focus()
    await expect.poll(() => page.getByTestId('intent').getAttribute('data-awake')).toBe('1')
  })

  it('each runs once, however often it is touched', async () => {
    const { page } = await visit(site, '/')
    const island = page.getByTestId('interaction')
    for (let time = 0; time < 3; time++) {
      await island.click()
      await page.mouse.move(0, 0)
    }
    await expect.poll(() => island.getAttribute('data-awake')).toBe('1')
    await settled(page)
    expect(await island.getAttribute('data-awake')).toBe('1')
  })

  it.each(['button', 'counter'])('a click on the sleeping %s takes effect exactly once', async name => {
    const { page, hold } = await visit(site, '/')
    await settled(page)
    const release = hold(/\.js$/)
    const island = page.getByTestId(name)
    const output = island.locator('output')
    const before = Number(await output.textContent())
    await island.getByRole('button').click()
    expect(Number(await output.textContent())).toBe(before)
    release()
    await expect.poll(async () => Number(await output.textContent())).toBe(before + 1)
    await settled(page)
    expect(Number(await output.textContent())).toBe(before + 1)
    await island.getByRole('button').click()
    await expect.poll(async () => Number(await output.textContent())).toBe(before + 2)
  })

  it('a component learns what a visitor enters before React is there', async () => {
    const { page, hold, consoleErrors } = await visit(site, '/')
    await settled(page)
    const release = hold(/\.js$/)
    const island = page.getByTestId('choice')
    await island.getByLabel('tick').click()
    await island.getByLabel('off').focus()
    await page.keyboard.press('Space')
    await island.getByLabel('size').selectOption('m')
    await island.getByLabel('b', { exact: true }).click()
    await island.getByLabel('text').fill('early')
    release()
    const known = { tick: true, off: false, size: 'm', radio: 'b', text: 'early' }
    await expect.poll(async () => JSON.parse((await island.locator('output').textContent())!)).toEqual(known)
    expect(await island.getByLabel('tick').isChecked()).toBe(true)
    expect(await island.getByLabel('off').isChecked()).toBe(false)
    expect(await island.getByLabel('b', { exact: true }).isChecked()).toBe(true)
    await island.getByLabel('tick').click()
    await expect.poll(() => island.locator('output').textContent()).toContain('"tick":false')
    expect(consoleErrors).toEqual([])
  })

  it('the keyboard wakes an island and loses nothing', async () => {
    const { page, hold } = await visit(site, '/')
    await settled(page)
    const release = hold(/\.js$/)
    await page.getByTestId('counter').getByRole('button').focus()
    await page.keyboard.press('Enter')
    release()
    await expect.poll(() => page.getByTestId('counter').locator('output').textContent()).toBe('6')
  })

  it('a script that does not come leaves the HTML usable, and one line on the console', async () => {
    const { page, consoleErrors } = await visit(site, '/', { failing: /broken-/ })
    const island = page.getByTestId('broken')
    await island.getByRole('button').click()
    await expect.poll(() => consoleErrors.length).toBe(1)
    expect(consoleErrors[0]).toMatch(/dynamically imported module: \S+\/assets\/broken-\w+\.js/)
    await island.locator('summary').click()
    expect(await island.locator('details').getAttribute('open')).not.toBeNull()
    await settled(page)
    expect(consoleErrors).toHaveLength(1)
  })

  it('a script that throws does the same', async () => {
    const { page, consoleErrors } = await visit(site, '/')
    await page.getByTestId('broken').getByRole('button').click()
    await expect.poll(() => consoleErrors.length).toBe(1)
    expect(await page.getByTestId('counter').locator('output').textContent()).toBe('5')
  })

  it('React comes with the first island that uses it, once for all of them', async () => {
    const { page, requests } = await visit(site, '/')
    await settled(page)
    const isReact = (name: string) =>
      readFileSync(join(site.folder, 'assets', name), 'utf8').includes('Minified React error')
    const holding = readdirSync(join(site.folder, 'assets')).filter(
      name => name.endsWith('.js') && isReact(name),
    )
    expect(holding).toHaveLength(1)
    expect(scripts(requests)).not.toContain(holding[0])
    await page.getByTestId('counter').getByRole('button').click()
    await page.getByTestId('second').locator('input').focus()
    // Islands that are awake no longer have the attribute that says when they wake.
    await expect.poll(() => page.getByTestId('second').getAttribute('data-on')).toBeNull()
    await page.getByTestId('second').locator('input').fill('abc')
    await expect.poll(() => page.getByTestId('second').locator('output').textContent()).toBe('3')
    expect(scripts(requests).filter(name => name === holding[0])).toHaveLength(1)
  })

  it('two islands of one page have ids of their own', async () => {
    const { page } = await visit(site, '/')
    const ids = await page
      .locator('output[id], input[id]')
      .evaluateAll(elements => elements.map(({ id }) => id))
    expect(ids.length).toBe(3)
    expect(new Set(ids).size).toBe(3)
    await page.getByTestId('counter-2').getByRole('button').click()
    await expect.poll(() => page.getByTestId('counter-2').locator('output').textContent()).toBe('8')
    expect(await page.getByTestId('counter').locator('output').textContent()).toBe('5')
  })

  it('pages without islands ship no loader', () => {
    const read = (path: string) => readFileSync(join(site.folder, path), 'utf8')
    expect(read('index.html')).toContain('<script type="module">')
    expect(read('faq/index.html')).not.toContain('<script type="module">')
  })

  it('everything is readable with scripts off', async () => {
    const { page, requests } = await visit(site, '/', { javaScript: false })
    expect(await page.getByTestId('counter').locator('output').textContent()).toBe('5')
    expect(scripts(requests)).toEqual([])
  })

  it('the loader weighs at most 1,000 bytes', () => {
    const [, loader = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(
      readFileSync(join(site.folder, 'index.html'), 'utf8'),
    )!
    expect(brotliCompressSync(loader).length).toBeLessThanOrEqual(1000)
  })
})

describe('an island that a template got wrong', () => {
  it.each([
    ['a function', '{ run: () => 1 }', 'run'],
    ['a date', '{ when: { start: new Date(0) } }', 'when.start'],
    ['undefined', '{ list: [1, undefined] }', 'list.1'],
    ['not a finite number', '{ size: Number.NaN }', 'size'],
  ])('props that are no JSON (%s) are an error with the name of the prop', async (_, props, name) => {
    const { report } = await buildInMemory(project(`<Island name="mark" on="load" props={${props}} />`))
    expect(report.brands[0]?.status).toBe('failed')
    const [problem] = report.diagnostics
    expect(problem).toMatchObject({ code: 'template/island', severity: 'error', file: 'templates/index.tsx' })
    expect(problem?.message).toContain(`"${name}"`)
  })

  it('a name that no island has is an error', async () => {
    const { report } = await buildInMemory(project('<Island name="marc" on="load" />'))
    expect(report.diagnostics[0]).toMatchObject({ code: 'template/island', severity: 'error' })
    expect(report.diagnostics[0]?.message).toContain('"marc"')
  })
})
