// Section 2 of the product specification, line by line, for the built pages of every brand.

import { describe, expect, it } from 'vitest'
import { brandIds, factsOf, frontMatterOf, htmlPaths, readBuilt, readPage } from '../support/brands.ts'
import {
  all,
  attribute,
  type Element,
  inOrder,
  meta,
  one,
  type Root,
  shownText,
  textOf,
} from '../support/html.ts'

const documents = ['econsent', 'policy', 'terms', 'rates', 'notice']

function links(root: Root): [text: string, href: string | undefined][] {
  return all(root, 'a').map(link => [shownText(link), attribute(link, 'href')])
}

function link(root: Root, text: string): Element {
  return one(root, element => element.tagName === 'a' && shownText(element) === text)
}

/** The section whose heading has this text. */
function section(root: Root, heading: string): Element {
  return one(
    root,
    element =>
      element.tagName === 'section' &&
      all(element, child => /^h[12]$/.test(child.tagName)).some(child => textOf(child) === heading),
  )
}

/** The text of each item of an accordion. */
function questions(root: Root): { question: string; answer: string }[] {
  return all(root, 'details').map(details => ({
    question: textOf(one(details, 'summary')),
    answer: textOf(one(details, element => /^faq-\d+$/.test(attribute(element, 'id') ?? ''))),
  }))
}

/** The section with the list of articles, which is the only one with article cards. */
function blogList(root: Root): Element {
  return one(root, element => element.tagName === 'section' && all(element, '.article-card').length > 0)
}

