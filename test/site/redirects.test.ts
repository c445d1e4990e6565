// Redirects and public files, from their files to the plan of a site.

import { describe, expect, it } from 'vitest'
import { findPublicFiles } from '../../src/content/pages/public-files.ts'
import { parseRedirects } from '../../src/content/pages/redirects.ts'
import { memoryFiles } from '../../src/files/index.ts'
import { redirectRules } from '../../src/render/host-files.ts'
import { planSite } from '../../src/site/index.ts'
import { article, type FileMap } from '../support/project.ts'
import { planned } from './support.ts'

function plan(files: FileMap, changes = {}) {
  const { brand, content } = planned({ 'content/articles/rent.md': article('rent'), ...files }, changes)
  return planSite(brand, content)
}
const shared = 'content/redirects.yaml'
const own = 'brands/test/content/redirects.yaml'
const told = (files: FileMap, changes = {}) =>
  plan(files, changes).diagnostics.map(
    ({ severity, code, file, line, column }) => `${file}:${line}:${column} ${severity} ${code}`,
  )
const rules = (text: string, changes = {}) => {
  const { value } = plan({ [shared]: text }, changes)
  const own = (value ? redirectRules(value) : []).map(({ from, to, status }) => `${from} ${to} ${status}`)
  return own.slice(0, -1)
}

