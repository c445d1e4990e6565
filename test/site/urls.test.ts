import { describe, expect, it } from 'vitest'
import { basePathOf, routes } from '../../src/site/index.ts'
import { linksOf, outputPathOf, providerOf } from '../../src/site/urls.ts'
import { brandOf } from './support.ts'

describe('basePathOf', () => {
  it.each([
    ['https://a.example', ''],
    ['https://a.example/loans', '/loans'],
    ['https://a.example/a/b', '/a/b'],
  ])('%s has %j', (siteUrl, basePath) => {
    expect(basePathOf(siteUrl)).toBe(basePath)
  })
})

describe('outputPathOf', () => {
  it.each([
    [routes.home, 'index.html'],
    [routes.faq, 'faq/index.html'],
    [routes.ccpa, 'ccpa.html'],
    [routes.notFound, '404.html'],
    [routes.articleNotFound, 'articles/404.html'],
    [routes.article('rent'), 'articles/rent/index.html'],
    [routes.articleList(1), 'articles/index.html'],
    [routes.articleList(2), 'articles/page/2/index.html'],
  ])('%s is written to %s', (route, path) => {
    expect(outputPathOf(route)).toBe(path)
  })

  it('never lets the list of articles and an article meet', () => {
    expect(routes.article('page')).not.toBe(routes.articleList(2))
    expect(outputPathOf(routes.article('page'))).not.toBe(outputPathOf(routes.articleList(2)))
  })
})

describe('linksOf', () => {
  it('gives the final form of the spec', () => {
    expect(linksOf('', false)).toEqual({
      home: '/',
      homeTop: '/#header',
      form: '/#form',
      about: '/#advantages',
      contact: '#contact',
      faq: '/faq/#faq',
      ccpa: '/ccpa.html',
      feed: '/feed.xml',
    })
  })

  it('puts everything below the base path', () => {
    for (const [name, link] of Object.entries(linksOf('/us', true))) {
      if (name !== 'contact') expect(link).toMatch(/^\/us\//)
    }
    expect(linksOf('/us', true).articles).toBe('/us/articles/')
  })
})

describe('providerOf', () => {
  it('builds every address from the host and its paths', () => {
    expect(providerOf(brandOf())).toMatchObject({
      host: 'forms.test.example',
      mode: 'script',
      embedUrl: 'https://forms.test.example/forms/embed.js',
      disclosureUrl: 'https://forms.test.example/forms/document/disclosure',
      documents: {
        econsent: 'https://forms.test.example/forms/document/econsent',
        policy: 'https://forms.test.example/forms/document/policy',
        terms: 'https://forms.test.example/forms/document/terms',
        rates: 'https://forms.test.example/forms/document/rates',
        notice: 'https://forms.test.example/forms/document/notice',
      },
    })
  })

  it('takes the brand’s own paths', () => {
    const provider = providerOf(brandOf({ provider: '{documentPath: "/d/{id}/{id}.html"}' }))
    expect(provider.documents.terms).toBe('https://forms.test.example/d/terms/terms.html')
  })
})