describe.each(brandIds)('spec section 2, %s', id => {
  const facts = factsOf(id)
  const base = facts.basePath
  const home = () => readPage(id, 'index.html')
  const faq = () => readPage(id, 'faq/index.html')
  const everyPage = () => htmlPaths(id).map(path => [path, readPage(id, path)] as const)
  const header = (root = home()) => one(root, '#header')
  const footer = (root = home()) => one(root, '#footer')

  describe('Route table', () => {
    it('/: layout with header, main area, footer area and disclosures block', () => {
      for (const [, root] of everyPage()) {
        const disclosures = one(footer(root), '.disclosures')
        expect(inOrder(root, one(root, 'header'), one(root, 'main'), one(root, 'footer'), disclosures)).toBe(
          true,
        )
        expect(textOf(disclosures)).toContain('Approval is not guaranteed')
      }
    })

    it('faq: full FAQ plus the blog list', () => {
      const root = faq()
      expect(inOrder(root, one(root, '#faq'), blogList(root))).toBe(true)
      expect(all(one(root, '#faq'), 'details')).toHaveLength(14)
    })

    it('articles/{slug}: one article for each slug', () => {
      const paths = htmlPaths(id).filter(path => /^articles\/.+\/index\.html$/.test(path))
      expect(paths).toEqual(facts.slugs.map(slug => `articles/${slug}/index.html`))
      for (const path of paths) expect(all(readPage(id, path), 'article')).toHaveLength(1)
      const specified = ['borrowing-rules', 'loan-vs-overdraft-vs-card', 'rent-and-utilities']
      expect(facts.slugs).toEqual(id === 'harbor' ? specified.slice(1) : specified)
    })

    it('ccpa.html: a letter has the subject that the page names', () => {
      const root = readPage(id, 'ccpa.html')
      const [letter = ''] = all(one(root, 'main'), 'a')
        .map(link => attribute(link, 'href') ?? '')
        .filter(href => href.startsWith('mailto:'))
      const subject = new URL(letter).searchParams.get('subject')
      expect(subject).toBeTruthy()
      expect(textOf(one(root, 'main'))).toContain(`with the subject "${subject}"`)
    })

    it('ccpa.html: static page', () => {
      expect(textOf(one(readPage(id, 'ccpa.html'), 'h1'))).toBe(
        'Do Not Sell or Share My Personal Information',
      )
    })

    it('an unknown slug shows "Статья не найдена"', () => {
      const root = readPage(id, 'articles/404.html')
      const message = one(
        root,
        element => textOf(element) === 'Статья не найдена' && element.tagName === 'h1',
      )
      expect(attribute(message, 'lang')).toBe('ru')
      expect(attribute(message, 'class')).toContain('danger')
      expect(readBuilt(id, '_redirects')).toContain(`${base}/articles/* ${base}/articles/404.html 404\n`)
    })

    it('"Loading..." is never in a page: the content is', () => {
      for (const [path, root] of everyPage()) {
        expect(textOf(one(root, 'main')), path).not.toContain('Loading...')
        expect(textOf(one(root, 'main')).length, path).toBeGreaterThan(200)
      }
    })

    it('the layout scrolls smoothly to any hash anchor', () => {
      for (const [path] of everyPage()) expect(readBuilt(id, path)).toContain('scroll-behavior:smooth')
    })
  })

  describe('Anchors on the main page', () => {
    it.each(['header', 'form', 'advantages', 'footer', 'contact', 'faq'])('#%s', anchor => {
      expect(all(home(), `#${anchor}`)).toHaveLength(1)
    })

    it('#form is the application form, #advantages is About Us', () => {
      expect(textOf(one(home(), '#form'))).toContain('Need Cash?')
      expect(textOf(one(home(), '#advantages'))).toContain('Why Choose Us')
    })

    it.each(['header', 'footer', 'contact'])('#%s is on every other page too', anchor => {
      for (const [path, root] of everyPage()) expect(all(root, `#${anchor}`), path).toHaveLength(1)
    })
  })

  describe('Header', () => {
    it('brand link to "/"', () => {
      const [brand] = all(header(), 'a')
      expect([textOf(brand!), attribute(brand!, 'href')]).toEqual([facts.name, `${base}/`])
    })

    it('About Us ("/#advantages")', () => {
      expect(attribute(link(header(), 'About Us'), 'href')).toBe(`${base}/#advantages`)
    })

    it('Contact ("#contact")', () => {
      for (const [path, root] of everyPage()) {
        expect(attribute(link(header(root), 'Contact'), 'href'), path).toBe('#contact')
      }
    })

    it('Advertiser Disclosure: a control with the disclosure text', () => {
      for (const [path, root] of everyPage()) {
        const button = one(header(root), 'button')
        expect(textOf(button), path).toBe('Advertiser Disclosure')
        const text = one(header(root), `#${attribute(button, 'popovertarget')}`)
        expect(textOf(text), path).toContain(
          `${facts.name} is a matching service that is paid for by advertising`,
        )
      }
    })

    it('a Get Loan button to "/#form"', () => {
      expect(attribute(link(header(), 'Get Loan'), 'href')).toBe(`${base}/#form`)
    })

    it('in this order', () => {
      const items = all(header(), element => /^(?:a|button)$/.test(element.tagName)).map(shownText)
      expect(items.filter(text => text !== 'Read the full disclosure')).toEqual([
        facts.name,
        'About Us',
        'Contact',
        'Advertiser Disclosure',
        'Get Loan',
      ])
    })
  })

  describe('Home page', () => {
    const parts = (root: Root) => [
      one(root, 'h1'),
      section(root, 'Why Choose Us'),
      section(root, 'How It Works'),
      section(root, 'Need Cash?'),
      section(root, 'Frequently Asked Questions'),
      blogList(root),
    ]

    it('in order: hero, advantages, steps, form, FAQ, blog list', () => {
      const root = home()
      expect(inOrder(root, ...parts(root))).toBe(true)
    })

    it('1. hero: four headings and a "Get started Now" button to "/#form"', () => {
      const hero = one(home(), '.hero')
      expect(all(hero, element => /^h\d$/.test(element.tagName)).map(textOf)).toEqual([
        'Online Loans',
        'One Simple Form',
        'Multiple Lender Options',
        'Get lender-approval in as fast as 5 minutes',
      ])
      expect(attribute(link(hero, 'Get started Now'), 'href')).toBe(`${base}/#form`)
    })

    it('2. "Why Choose Us": three advantages', () => {
      const advantages = section(home(), 'Why Choose Us')
      expect(attribute(advantages, 'id')).toBe('advantages')
      expect(all(advantages, 'h3').map(textOf)).toEqual([
        'Fair or poor credit options may still be available',
        'Information safe and secure with SSL encryption',
        'Fast funding may be available',
      ])
    })

    it('3. "How It Works": four steps', () => {
      const steps = all(section(home(), 'How It Works'), 'h3')
      expect(steps.map(textOf)).toEqual([
        'Get started online',
        'We may connect you with a lender',
        'Review & e-sign',
        'Funding',
      ])
    })

    it('4. "Need Cash?" section with id form, with the form id of the widget', () => {
      const form = section(home(), 'Need Cash?')
      expect(attribute(form, 'id')).toBe('form')
      const values = all(form).flatMap(element => element.attrs.map(({ value }) => value))
      expect(values.some(value => value.includes(facts.formId))).toBe(true)
    })

    it('5. FAQ limited to the first 5 entries, with a "See more" link to "/faq/#faq"', () => {
      const list = section(home(), 'Frequently Asked Questions')
      expect(questions(list)).toEqual(questions(faq()).slice(0, 5))
      // It says what it leads to, for people who hear links one by one.
      const more = one(list, element => element.tagName === 'a' && shownText(element).startsWith('See more'))
      expect(attribute(more, 'href')).toBe(`${base}/faq/#faq`)
    })

    it('6. blog list', () => {
      expect(all(blogList(home()), '.article-card')).toHaveLength(facts.slugs.length)
    })
  })

  describe('FAQ page', () => {
    it('an accordion of 14 numbered questions', () => {
      const list = questions(faq())
      expect(list.map(({ question }) => Number.parseInt(question, 10))).toEqual(
        [...Array(14).keys()].map(n => n + 1),
      )
      for (const { question, answer } of list) {
        expect(question).toMatch(/^\d+\. .+\?$/)
        expect(answer.length, question).toBeGreaterThan(60)
      }
    })

    it('one open at a time; clicking the open one closes it: one group, none open', () => {
      for (const root of [home(), faq()]) {
        const items = all(one(root, '#faq'), 'details')
        expect(new Set(items.map(item => attribute(item, 'name'))).size).toBe(1)
        expect(attribute(items[0]!, 'name')).toBeTruthy()
        expect(items.filter(item => attribute(item, 'open') !== undefined)).toEqual([])
      }
    })

    it.each([
      [1, 'what a payday loan is', /what is a payday loan/i, /short-term loan/],
      [2, 'speed', /how fast/i, /next business day/],
      [3, 'bad credit', /bad credit/i, /fair or poor/],
      [4, 'fees and APR', /fees and the APR/i, /391%/],
      [5, 'cost to use', /cost to use/i, /free of charge/],
      [6, 'credit check', /credit be checked/i, /soft pull.*hard pull only after you agree/],
      [7, 'state legality', /legal in my state/i, /Arkansas, New York, Vermont,? and West Virginia/],
      [8, 'missed repayment', /miss a repayment/i, /fee/],
      [9, 'garnishment', /garnish/i, /court judgment/],
      [10, 'collateral', /collateral/i, /unsecured/],
      [11, 'direct lender or not', /direct lender/i, /^No\./],
      [12, 'repayments', /repay the loan/i, /automatic debit/],
      [13, 'rollover', /roll over/i, /pay the fee again/],
      [14, 'security', /secure/i, /256-bit SSL/],
    ])('topic %i: %s', (number, _, question, answer) => {
      const entry = questions(faq())[number - 1]!
      expect(entry.question).toMatch(question)
      expect(entry.answer).toMatch(answer)
    })
  })

  describe('Blog list', () => {
    const withList = () =>
      everyPage().flatMap(([path, root]) => (path === 'ccpa.html' ? [] : [[path, root] as const]))

    it('shows all articles except the current one, newest first by date', () => {
      for (const [path, root] of withList()) {
        const current = /^articles\/(.+)\/index\.html$/.exec(path)?.[1]
        const hrefs = all(blogList(root), 'a').map(anchor => attribute(anchor, 'href'))
        const others = facts.slugs.filter(slug => slug !== current)
        expect(hrefs, path).toEqual(others.map(slug => `${base}/articles/${slug}/#header`))
        const dates = all(blogList(root), 'time').map(time => attribute(time, 'datetime')!)
        expect(dates, path).toEqual([...dates].sort().reverse())
      }
    })

    it('each item shows number, title, description, and a link to the article’s path plus "#header"', () => {
      for (const [path, root] of withList()) {
        for (const [index, card] of all(blogList(root), '.article-card').entries()) {
          const anchor = one(card, 'a')
          const slug = attribute(anchor, 'href')!.split('/').at(-2)!
          const { title, description } = frontMatterOf(id, slug)
          expect(textOf(one(card, '.number')), path).toBe(String(index + 1))
          expect(textOf(anchor), path).toBe(title)
          expect(textOf(card), path).toContain(description)
        }
      }
    })
  })

  describe.each(facts.slugs)('Article page %s', slug => {
    const path = `articles/${slug}/index.html`
    const front = () => frontMatterOf(id, slug)

    it('sets title and description', () => {
      const root = readPage(id, path)
      expect(textOf(one(one(root, 'head'), 'title'))).toContain(front().title)
      expect(meta(root, 'description')).toBe(front().description)
    })

    it('sets keywords', () => {
      expect(meta(readPage(id, path), 'keywords')).toBe(front().keywords?.join(', '))
    })

    it('sets social-sharing tags', () => {
      const root = readPage(id, path)
      expect(meta(root, 'og:type')).toBe('article')
      expect(meta(root, 'og:title')).toBe(front().title)
      expect(meta(root, 'og:description')).toBe(front().description)
      expect(meta(root, 'og:url')).toBe(`${facts.siteUrl}/articles/${slug}/`)
      expect(meta(root, 'og:site_name')).toBe(facts.name)
      expect(meta(root, 'article:published_time')).toContain(front().date)
      expect(meta(root, 'article:author')).toBe(front().author)
      expect(meta(root, 'twitter:card')).toMatch(/^summary/)
    })

    it('shows title, published date, optional author and description', () => {
      const article = one(readPage(id, path), 'article')
      expect(textOf(one(article, 'h1'))).toBe(front().title)
      expect(all(article, 'time').map(textOf)).toEqual(['August 21, 2025'])
      const { author } = front()
      if (author !== undefined) expect(textOf(article)).toContain(`By ${author}`)
      else expect(textOf(article)).not.toMatch(/\bBy [A-Z]/)
      expect(textOf(article)).toContain(front().description)
    })

    it('shows the body with headings, lists, quotes and links', () => {
      const article = one(readPage(id, path), 'article')
      for (const tag of ['h2', 'ul', 'ol', 'li', 'blockquote', 'a']) {
        expect(all(article, tag).length, tag).toBeGreaterThan(0)
      }
    })
  })

  describe('Footer', () => {
    it('logo links to the root page at #header', () => {
      const [logo] = all(footer(), 'a')
      expect([textOf(logo!), attribute(logo!, 'href')]).toEqual([facts.name, `${base}/#header`])
    })

    it.each(['Microloans', 'Express Loans', 'Loans to Card'])('%s goes to the root page at #form', text => {
      expect(attribute(link(footer(), text), 'href')).toBe(`${base}/#form`)
    })

    it('About Us goes to the root page at #advantages', () => {
      expect(attribute(link(footer(), 'About Us'), 'href')).toBe(`${base}/#advantages`)
    })

    it('a "Do Not Sell or Share My Personal Information" button, with the title of the law, goes to ccpa.html, from every page', () => {
      for (const [path, root] of everyPage()) {
        const button = link(footer(root), 'Do Not Sell or Share My Personal Information')
        expect(attribute(button, 'href'), path).toBe(`${base}/ccpa.html`)
        expect(attribute(button, 'class'), path).toContain('button')
      }
    })

    it('external links, opening in a new tab, to five documents on the provider’s host', () => {
      for (const [path, root] of everyPage()) {
        const wanted = ['E-Consent', 'Privacy Policy', 'Terms', 'Rates & Fees', 'Privacy notice']
        const found = links(footer(root)).filter(([text]) => wanted.includes(text))
        expect(found, path).toEqual(
          wanted.map((text, index) => [
            text,
            `https://${facts.providerHost}/forms/document/${documents[index]}`,
          ]),
        )
        for (const text of wanted) {
          const anchor = link(footer(root), text)
          expect(attribute(anchor, 'target'), path).toBe('_blank')
          expect(attribute(anchor, 'rel')?.split(' '), path).toContain('noopener')
          expect(textOf(anchor), path).toContain('(opens in a new tab)')
        }
      }
    })

    it('every link to a document of the provider, and no other, opens a new tab and gives no opener', () => {
      for (const [path, root] of everyPage()) {
        for (const anchor of all(root, 'a')) {
          const isDocument = new URL(attribute(anchor, 'href')!, facts.siteUrl).host === facts.providerHost
          expect(attribute(anchor, 'target'), path).toBe(isDocument ? '_blank' : undefined)
          if (!isDocument) continue
          expect(attribute(anchor, 'rel'), path).toContain('noopener')
          expect(textOf(anchor), path).toContain('(opens in a new tab)')
        }
      }
    })

    it('a static SSL badge image', () => {
      const badge = one(footer(), element => element.tagName === 'img' && attribute(element, 'alt') !== '')
      expect(attribute(badge, 'alt')).toContain('SSL')
      expect(attribute(badge, 'src')).toMatch(new RegExp(`^${base}/assets/ssl-badge-[0-9a-z]+\\.svg$`, 'i'))
      expect([attribute(badge, 'width'), attribute(badge, 'height')].every(Boolean)).toBe(true)
    })

    it('contact block: phone, an info email, a company registration line, "We work 24/7"', () => {
      for (const [path, root] of everyPage()) {
        const contact = one(footer(root), '#contact')
        const hrefs = links(contact).map(([, href]) => href)
        expect(hrefs, path).toEqual([`tel:${facts.phone}`, `mailto:${facts.email}`])
        const digits = links(contact)[0]![0].replace(/\D/g, '')
        expect(facts.phone.endsWith(digits), path).toBe(true)
        expect(textOf(contact), path).toContain(facts.email)
        expect(textOf(contact), path).toContain(facts.companyLine)
        expect(textOf(contact), path).toContain('We work 24/7')
      }
    })

    it('copyright year 2025', () => {
      expect(textOf(footer())).toContain(`© 2025 ${facts.name}`)
    })

    it('the loan statements: trusted partner in microfinance, open 24/7, loans provided by partners', () => {
      expect(textOf(footer())).toMatch(
        /trusted partner in microfinance, open 24\/7.*loans are provided by our partners/,
      )
    })
  })
})
