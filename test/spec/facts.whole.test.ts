// Sections 1, 3, 8 and 9 of the product specification, line by line, for the built pages of every brand. test/browser/ tests
// what needs a visitor (toasts, disclosures that fail, widths).

import { describe, expect, it } from 'vitest'
import { brandIds, factsOf, htmlPaths, readBuilt, readPage } from '../support/brands.ts'
import { all, attribute, one, textOf } from '../support/html.ts'
import { buildInMemory } from '../support/memory.ts'
import { article as articleText, brandYaml } from '../support/project.ts'

describe.each(brandIds)('spec, %s', id => {
  const facts = factsOf(id)
  const text = (path: string) => textOf(one(readPage(id, path), 'body'))
  const home = () => text('index.html')
  const faq = () => textOf(one(readPage(id, 'faq/index.html'), '#faq'))
  const articles = () => facts.slugs.map(slug => text(`articles/${slug}/index.html`)).join('\n')
  const card = (slug: string) => textOf(one(readPage(id, `articles/${slug}/index.html`), 'article'))

  describe('section 1, statements', () => {
    it('it is not a direct lender', () => {
      expect(home()).toMatch(/not a lender/)
      expect(faq()).toMatch(/direct lender\? No\./)
    })

    it('approval is not guaranteed', () => {
      for (const path of htmlPaths(id)) expect(text(path), path).toMatch(/Approval is not guaranteed/i)
    })

    it('using the service is free, but there may be a marketing fee from lenders', () => {
      expect(home()).toMatch(/free.*marketing fee/)
      expect(faq()).toMatch(/marketing fee/)
    })

    it('no credit check itself; a soft pull first, a hard pull only after the user agrees', () => {
      expect(faq()).toMatch(/does not check your credit itself/)
      expect(faq()).toMatch(/soft pull.*hard pull only after you agree/)
    })

    it('lenders are independent and state-licensed', () => {
      expect(faq()).toMatch(/independent, state-licensed lenders/)
    })
  })

  describe('section 3, entities', () => {
    it('article list item: title, description, path "/articles/{slug}"', () => {
      for (const slug of facts.slugs) {
        const cards = all(readPage(id, 'index.html'), '.article-card').filter(item =>
          all(item, 'a').some(
            link => attribute(link, 'href') === `${facts.basePath}/articles/${slug}/#header`,
          ),
        )
        expect(cards, slug).toHaveLength(1)
      }
    })

    it('FAQ entry: question, answer', () => {
      for (const item of all(one(readPage(id, 'faq/index.html'), '#faq'), 'details')) {
        expect(item.childNodes.filter(node => 'tagName' in node)).toHaveLength(2)
      }
    })

    it('advantage: icon, title, description', () => {
      const cards = all(one(readPage(id, 'index.html'), '#advantages'), 'li')
      expect(cards).toHaveLength(3)
      for (const advantage of cards) {
        expect(['svg', 'h3', 'p'].map(tag => all(advantage, tag).length)).toEqual([1, 1, 1])
      }
    })

    it('how-it-works step: step number, title, description, icon', () => {
      const steps = all(one(readPage(id, 'index.html'), '.steps'), 'li')
      expect(steps).toHaveLength(4)
      for (const [index, step] of steps.entries()) {
        expect(textOf(step)).toMatch(new RegExp(`^${index + 1} `))
        expect(['svg', 'h3'].map(tag => all(step, tag).length)).toEqual([1, 1])
      }
    })
  })

  describe('section 8, errors', () => {
    it('article not found: "Статья не найдена"', () => {
      expect(text('articles/404.html')).toContain('Статья не найдена')
    })
  })

  describe('section 9, constants', () => {
    it('home FAQ shows 5 entries; the FAQ page shows 14', () => {
      expect(all(one(readPage(id, 'index.html'), '#faq'), 'details')).toHaveLength(5)
      expect(all(one(readPage(id, 'faq/index.html'), '#faq'), 'details')).toHaveLength(14)
    })

    it('loan amounts quoted in the FAQ: $100 to $1000', () => {
      expect(faq()).toContain('$100 to $1,000')
    })

    it('typical fee $10 to $30 per $100', () => {
      expect(faq()).toMatch(/\$10 to \$30 for every \$100/)
    })

    it('$15 per $100 on a two-week $300 loan is $45, about 391% APR', () => {
      const example = one(readPage(id, 'faq/index.html'), '#faq-4')
      expect(textOf(example)).toMatch(
        /\$300 for 14 days at \$15 per \$100\. The fee is \$45, you repay \$345/,
      )
      expect(textOf(example)).toContain('391%')
      expect(Math.round((45 / 300) * (365 / 14) * 100)).toBe(391)
    })

    it('unavailable states: Arkansas, New York, Vermont, West Virginia, on every page', () => {
      for (const path of htmlPaths(id)) {
        expect(text(path), path).toMatch(
          /not available to residents of Arkansas, New York, Vermont,? and West Virginia/,
        )
      }
    })

    it('claim: approval as fast as 5 minutes', () => {
      expect(home()).toContain('Get lender-approval in as fast as 5 minutes')
    })

    it('claim: next-business-day funding', () => {
      expect(home()).toContain('next business day')
    })

    it('claim: 24 hours if instant transfer is unsupported', () => {
      expect(faq()).toMatch(/instant transfer.*does not support that, the transfer can take 24 hours/)
    })

    it('claim: 256-bit SSL', () => {
      expect(faq()).toContain('256-bit SSL')
    })

    it('the hero speaks of a 3-step process while four steps are listed', () => {
      const root = readPage(id, 'index.html')
      expect(textOf(one(root, '.hero'))).toContain('3-step process')
      expect(all(one(root, '.steps'), 'li')).toHaveLength(4)
    })

    it('articles cite: fee $15 per $100 over about 14 days', () => {
      expect(articles()).toMatch(/\$15 per \$100/)
      expect(articles()).toMatch(/14 days/)
    })

    it('articles cite: credit-union alternatives, $1,000 over six months and $2,000 over twelve', () => {
      expect(articles()).toMatch(/\$1,000 over six months/)
      expect(articles()).toMatch(/\$2,000 over twelve months/)
    })

    it('articles cite: card late fee about $30', () => {
      expect(card('loan-vs-overdraft-vs-card')).toMatch(/late payment costs about \$30/)
    })

    it('articles cite: overdraft fee about $30 to $35', () => {
      expect(card('loan-vs-overdraft-vs-card')).toMatch(/overdraft fee of about \$30 to \$35/)
    })

    it('articles cite: cash advance fee 3% to 5%', () => {
      expect(card('loan-vs-overdraft-vs-card')).toMatch(/3% to 5%/)
    })

    it('article dates are 2025-08-21', () => {
      for (const slug of facts.slugs) {
        const times = all(one(readPage(id, `articles/${slug}/index.html`), 'article'), 'time')
        expect(times.map(time => attribute(time, 'datetime'))).toEqual(['2025-08-21'])
      }
    })

    it('footer copyright year 2025', () => {
      for (const path of htmlPaths(id)) expect(text(path), path).toContain('© 2025')
    })
  })

  it('no page shows a token that was not filled', () => {
    for (const path of htmlPaths(id)) {
      expect(text(path), path).not.toMatch(/\{[a-z]\w*\}/i)
      expect(readBuilt(id, path), path).not.toMatch(/undefined|\[object Object\]|NaN/)
    }
  })

  it('a brand’s own wordings are on its pages and on no other brand’s', () => {
    const own = 'Guides from Harbor'
    expect(home().includes(own)).toBe(id === 'harbor')
    expect(home().includes('Good to Know')).toBe(id !== 'harbor')
  })
})

describe('spec section 8, articles that are not well-formed', () => {
  it('are skipped and logged, and the site is built without them', async () => {
    const { report, files } = await buildInMemory({
      'brands/test/brand.yaml': brandYaml(),
      'content/articles/good.md': articleText('good'),
      'content/articles/bad.md': articleText('bad', { date: '2025-02-31' }),
    })
    expect(report.brands[0]?.status).toBe('built')
    expect(report.diagnostics).toMatchObject([{ severity: 'warning', file: 'content/articles/bad.md' }])
    expect([...files.keys()].filter(path => /^articles\/.+\/index\.html$/.test(path))).toEqual([
      'articles/good/index.html',
    ])
    const everything = [...files].map(([, bytes]) => new TextDecoder().decode(bytes)).join('\n')
    expect(everything).not.toContain('Title of bad')
  })
})
