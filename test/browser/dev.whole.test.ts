// `imprint dev` as a developer sees it: the real server and its watcher, a project on disk that is edited, and its pages in a
// real Chromium.

import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DevServer, startDev } from '../../src/dev/index.ts'
import { diskFiles } from '../../src/files/index.ts'
import { browser, patience } from '../support/browser.ts'
import {
  article,
  brandYaml,
  type FileMap,
  project,
  repositoryRoot,
  runShared,
  writeFiles,
} from '../support/project.ts'

const brandFile = 'brands/test/brand.yaml'
const articleFile = 'content/articles/first.md'
const stringsFile = 'content/strings.yaml'
const stepsFile = 'templates/steps.tsx'
const stylesFile = 'templates/styles.css'

const steps = readFileSync(join(repositoryRoot, stepsFile), 'utf8')
/** The number of the first line of steps.tsx that contains a string. */
const lineOf = (text: string) => steps.slice(0, steps.indexOf(text)).split('\n').length
const styles = readFileSync(join(repositoryRoot, stylesFile), 'utf8')

/** One brand with one article. With `templates`, the project has its own copy of the repository's, which can be edited. */
function oneBrand(changes: FileMap = {}, { templates = false } = {}): string {
  const root = project({
    [brandFile]: brandYaml(),
    [articleFile]: article('first'),
    [stringsFile]: 'header:\n  contact: Contact\n',
  })
  if (templates) cpSync(join(repositoryRoot, 'templates'), join(root, 'templates'), { recursive: true })
  writeFiles(root, changes)
  return root
}

/** Two brands with one article. */
const twoBrands = () =>
  project({
    'brands/aurora/brand.yaml': brandYaml({ name: 'Aurora' }),
    'brands/harbor/brand.yaml': brandYaml({ name: 'Harbor' }),
    [articleFile]: article('first'),
  })

/** Replaces text in a file of a project, as an editor does when it saves. */
function edit(root: string, path: string, from: string, to: string): void {
  const text = readFileSync(join(root, path), 'utf8')
  expect(text, path).toContain(from)
  writeFiles(root, { [path]: text.replace(from, () => to) })
}

/** Serves a project until the test ends. */
async function serve(
  root: string,
  brands: readonly string[] | 'all' = ['test'],
  openInEditor?: Parameters<typeof startDev>[0]['openInEditor'],
): Promise<DevServer> {
  const unexpected: unknown[] = []
  const { value, diagnostics } = await startDev({
    root,
    files: diskFiles(root),
    defaults: diskFiles(repositoryRoot),
    brands,
    strict: false,
    drafts: false,
    port: 0,
    poll: false,
    standIn: true,
    cacheFolder: { path: join(root, '.imprint/cache'), readOnly: false },
    onUnexpected: error => unexpected.push(error),
    ...(openInEditor && { openInEditor }),
  })
  if (value === undefined) throw new Error(JSON.stringify(diagnostics))
  onTestFinished(async () => {
    await value.close()
    expect(unexpected, 'unexpected errors').toEqual([])
  })
  return value
}

/**
 * Opens a page in a fresh profile. The test fails at its end if the page violated a policy, had an uncaught error or sent a
 * request to another machine.
 */
