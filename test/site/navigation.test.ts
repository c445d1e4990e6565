import { describe, expect, it } from 'vitest'
import { planSite } from '../../src/site/index.ts'
import { article, type FileMap } from '../support/project.ts'
import { planned } from './support.ts'

const shared = 'content/navigation.yaml'

function plan(files: FileMap, changes = {}) {
  const { brand, content } = planned({ 'content/articles/rent.md': article('rent'), ...files }, changes)
  const { value, diagnostics } = planSite(brand, content)
  return {
    navigation: value?.view.navigation,
    links: value?.links,
    told: diagnostics.map(
      ({ severity, code, line, column, hint }) => `${line}:${column} ${severity} ${code} ${hint}`,
    ),
  }
}

describe('navigation', () => {
  it('is that of the specification by default', () => {
    const { navigation } = plan({ 'brands/test/content/strings.yaml': 'header:\n  about: Who we are\n' })
    expect(navigation?.header).toEqual([
      { label: 'Who we are', href: '/#advantages' },
      { label: 'Contact', href: '#contact' },
    ])
    expect(navigation?.footer.map(({ links }) => links.length)).toEqual([3, 2, 5])
  })

  it('leads to routes, anchors, documents and other sites, and each list replaces that of weaker layers', () => {
    const files = {
      [shared]: `header:
  - { label: "About {name}", to: / }
footer:
  - title: Read
    links:
      - { label: Rent, to: "/articles/rent/#header" }
      - { label: Contact, to: "#contact" }
      - { label: Terms, to: terms }
      - { label: Help, to: https://help.example/ }
`,
      'brands/test/content/navigation.yaml': 'header:\n  - { label: Questions, to: /faq/ }\n',
    }
    const { navigation, links, told } = plan(files, { siteUrl: 'https://test.example/us' })
    expect(told).toEqual([])
    expect(navigation).toEqual({
      header: [{ label: 'Questions', href: '/us/faq/' }],
      footer: [
        {
          title: 'Read',
          links: [
            { label: 'Rent', href: '/us/articles/rent/#header' },
            { label: 'Contact', href: '#contact' },
            { label: 'Terms', href: 'https://forms.test.example/forms/document/terms', isExternal: true },
            { label: 'Help', href: 'https://help.example/', isExternal: true },
          ],
        },
      ],
    })
    // Checked against the pages once they have been rendered.
    const ofNavigation = links?.filter(({ origin }) => origin.file === shared)
    expect(ofNavigation?.map(({ href, origin }) => `${origin.line} ${href}`)).toEqual([
      '6 /us/articles/rent/#header',
      '7 #contact',
    ])
  })

  it.each([
    ['/faqs/', '2:24 error navigation/unknown-target Did you mean "/faq/"?'],
    ['term', '2:24 error navigation/unknown-target Did you mean "terms"?'],
    ['/404.html', '2:24 error navigation/unknown-target'],
  ])('cannot lead to %s', (to, expected) => {
    const { told } = plan({ [shared]: `header:\n  - { label: Here, to: ${to} }\n` })
    expect(told).toEqual([expect.stringContaining(expected)])
  })

  it('has no link to the advantages if the home page leaves them out', () => {
    const files = {
      [shared]: 'header:\n  - { label: About, to: "/#advantages" }\n  - { label: Q, to: /faq/ }\n',
    }
    const labels = (more: FileMap) => plan({ ...files, ...more }).navigation?.header.map(({ label }) => label)
    expect(labels({})).toEqual(['About', 'Q'])
    expect(labels({ 'content/home.yaml': 'sections: [hero, form]\n' })).toEqual(['Q'])
  })

  it('has labels and targets', () => {
    expect(() => plan({ [shared]: 'header:\n  - { label: Here }\n' })).toThrow('content/missing-key')
    expect(() => plan({ [shared]: 'heading: []\n' })).toThrow('content/unknown-key')
  })

  it('leaves out, with a warning, links to articles hidden on that day', () => {
    const tagged = (slug: string, more = {}) => article(slug, { tags: '[rent]', ...more })
    const files = {
      [shared]: 'header:\n  - { label: Rent, to: /articles/tags/rent/ }\n  - { label: Q, to: /faq/ }\n',
      'content/articles/a.md': tagged('a'),
      'content/articles/b.md': tagged('b'),
    }
    const { navigation, told } = plan(files)
    expect(navigation?.header.map(({ label }) => label)).toEqual(['Q'])
    expect(told).toEqual([expect.stringContaining('2:24 warning navigation/unknown-target A tag has a list')])
  })
})