describe('redirects', () => {
  it.each([
    '/%2a',
    '/*',
    '/%2A/x',
    '/:x/',
    '/%3Ax',
    '/{http.request.orig_uri.path.0}/',
    '/a%7Bb%7D',
    '/a%0Ab',
    '/a%00',
    '/a%5Cb',
    '/a%3Fb',
    '/a/../b',
    '/a/%2e%2e/b',
    '/robots.txt',
    '/Favicon.ICO',
    '/favicon%2Eico/',
    '/imprint-manifest.json',
    '/_headers',
    '/_redirects',
    '/sub/.htaccess',
    '/web.config',
    '/_worker.js',
  ])('do not start at %s', from => {
    const { value, diagnostics } = parseRedirects({
      path: shared,
      text: `- { from: ${JSON.stringify(from)}, to: /faq/ }\n`,
    })
    expect(value).toEqual([])
    expect(diagnostics).toMatchObject([{ code: 'content/invalid-value', severity: 'error', line: 1 }])
  })

  it.each([
    'https://user:pw@a.example/',
    'https://user@a.example/',
    'https:///a.example',
    'https://',
    '/a\u0000b',
  ])('do not lead to %j', to => {
    const { value, diagnostics } = parseRedirects({
      path: shared,
      text: `- { from: /a/, to: ${JSON.stringify(to)} }\n`,
    })
    expect(value).toEqual([])
    expect(diagnostics[0]).toMatchObject({ severity: 'error' })
  })

  it('may start at any other path', () => {
    for (const from of ['/old%20page/', '/caf%C3%A9/', '/a.b/c_d-e~f', '/old.html', '/100%25']) {
      const text = `- { from: ${JSON.stringify(from)}, to: "https://a.example/x?y=a@b" }\n`
      expect(parseRedirects({ path: shared, text })).toMatchObject({ value: [{ from }], diagnostics: [] })
    }
  })

  it('that are shared do not apply to a brand with its own page or file there, and are reported', () => {
    const files = {
      [shared]: '- { from: /offer/, to: /faq/ }\n- { from: /ads.txt, to: /faq/ }\n',
      'brands/test/content/pages/offer.md': '---\ntitle: Offer\ndescription: Offer.\n---\n\nText.\n',
      'brands/test/public/ads.txt': 'none',
    }
    expect(told(files).filter(line => line.includes('redirect/'))).toEqual([
      `${shared}:1:11 info redirect/is-page`,
      `${shared}:2:11 info redirect/is-page`,
    ])
    expect(plan(files).value?.redirects).toEqual([])
    const same = { ...files, [own]: '- { from: /offer/, to: /faq/ }\n' }
    expect(told(same)).toContain(`${own}:1:11 error redirect/is-page`)
  })

  it('become rules of hosts, with and without the slash at the end', () => {
    const text = `
- { from: /old/, to: /articles/rent/ }
- { from: /plain, to: "/faq/#cost", status: 302 }
- { from: /old.html, to: https://other.example/x }
- { from: /agb/, to: terms }
- { from: /mail.html, to: "/faq/?from=mail#cost" }
`
    expect(rules(text, { siteUrl: 'https://test.example/us' })).toEqual([
      '/us/old/ /us/articles/rent/ 301',
      '/us/old /us/articles/rent/ 301',
      '/us/plain /us/faq/#cost 302',
      '/us/plain/ /us/faq/#cost 302',
      '/us/old.html https://other.example/x 301',
      '/us/agb/ https://forms.test.example/forms/document/terms 301',
      '/us/agb https://forms.test.example/forms/document/terms 301',
      '/us/mail.html /us/faq/?from=mail#cost 301',
    ])
  })

  it('lead to the end of a chain at once', () => {
    expect(rules('- { from: /a, to: /b/ }\n- { from: /b/, to: /c/ }\n- { from: /c/, to: /faq/ }\n')).toEqual([
      '/a /faq/ 301',
      '/a/ /faq/ 301',
      '/b/ /faq/ 301',
      '/b /faq/ 301',
      '/c/ /faq/ 301',
      '/c /faq/ 301',
    ])
  })

  it('of a brand add to the shared ones and replace them by address', () => {
    const files = {
      [shared]: '- { from: /a/, to: /faq/ }\n- { from: /b/, to: /faq/ }\n',
      [own]: '- { from: /b, to: /ccpa.html }\n- { from: /c/, to: / }\n',
    }
    const found = plan(files).value?.redirects.map(({ from, to }) => `${from} ${to}`)
    expect(found?.sort()).toEqual(['/a/ /faq/', '/b /ccpa.html', '/c/ /'])
  })

  it.each([
    ['- { from: /old/, to: /nowhere/ }\n', '1:22 error redirect/unknown-target'],
    ['- { from: /old/, to: /faq }\n', '1:22 error redirect/unknown-target'],
    ['- { from: /old/, to: /nowhere/?a=/faq/ }\n', '1:22 error redirect/unknown-target'],
    ['- { from: /old/, to: nothing }\n', '1:22 error redirect/unknown-target'],
    ['- { from: /old/, to: /404.html }\n', '1:22 error redirect/unknown-target'],
    ['- { from: /faq, to: / }\n', '1:11 error redirect/is-page'],
    ['- { from: /, to: /faq/ }\n', '1:11 error redirect/is-page'],
    ['- { from: /feed.xml, to: / }\n', '1:11 error redirect/is-page'],
    ['- { from: /a/, to: /a/ }\n', '1:20 error redirect/loop'],
  ])('%j is wrong', (text, expected) => {
    expect(told({ [shared]: text })).toEqual([`${shared}:${expected}`])
  })

  it('in a circle are reported, each with its path, but redirects into the circle are not', () => {
    const text = '- { from: /in/, to: /a/ }\n- { from: /a/, to: /b/ }\n- { from: /b/, to: /a/ }\n'
    const { diagnostics } = plan({ [shared]: text })
    expect(diagnostics.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 The redirects form a loop: /a/ → /b/ → /a/.',
      '3 The redirects form a loop: /b/ → /a/ → /b/.',
    ])
  })

  it('may replace an article that is a draft, and may not lead to one', () => {
    const draft = { 'content/articles/soon.md': article('soon', { draft: 'true' }) }
    expect(told({ ...draft, [shared]: '- { from: /articles/soon/, to: /faq/ }\n' })).toEqual([])
    expect(told({ ...draft, [shared]: '- { from: /x/, to: /articles/soon/ }\n' })).toEqual([
      `${shared}:1:20 error redirect/unknown-target`,
    ])
  })

  it('are not valid targets of links', () => {
    const files = {
      [shared]: '- { from: /old/, to: /faq/ }\n',
      'content/articles/rent.md': article('rent', {}, '[x](/old/)\n'),
    }
    expect(plan(files).diagnostics[0]?.hint).toBe('Did you mean "/faq/"?')
  })

  it.each([
    ['- { from: old, to: / }\n', ['1:11 content/invalid-value']],
    ['- { from: /a*, to: / }\n', ['1:11 content/invalid-value']],
    ['- { from: //a, to: / }\n', ['1:11 content/invalid-value']],
    ['- { from: "/a?b", to: / }\n', ['1:11 content/invalid-value']],
    ['- { from: /a, to: "#b" }\n', ['1:19 content/invalid-value']],
    ['- { from: /a, to: "javascript:x" }\n', ['1:19 content/invalid-value']],
    ['- { from: /a, to: /, status: 404 }\n', ['1:30 content/invalid-value']],
    ['- { from: /a }\n', ['1:3 content/missing-key']],
    ['- { from: /a, to: / }\n- { from: /a/, to: /faq/ }\n', ['2:11 redirect/duplicate']],
    ['/a: /b\n', ['1:1 content/wrong-type']],
  ])('%j is wrong', (text, expected) => {
    const { diagnostics } = parseRedirects({ path: shared, text })
    expect(diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual(expected)
  })
})