async function open(url: string, { width = 1280 }: { readonly width?: number } = {}): Promise<Page> {
  const context = await (await browser()).newContext({
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  context.setDefaultTimeout(patience)
  const complaints: string[] = []
  context.on('weberror', error => void complaints.push(String(error.error())))
  context.on('console', message => {
    // The browser's own message about an error status, which occurs if a page cannot be shown.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  context.on('request', request => {
    if (!/^(?:data:|about:|https?:\/\/(?:[a-z0-9-]+\.)?(?:localhost|127\.0\.0\.1):)/.test(request.url()))
      complaints.push(`request to ${request.url()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints).toEqual([])
  })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Marks a window, so that it can be distinguished from a reloaded one. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { imprintTestMark: true })
  })
}
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'imprintTestMark' in window)

const overlay = (page: Page) => page.getByRole('alertdialog')
const problemTexts = (page: Page) => overlay(page).locator('pre').allTextContents()
const badge = (page: Page) => page.locator('button.badge')

/** A project's problems as a terminal prints them. */
async function terminalText(root: string): Promise<string> {
  return (await runShared(['build', 'test'], { cwd: root })).stderr
}

interface Mistake {
  readonly path: string
  readonly wrong: string
  /** Words at the start of the overlay's text. */
  readonly says: string
  /** Other words in the overlay's text. */
  readonly shows: string
  /** The fixed file, which also changes the page visibly. */
  readonly mended: string
  readonly route: string
  readonly seen: (page: Page) => ReturnType<Page['locator']>
}

const mistakes: Record<string, Mistake> = {
  'a date that does not exist': {
    path: articleFile,
    wrong: article('first', { date: '2025-02-30' }),
    says: `${articleFile}:5:7  warning  article/invalid-date  `,
    shows: '5 | date: 2025-02-30',
    mended: article('first', { title: 'Mended article' }),
    route: 'articles/first/',
    seen: page => page.getByRole('heading', { level: 1, name: 'Mended article' }),
  },
  'broken YAML': {
    path: stringsFile,
    wrong: 'header:\n  contact: "Contact\n',
    says: `${stringsFile}:2:12  error  yaml/syntax  `,
    shows: '2 |   contact: "Contact',
    mended: 'header:\n  contact: Mended contact\n',
    route: '',
    seen: page => page.getByRole('banner').getByText('Mended contact').first(),
  },
  'a template that does not compile': {
    path: stepsFile,
    wrong: steps.replace('</section>', '</sectoin>'),
    says: `${stepsFile}:${lineOf('</section>')}:7  error  template/syntax  `,
    shows: `${lineOf('</section>')} |     </sectoin>`,
    mended: steps.replace('<h2 id="steps-title">', '<h2 id="steps-title" className="mended">'),
    route: '',
    seen: page => page.locator('h2.mended'),
  },
  'a template that throws': {
    path: stepsFile,
    wrong: steps.replace(
      '  return (',
      "  if (props.title) throw new Error('Broken on purpose.')\n  return (",
    ),
    says: `${stepsFile}:${lineOf('  return (')}:26  error  template/throws  `,
    shows: `${lineOf('  return (')} |   if (props.title) throw new Error('Broken on purpose.')`,
    mended: steps.replace('<h2 id="steps-title">', '<h2 id="steps-title" className="mended">'),
    route: '',
    seen: page => page.locator('h2.mended'),
  },
  'a key of brand.yaml that does not exist': {
    path: brandFile,
    wrong: `${brandYaml()}phnoe: "+18005550143"\n`,
    says: `${brandFile}:8:1  error  brand/unknown-key  `,
    shows: '8 | phnoe: "+18005550143"',
    mended: brandYaml({ name: 'Mended Brand' }),
    route: '',
    seen: page => page.getByRole('banner').getByText('Mended Brand').first(),
  },
}

describe('the overlay', () => {
  it.each(Object.keys(mistakes))('shows %s as the terminal does, and goes when it is mended', async name => {
    const { path, wrong, says, shows, mended, route, seen } = mistakes[name] as Mistake
    const root = oneBrand({}, { templates: path.startsWith('templates/') })
    const { session, url } = await serve(root)
    await session.settled()
    const page = await open(`${url('test')}${route}`)
    await mark(page)
    const before = await page.getByRole('main').innerText()

    writeFiles(root, { [path]: wrong })
    await overlay(page).waitFor()
    const [text = '', ...others] = await problemTexts(page)
    expect(others).toEqual([])
    expect(text.startsWith(says), text).toBe(true)
    expect(text).toContain(shows)
    expect(`${text}\n\n`).toBe(await terminalText(root))
    expect(await overlay(page).getByRole('heading').innerText()).toBe('1 problem in test')
    await session.settled()
    expect(await isMarked(page), 'the page stays').toBe(true)
    expect(await page.getByRole('main').innerText()).toBe(before)

    writeFiles(root, { [path]: mended })
    await seen(page).waitFor()
    await expect.poll(() => overlay(page).count()).toBe(0)
  })

  it('is over the last good page after a reload, and folds into a badge', async () => {
    const root = oneBrand()
    const { session, url } = await serve(root)
    await session.settled()
    writeFiles(root, { [brandFile]: brandYaml({ name: '""' }) })
    await expect.poll(() => session.brand('test')?.failed).toBe(true)
    const page = await open(url('test'))
    await overlay(page).waitFor()
    expect(await page.title()).toContain('Test Brand')
    await page.keyboard.press('Escape')
    await badge(page).waitFor()
    expect(await overlay(page).count()).toBe(0)
    await page.reload()
    await badge(page).waitFor()
    expect(await overlay(page).count(), 'what was dismissed').toBe(0)
    await badge(page).click()
    await overlay(page).waitFor()
    writeFiles(root, { [brandFile]: brandYaml() })
    await expect.poll(() => overlay(page).count()).toBe(0)
    expect(await badge(page).isVisible()).toBe(false)
  })

  it('leaves warnings, and errors of other pages, to a badge with their number', async () => {
    const conflict = '<<<<<<< HEAD\nA paragraph.\n>>>>>>> other\n'
    const root = oneBrand({
      [brandFile]: brandYaml({ siteUrl: 'https://www.test.placeholder.example' }),
      'content/articles/second.md': article('second'),
    })
    const { session, url } = await serve(root)
    await session.settled()
    const page = await open(`${url('test')}faq/`)
    await expect.poll(() => badge(page).textContent()).toBe('1 warning')
    expect(await overlay(page).isVisible()).toBe(false)
    writeFiles(root, { [articleFile]: article('first', {}, conflict) })
    await expect.poll(() => badge(page).textContent()).toMatch(/^1 error, 1 warning$|^2 warnings$/)
    expect(await overlay(page).isVisible()).toBe(false)
    // The page reloads after the badge shows its new number, and the reload closes the list.
    await expect
      .poll(async () => {
        if (!(await overlay(page).isVisible())) await badge(page).click()
        return (await problemTexts(page)).join()
      })
      .toContain('content/conflict-marker')
    const other = await open(`${url('test')}articles/second/`)
    await badge(other).waitFor()
    expect(await overlay(other).isVisible()).toBe(false)
    const own = await open(`${url('test')}articles/first/`)
    await overlay(own).waitFor()
  })

  it('lists only the problems of the page that it is over; the badge lists all', async () => {
    const root = oneBrand({ 'content/articles/second.md': article('second', { date: 'yesterday' }) })
    const { session, url } = await serve(root)
    await session.settled()
    const page = await open(url('test'))
    writeFiles(root, { [brandFile]: `${brandYaml()}phnoe: "+18005550143"\n` })
    await overlay(page).waitFor()
    expect(await overlay(page).getByRole('heading').innerText()).toBe('1 problem in test')
    expect((await problemTexts(page)).join()).toContain('phnoe')
    expect(await overlay(page).getByText('The terminal lists 1 more.').isVisible()).toBe(true)
    expect(await overlay(page).getByText('The page below is the last good version.').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await badge(page).textContent()).toBe('1 error, 1 warning')
    await badge(page).click()
    expect(await problemTexts(page)).toHaveLength(2)
  })

  it('says that the site has no page at an address that a mistake removed', async () => {
    const root = oneBrand()
    const { session, url } = await serve(root)
    await session.settled()
    const page = await open(`${url('test')}articles/first/`)
    writeFiles(root, { [articleFile]: article('first', { date: 'yesterday' }) })
    await overlay(page).getByText('The site has no page at this address now.').waitFor()
  })

  it('stays dismissed in another tab, until the problem is another one', async () => {
    const root = oneBrand()
    const { session, url } = await serve(root)
    await session.settled()
    writeFiles(root, { [brandFile]: brandYaml({ name: '""' }) })
    await expect.poll(() => session.brand('test')?.failed).toBe(true)
    const page = await open(url('test'))
    await overlay(page).waitFor()
    await page.keyboard.press('Escape')
    const tab = await page.context().newPage()
    await tab.goto(`${url('test')}faq/`)
    await badge(tab).waitFor()
    expect(await overlay(tab).isVisible()).toBe(false)
    writeFiles(root, { [brandFile]: brandYaml({ name: '"   "' }) })
    await overlay(tab).waitFor()
  })

  it('opens the editor at the place of a problem, and nowhere else', async () => {
    const opened: unknown[] = []
    const root = oneBrand()
    const { session, url, port } = await serve(root, ['test'], async place => opened.push(place) > 0)
    await session.settled()
    writeFiles(root, { [brandFile]: `${brandYaml()}phnoe: "+18005550143"\n` })
    const page = await open(url('test'))
    await overlay(page)
      .getByRole('button', { name: `${brandFile}:8:1` })
      .click()
    await expect.poll(() => opened).toEqual([{ file: brandFile, line: 8, column: 1 }])
    const token = await page.locator('script[data-token]').getAttribute('data-token')
    const ask = async (query: string) =>
      (await fetch(`http://localhost:${port}/__imprint/open?${query}`)).status
    expect(await ask(`file=${brandFile}&line=8&column=1&token=wrong`)).toBe(403)
    expect(await ask(`file=/etc/passwd&line=1&column=1&token=${token}`)).toBe(404)
    expect(await ask(`file=${brandFile}&line=8&column=1&token=${token}`)).toBe(204)
    expect(opened).toHaveLength(2)
  })

  it('is all there is while nothing can be shown yet; then the page appears by itself', async () => {
    const root = oneBrand({ [brandFile]: brandYaml({ siteUrl: undefined }) })
    const { url } = await serve(root)
    const page = await open(url('test'))
    await overlay(page).waitFor()
    expect(await page.title()).toBe('This page cannot be shown yet')
    expect((await problemTexts(page)).join()).toContain('"siteUrl"')
    writeFiles(root, { [brandFile]: brandYaml() })
    await page.getByRole('banner').getByText('Test Brand').first().waitFor()
    expect(await overlay(page).count()).toBe(0)
  })
})

describe('a page that is open', () => {
  it('reloads when its article changes', async () => {
    const root = oneBrand()
    const { url } = await serve(root)
    const page = await open(`${url('test')}articles/first/`)
    await mark(page)
    writeFiles(root, { [articleFile]: article('first', {}, 'Another paragraph.\n') })
    await page.getByText('Another paragraph.').waitFor()
    expect(await isMarked(page)).toBe(false)
  })

  it('gets new styles without a reload, and keeps its scroll position', async () => {
    const root = oneBrand({}, { templates: true })
    const { url } = await serve(root)
    const page = await open(url('test'))
    await mark(page)
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
    const underline = () => page.locator('h1').evaluate(h1 => getComputedStyle(h1).textDecorationStyle)
    for (const style of ['dotted', 'wavy', 'double']) {
      writeFiles(root, { [stylesFile]: `${styles}\nh1 { text-decoration: underline ${style} }\n` })
      await expect.poll(underline).toBe(style)
    }
    writeFiles(root, { [stylesFile]: styles })
    await expect.poll(underline).toBe('solid')
    expect(await isMarked(page)).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBe(700)
  })

  it('has the form of the stand-in provider', async () => {
    const { url, provider } = await serve(oneBrand())
    const page = await open(`${url('test')}#form`)
    const form = page.locator('#form form')
    await form.waitFor()
    expect(await form.getAttribute('data-stand-in-form')).toBe('test-form')
    expect(await form.getByLabel('Amount').isVisible()).toBe(true)
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(loaded).toContain(`${provider?.origin}/forms/embed.js`)
  })
})

describe('several brands at once', () => {
  it('have their own hosts, and each reloads only its own pages', async () => {
    const root = twoBrands()
    const { url, port } = await serve(root, ['aurora', 'harbor'])
    expect(new URL(url('aurora')).host).toBe(`aurora.localhost:${port}`)
    expect(new URL(url('harbor')).host).toBe(`harbor.localhost:${port}`)
    const [aurora, harbor] = await Promise.all([open(url('aurora')), open(url('harbor'))])
    const loads = { aurora: 0, harbor: 0 }
    aurora.on('load', () => void loads.aurora++)
    harbor.on('load', () => void loads.harbor++)
    edit(root, 'brands/aurora/brand.yaml', 'name: Aurora', 'name: Renamed Aurora')
    await aurora.getByRole('banner').getByText('Renamed Aurora').first().waitFor()
    await expect.poll(() => loads).toEqual({ aurora: 1, harbor: 0 })
    // Effects of the first edit on the other brand would have arrived before those of the second.
    edit(root, 'brands/harbor/brand.yaml', 'name: Harbor', 'name: Renamed Harbor')
    await harbor.getByRole('banner').getByText('Renamed Harbor').first().waitFor()
    await expect.poll(() => loads).toEqual({ aurora: 1, harbor: 1 })
  })

  it('keep an open page while the folder of its brand is gone', async () => {
    const root = twoBrands()
    const { url, session } = await serve(root, 'all')
    const harbor = await open(url('harbor'))
    // A script that is still missing when the folder goes could not be loaded.
    await harbor.waitForFunction(() => document.querySelector('[data-island][data-on=idle]') === null)
    rmSync(join(root, 'brands/harbor'), { recursive: true })
    await expect.poll(() => session.brand('harbor'), { timeout: patience }).toBeUndefined()
    writeFiles(root, { 'brands/harbor/brand.yaml': brandYaml({ name: 'Renamed Harbor' }) })
    await harbor.getByRole('banner').getByText('Renamed Harbor').first().waitFor()
  })

  it('are side by side on the index page, with marks that follow their problems', async () => {
    const root = twoBrands()
    const { index, session } = await serve(root, 'all')
    await session.settled()
    const page = await open(index)
    const ids = ['aurora', 'harbor']
    const sections = page.locator('section[data-brand]')
    expect(await sections.evaluateAll(all => all.map(section => section.dataset.brand))).toEqual(ids)
    for (const id of ids) {
      const frames = page.locator(`section[data-brand="${id}"] iframe`)
      // The home page, the FAQ and an article, each at the width of a phone and of a desktop.
      expect(await frames.count()).toBe(6)
      // The frames of one brand represent those of all brands.
      for (const frame of (await frames.all()).slice(0, id === 'aurora' ? 6 : 1)) {
        await frame.scrollIntoViewIfNeeded()
        await frame.contentFrame().getByRole('heading', { level: 1 }).waitFor()
      }
    }
    const marked = () =>
      page
        .locator('nav li', { has: page.locator('.mark') })
        .evaluateAll(items => items.map(item => item.getAttribute('data-brand')))
    expect(await marked()).toEqual([])
    await mark(page)

    edit(root, 'brands/harbor/brand.yaml', 'phone:', 'phnoe:')
    await expect.poll(marked).toEqual(['harbor'])
    const harbor = page.locator('section[data-brand="harbor"]')
    await harbor.locator('summary').click()
    const text = (await harbor.locator('pre').allTextContents()).join('\n')
    expect(text).toMatch(/^brands\/harbor\/brand\.yaml:\d+:1 {2}error {2}brand\/unknown-key/m)
    const homes = page.locator('iframe[title^="Home"]')
    for (const home of await homes.all())
      expect(await home.contentFrame().getByRole('alertdialog').count(), 'overlays in frames').toBe(0)

    edit(root, 'brands/harbor/brand.yaml', 'phnoe:', 'phone:')
    await expect.poll(marked).toEqual([])
    edit(root, 'brands/aurora/brand.yaml', 'name: Aurora', 'name: Renamed Aurora')
    const home = homes.first().contentFrame()
    await home.getByRole('banner').getByText('Renamed Aurora').first().waitFor()
    await page.locator('nav').getByText('Renamed Aurora').first().waitFor()
    expect(await isMarked(page), 'the index page itself stays').toBe(true)
  })

  it('or one alone have an index page that fits a phone', async () => {
    const root = oneBrand()
    const { index, port } = await serve(root)
    expect(index).toBe(`http://localhost:${port}/__imprint/`)
    const page = await open(index, { width: 375 })
    await page.locator('iframe').first().contentFrame().getByRole('heading', { level: 1 }).waitFor()
    writeFiles(root, { [articleFile]: article('first', { date: '2025-02-30' }) })
    await page.getByText('1 warning; a build would succeed').click()
    expect(await page.locator('pre').innerText()).toContain(`${articleFile}:5:7  warning`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })
})
