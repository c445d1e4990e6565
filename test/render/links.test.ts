import { describe, expect, it } from 'vitest'
import { checkLinks, inspectHtml } from '../../src/render/index.ts'
import type { ContentLink } from '../../src/site/index.ts'

const inspect = (html: string) => inspectHtml(html).links

describe('inspectHtml', () => {
  it('reads ids and references in the order of the page, character references resolved', () => {
    const html =
      '<main id="header"><a class="x" href="/faq/?a=1&amp;b=2#faq">Questions</a><img src="/a.png" alt="1 > 0"/></main>'
    expect(inspect(html)).toEqual({
      ids: ['header'],
      references: ['/faq/?a=1&b=2#faq', '/a.png'],
    })
    expect(inspect('<a href="&quot;&#x2F;&#47;&lt;&gt;&amp;lt;">').references).toEqual(['"//<>&lt;'])
  })

  it.each([
    ['text', '<p>the attribute id="a" and href="/b"</p>'],
    ['scripts', '<script>const a = \'<i id="a" href="/b">\'</script>'],
    ['styles', '<style media="print">.a{content:\'<i id="a" href="/b">\'}</style>'],
    ['values of other attributes', '<i title="<b id=\'a\'> id=" data-href="/b"></i>'],
    ['names that end alike', '<i data-id="a" data-src="/b"></i>'],
  ])('takes nothing from %s, and what follows', (_, html) => {
    expect(inspect(`${html}<a id="after" href="/after">`)).toEqual({
      ids: ['after'],
      references: ['/after'],
    })
  })

  it('continues after something that is not a tag', () => {
    expect(inspect('1 < 2, <3 <!-- note --> <i title="open <a id="a" href="/b">')).toMatchObject({
      references: ['/b'],
    })
    expect(inspect('<script><a id="a">')).toMatchObject({ ids: ['a'] })
  })
})

describe('checkLinks', () => {
  const template = { file: 'templates/index.ts', line: 1, column: 1 }
  const at = (line: number) => ({ file: 'a.md', line, column: 1 })
  const link = (route: string, href: string, line: number): ContentLink => ({ route, href, origin: at(line) })

  /** The problems of pages with this HTML below the base path `/us`. */
  const check = (pages: Readonly<Record<string, string>>, contentLinks: readonly ContentLink[] = []) =>
    checkLinks({
      pages: Object.entries(pages).map(([route, html]) => ({
        route,
        template,
        inspected: [inspect(html)],
      })),
      files: new Set(['/feed.xml']),
      view: {
        brand: { basePath: '/us' },
        provider: { origin: 'https://forms.example' },
      } as Parameters<typeof checkLinks>[0]['view'],
      contentLinks,
    }).map(({ code, message, hint, file, line }) => ({ code, message, hint, at: `${file}:${line}` }))

  it.each([
    '/us/',
    '/us/#form',
    '#form',
    '#',
    '/us/b/#%C3%BCnder',
    '/us/feed.xml#x',
    'https://a.example/#x',
    'https://forms.example/x',
    'mailto:a@a.example',
    'data:,',
  ])('says nothing of %s', href => {
    expect(check({ '/': `<a id="form" href="${href}">`, '/b/': '<h2 id="ünder">' })).toEqual([])
  })

  it.each([
    ['/us/c/', 'there is no "/c/"'],
    ['/b/', 'it does not start with the site\'s path "/us/"'],
    ['/us/#nope', '"/" has no "#nope"'],
    ['#%', '"/" has no "#%"'],
  ])('reports %s of a template once for all pages', (href, why) => {
    expect(check({ '/': `<a href="${href}"><a href="${href}">`, '/b/': '' })).toEqual([
      {
        code: 'template/broken-link',
        message: `A template links to "${href}" on the page "/": ${why}.`,
        hint: expect.any(String),
        at: 'templates/index.ts:1',
      },
    ])
  })

  it('reports a fragment of the content wherever it is written, and each place once', () => {
    const pages = {
      '/': '<i id="form"><a href="/us/b/#fom">',
      '/b/': '<a href="/us/b/#fom"><i id="form"><i id="faq">',
    }
    const links = [link('/', '/us/b/#fom', 1), link('/b/', '/us/b/#fom', 2), link('/b/', '/us/b/#fom', 1)]
    const problem = {
      code: 'link/unknown-anchor',
      message: 'The page "/b/" has no "#fom".',
      hint: 'Did you mean "#form"?',
    }
    expect(check(pages, links)).toEqual([
      { ...problem, at: 'a.md:1' },
      { ...problem, at: 'a.md:2' },
    ])
  })

  it('distinguishes a fragment of the page itself from the same on another page', () => {
    const html = '<a href="#zzzzzz"><i id="form"><i id="faq">'
    expect(check({ '/': html, '/b/': html }, [link('/b/', '#zzzzzz', 3)])).toMatchObject([
      { code: 'template/broken-link', message: expect.stringContaining('"/"') },
      {
        code: 'link/unknown-anchor',
        message: 'The page "/b/" has no "#zzzzzz".',
        hint: 'Its ids: #form, #faq.',
        at: 'a.md:3',
      },
    ])
  })

  it('reports a fragment of the navigation, which is on every page, once', () => {
    const html = '<a href="#zzzzzz"><i id="form">'
    const { route: _, ...everywhere } = link('/', '#zzzzzz', 3)
    expect(check({ '/': html, '/b/': html }, [everywhere])).toMatchObject([
      { code: 'link/unknown-anchor', message: 'The page "/" has no "#zzzzzz".', at: 'a.md:3' },
    ])
  })

  it.each(['/us/#', '#'])('takes %s in the content for a fragment that was forgotten', href => {
    expect(check({ '/': `<a href="${href}">` }, [link('/', href, 1)])).toMatchObject([
      { code: 'link/unknown-anchor', message: 'The page "/" has no "#".' },
    ])
  })
})