describe('public files', () => {
  it('come from the strongest layer that has them', () => {
    const files = memoryFiles({
      'public/ads.txt': '',
      'public/.well-known/security.txt': '',
      'public/.DS_Store': '',
      'brands/_house/public/ads.txt': '',
      'brands/test/public/verify.html': '',
    })
    expect(findPublicFiles(files, { chain: ['_house', 'test'] }).value).toEqual([
      { path: '.well-known/security.txt', source: 'public/.well-known/security.txt' },
      { path: 'ads.txt', source: 'brands/_house/public/ads.txt' },
      { path: 'verify.html', source: 'brands/test/public/verify.html' },
    ])
  })

  it.each([
    'public/robots.txt',
    'public/Robots.txt',
    'public/sitemap.xml',
    'public/_headers',
    'public/assets/mine.css',
    'public/index.html',
    'public/articles/rent/index.html',
    'public/articles/rent',
    'public/ccpa.html/x.txt',
    'public/a:b.txt',
  ])('%s stands in the way', path => {
    expect(told({ [path]: '' })).toEqual([`${path}:1:1 error site/public-clash`])
  })

  it('are next to everything else, and links lead to them', () => {
    const files = {
      'public/favicon.ico': '',
      'public/rates 2025.pdf': '',
      'public/landing/index.html': '',
      'content/articles/rent.md': article(
        'rent',
        {},
        '[a](/rates%202025.pdf) [b](/landing/) [c](/favicon.ico)\n',
      ),
    }
    expect(told(files)).toEqual([])
    expect(told({ 'public/A.txt': '', 'public/a.txt': '' })).toEqual([
      'public/a.txt:1:1 error site/public-clash',
    ])
  })
})

describe('files that hosts run or read as configuration', () => {
  it.each(['_worker.js', '_worker.js/index.js', 'sub/_routes.json', 'sub/WEB.config'])(
    'are not published without the brand’s consent: %s',
    path => {
      const files = { [`public/${path}`]: 'x' }
      expect(told(files)).toContain(`public/${path}:1:1 error site/public-clash`)
      expect(told(files, { hostFiles: true })).toEqual([])
    },
  )

  it('are others than those whose names are only like it', () => {
    expect(told({ 'public/my_worker.js': 'x', 'public/web.config.txt': 'x' })).toEqual([])
  })
})
