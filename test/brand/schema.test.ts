import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSlug } from '../../src/brand/index.ts'
import { parseBrand } from '../../src/brand/load.ts'
import { type LocatedMap, parseYaml } from '../../src/yaml/index.ts'
import { brandYaml } from '../support/project.ts'

const parse = (text: string) => {
  const { value, diagnostics } = parseYaml({ path: 'brands/test/brand.yaml', text })
  if (value?.kind !== 'map') throw new Error(`The test’s YAML is broken: ${JSON.stringify(diagnostics)}`)
  return parseBrand('test', [{ id: 'test', located: value as LocatedMap }])
}
const codesOf = (text: string) => parse(text).diagnostics.map(problem => problem.code)
const quote = JSON.stringify
const campaign = '1b2c3d4e-0000-4000-8000-1a2b3c4d5e6f'

/** A key, with values that it accepts and values that it refuses with a code. */
const rules: readonly [key: string, good: readonly string[], code: string, bad: readonly string[]][] = [
  ['name', ['A', 'Aurora Loan Match', 'x'.repeat(80)], 'brand/invalid-value', ['', '   ', 'x'.repeat(81)]],
  [
    'siteUrl',
    [
      'https://a.example',
      'https://www.a.example/us',
      'https://a.example/a/b-c_d~e.f',
      'https://a.example:8443',
    ],
    'brand/invalid-url',
    [
      ...[
        'http://a.example',
        'https://a.example/',
        'https://a.example/us/',
        'a.example',
        '//a.example',
        'https://',
      ],
      ...['https://a.example?x=1', 'https://a.example#x', 'https://a.example?', 'https://u:p@a.example', ''],
      ...['https://A.example', 'https://a.example:443', 'https://a.example/a b', 'https://a.example/../b'],
      ...['https://a.example/ä', 'javascript:alert(1)', 'https://a.example/%2e%2e', 'https:a.example'],
      ...['https://a.example/a//b', ' https://a.example'],
    ],
  ],
  [
    'locale',
    ['en-US', 'de', 'es-419', 'zh-Hant-TW'],
    'brand/invalid-locale',
    ['en_US', 'en-us', 'english language', '', 'e', 'EN', 'tlh', 'und', 'zxx', 'xx-US'],
  ],
  [
    'formId',
    ['a', '7', 'harbor_2025_a', 'Aa-9', 'x'.repeat(64)],
    'brand/invalid-value',
    ['', '-a', '_a', 'a b', 'a/b', 'a"b', 'ä', 'x'.repeat(65), 'a\nb'],
  ],
  [
    'phone',
    ['+18005550142', '+49301234567', '+12345678', '+123456789012345'],
    'brand/invalid-phone',
    [
      ...[
        '18005550142',
        '(800) 555-0142',
        '+1 800 555 0142',
        '+1234567',
        '+1234567890123456',
        '+08005550142',
      ],
      ...['', '+1800555014a', 'tel:+18005550142', '++18005550142'],
    ],
  ],
  [
    'email',
    ['info@a.example', 'a.b+c@sub.a.example'],
    'brand/invalid-email',
    [
      '',
      'info',
      'info@',
      '@a.example',
      'a b@a.example',
      'info@a',
      'mailto:info@a.example',
      'a@b.example, c@d.example',
    ],
  ],
  [
    'providerHost',
    ['forms.a.example', 'a.co', 'xn--bcher-kva.example', 'a-b.c1.example'],
    'brand/invalid-host',
    [
      ...[
        'https://forms.a.example',
        'forms.a.example/',
        'forms.a.example/x',
        'forms.a.example:443',
        'u@a.example',
      ],
      ...[
        '192.0.2.7',
        '[::1]',
        '::1',
        'localhost',
        '',
        'a..example',
        '-a.example',
        'a-.example',
        'Forms.A.example',
      ],
      ...[
        'a.example.',
        'bücher.example',
        'a example',
        `${'a'.repeat(64)}.example`,
        '127.1',
        '0x7f.1',
        'a.example?x',
      ],
    ],
  ],
  ['companyLine', ['A line.'], 'brand/invalid-value', ['', 'x'.repeat(301)]],
]

describe.each(rules)('%s', (key, good, code, bad) => {
  it.each(good)('takes %j', value => {
    expect(codesOf(brandYaml({ [key]: quote(value) }))).toEqual([])
  })
  it.each(bad)('refuses %j', value => {
    const { value: brand, diagnostics } = parse(brandYaml({ [key]: quote(value) }))
    expect(brand).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code, severity: 'error', file: 'brands/test/brand.yaml' }])
  })
})

describe('the rest of brand.yaml', () => {
  it.each([
    ['theme: {color: {accent: "#12f"}}', []],
    ['theme: {color: {accent: "#1d4ed8"}}', []],
    ['theme: {color: {accent: "#1D4ED8"}}', []],
    ['theme: {color: {accent: "1d4ed8"}}', ['brand/invalid-color']],
    ['theme: {color: {accent: "#1d4ed8ff"}}', ['brand/invalid-color']],
    ['theme: {color: {accent: "#12"}}', ['brand/invalid-color']],
    ['theme: {color: {accent: "#gggggg"}}', ['brand/invalid-color']],
    ['theme: {color: {accent: "red;}"}}', ['brand/invalid-color']],
    ['theme: {color: {accent: "rgb(0,0,0)"}}', ['brand/invalid-color']],
    ['theme: {color: {background: "#777777"}}', Array(4).fill('brand/low-contrast')],
    ['theme: {font: {body: "Georgia, serif"}}', []],
    [`theme: {font: {body: 'Foo "Bar, serif'}}`, ['brand/invalid-value']],
    [`theme: {font: {body: "'Foo, serif"}}`, ['brand/invalid-value']],
    ['theme: {font: {body: "a,,b"}}', ['brand/invalid-value']],
    [`theme: {font: {body: "system-ui , 'Segoe UI',\\"O'Neil 2\\", serif"}}`, []],
    ['theme: {font: {body: "x;} body{display:none"}}', ['brand/invalid-value']],
    ['theme: {font: {body: "url(//evil)"}}', ['brand/invalid-value']],
    ['theme: {font: {body: "a\\\\"}}', ['brand/invalid-value']],
    ['theme: {radius: 12px}', []],
    ['theme: {radius: "0"}', []],
    ['theme: {radius: 0.75rem}', []],
    ['theme: {radius: 0}', ['brand/wrong-type']],
    ['theme: {radius: "12px;}"}', ['brand/invalid-value']],
    ['theme: {radius: calc(1px)}', ['brand/invalid-value']],
    ['theme: {logo: logo.svg}', []],
    ['theme: {logo: img/logo.png}', []],
    ['theme: {logo: ../logo.svg}', ['brand/invalid-value']],
    ['theme: {logo: /logo.svg}', ['brand/invalid-value']],
    ['theme: {logo: logo.exe}', ['brand/invalid-value']],
    ['theme: {header: {mobile: disclosure}}', []],
    ['theme: {header: {mobile: brand+disclosure}}', []],
    ['theme: {header: {mobile: both}}', ['brand/invalid-value']],
    ['provider: {embedPath: /x/y.js}', []],
    ['provider: {embedPath: //evil.example/x.js}', ['brand/invalid-value']],
    ['provider: {embedPath: x.js}', ['brand/invalid-value']],
    ['provider: {embedPath: /../x.js}', ['brand/invalid-value']],
    ['provider: {embedPath: "/x?y"}', ['brand/invalid-value']],
    ['provider: {documentPath: "/d/{id}.html"}', []],
    ['provider: {documentPath: /d/id}', ['brand/invalid-value']],
    ['provider: {mode: iframe, embedPath: /form.html, silent: true}', []],
    ['provider: {silent: true}', ['brand/invalid-value']],
    [
      'provider: {pass: [gclid, gbraid, wbraid, msclkid, fbclid, "utm_*", subid, campaign_name, clickId]}',
      [],
    ],
    ['provider: {pass: {gclid: click_id, "utm_*": "utm_*"}}', []],
    ['provider: {pass: [gclid, {fbclid: click_id}]}', []],
    ['provider: {pass: []}', []],
    ['provider: {pass: gclid}', ['brand/wrong-type']],
    ['provider: {pass: [1]}', ['brand/wrong-type']],
    ['provider: {pass: ["*"]}', ['brand/invalid-value']],
    ['provider: {pass: ["a*b"]}', ['brand/invalid-value']],
    ['provider: {pass: ["a b"]}', ['brand/invalid-value']],
    ['provider: {pass: {"utm_*": utm}}', ['brand/invalid-value']],
    ['provider: {pass: {gclid: formId}}', ['brand/invalid-value']],
    ['provider: {pass: {gclid: email}}', ['brand/invalid-value']],
    ['provider: {pass: [email, gclid, phone, ssn, name]}', Array(4).fill('brand/invalid-value')],
    [
      'provider: {pass: [firstName, last_name, user_email, phone_number]}',
      Array(4).fill('brand/invalid-value'),
    ],
    [
      'provider: {pass: [Email, fname, dob, social_security, "email_*"]}',
      Array(5).fill('brand/invalid-value'),
    ],
    ['provider: {events: {submitted: generate_lead}}\nanalytics: {gtm: GTM-ABC1234}', []],
    ['provider: {events: {submitted: generate_lead}}', ['brand/invalid-value']],
    ['provider: {events: {submitted: gtm.js}}\nanalytics: {gtm: GTM-ABC1234}', ['brand/invalid-value']],
    ['provider: {events: {submitted: "a b"}}\nanalytics: {gtm: GTM-ABC1234}', ['brand/invalid-value']],
    ['provider: {events: {sent: lead}}\nanalytics: {gtm: GTM-ABC1234}', ['brand/unknown-key']],
    [`provider: {certificates: [trustedform, {jornaya: ${campaign}}]}`, []],
    ['provider: {certificates: [trustedform]}', []],
    ['provider: {certificates: []}', []],
    // Valid with a warning: the site cannot load a campaign that it does not know.
    ['provider: {certificates: [trustedform, jornaya]}', ['brand/invalid-value']],
    ['provider: {certificates: [{jornaya: 12345678}]}', ['brand/wrong-type']],
    ['provider: {certificates: [{jornaya: abc}]}', ['brand/invalid-value']],
    ['provider: {certificates: [{trustedform: field}]}', ['brand/invalid-value']],
    ['provider: {certificates: [trustform]}', ['brand/invalid-value']],
    ['provider: {certificates: trustedform}', ['brand/wrong-type']],
    ['provider: {mode: iframe, embedPath: /form.html, certificates: [trustedform]}', ['brand/invalid-value']],
    ['provider: {mode: iframe, embedPath: /form.html, certificates: []}', []],
    ['phones: {google: "+13035550111", spring-mail: "+13035550122"}', []],
    ['phones: {google: "303 555 0111"}', ['brand/invalid-phone']],
    ['phones: {"a b": "+13035550111"}', ['brand/invalid-value']],
    ['phones: {Google: "+13035550111"}', ['brand/invalid-value']],
    ['articles: {only: [a, b-c]}', []],
    ['articles: {only: [A]}', ['brand/invalid-value']],
    ['articles: {except: []}', []],
    ['articles: {only: [a], except: [b]}', ['brand/invalid-value']],
    ['articles: {listLimit: 1}', []],
    ['articles: {listLimit: 0}', ['brand/invalid-value']],
    ['analytics: {gtm: GTM-ABC1234, ga4: G-ABC123DEF4}', []],
    ['analytics: {gtm: "GTM-ABC1234\');alert(1"}', ['brand/invalid-value']],
    ['analytics: {ga4: UA-1}', ['brand/invalid-value']],
    ['analytics: {gtm: GTM-ABC1234, vendors: [google-ads, meta, bing]}', []],
    ['analytics: {gtm: GTM-ABC1234, vendors: [google]}', ['brand/invalid-value']],
    ['analytics: {vendors: [meta]}', ['brand/invalid-value']],
    ['analytics: {allow: [{origin: "https://*.a.example", for: [script, frame], purpose: Calls}]}', []],
    [
      'analytics: {allow: [{origin: "https://a.example/x", for: [script], purpose: Calls}]}',
      ['brand/invalid-url'],
    ],
    ['analytics: {allow: [{origin: "https://*", for: [script], purpose: Calls}]}', ['brand/invalid-url']],
    [
      'analytics: {allow: [{origin: "https://a.example; x", for: [script], purpose: Calls}]}',
      ['brand/invalid-url'],
    ],
    [
      'analytics: {allow: [{origin: "https://a.example", for: [style], purpose: Calls}]}',
      ['brand/invalid-value'],
    ],
    ['analytics: {allow: [{origin: "https://a.example", for: [script]}]}', ['brand/missing-key']],
    ['verification: {google: "aBc_123-xyz", bing: 0123456789ABCDEF}', []],
    ['verification: {google: "<meta name=x>"}', ['brand/invalid-value']],
    ['verification: {googel: aBc123}', ['brand/unknown-key']],
    ['copyrightYear: 2031', []],
    ['copyrightYear: 20310', ['brand/invalid-value']],
    ['unavailableStates: [Ohio]', []],
    ['unavailableStates: [1]', ['brand/invalid-value']],
    ['unavailableStates: [Gorgia]', ['brand/invalid-value']],
    ['unavailableStates: []', ['brand/invalid-value']],
    ['costExample: {principal: 500}', []],
    ['costExample: {principal: 1e-300}', ['brand/invalid-value']],
    ['costExample: {feePer100: 0.001}', ['brand/invalid-value']],
    ['costExample: {principal: 0}', ['brand/invalid-value']],
    ['costExample: {days: 14.5}', ['brand/wrong-type']],
    ['costExample: {apr: 391}', ['brand/unknown-key']],
    ['__proto__: {name: x}', ['brand/unknown-key']],
    ['states: {reviewedOn: 2026-13-01}', ['brand/invalid-value']],
    ['states: {reviewedOn: 2026-02-28}', []],
  ])('%s', (line, codes) => {
    expect(codesOf(`${brandYaml()}${line}\n`)).toEqual(codes)
  })

  it('fills in the defaults of DESIGN section 2', () => {
    expect(parse(brandYaml()).value?.values).toMatchObject({
      locale: 'en-US',
      copyrightYear: 2025,
      articles: { listLimit: 24 },
      provider: {
        embedPath: '/forms/embed.js',
        documentPath: '/forms/document/{id}',
        disclosurePath: '/forms/document/disclosure',
        mode: 'script',
      },
      unavailableStates: ['Arkansas', 'New York', 'Vermont', 'West Virginia'],
      costExample: { principal: 300, feePer100: 15, days: 14 },
    })
    expect(parse(brandYaml()).value?.values.analytics).toBeUndefined()
  })

  it('names the valid certifiers of leads', () => {
    const said = (provider: string) =>
      parse(brandYaml({ provider })).diagnostics.map(
        ({ severity, message, hint }) => `${severity} ${message} ${hint}`,
      )
    expect(said('{certificates: [jornaya]}')).toEqual([
      expect.stringMatching(/^warning "jornaya" has no campaign: .*"\{jornaya: <campaign key>\}"/),
    ])
    expect(said('{certificates: [{jornaya: abc}]}')).toEqual([
      expect.stringMatching(/^error .*campaign\/<key>\.js/),
    ])
    expect(said('{certificates: [trustedfrom]}')).toEqual([
      expect.stringMatching(/Did you mean "trustedform"\?/),
    ])
    expect(said('{mode: iframe, embedPath: /form.html, certificates: [trustedform]}')).toEqual([
      expect.stringMatching(/^error .*form in a frame.*ask the provider to load the scripts in its own page/),
    ])
  })

  it('cuts off spaces around texts', () => {
    expect(parse(brandYaml({ name: '"  A  "' })).value?.values.name).toBe('A')
  })
})

describe('isSlug', () => {
  it.each(['a', '7', 'rent', 'rent-and-utilities', '2025-rules', 'a1-b2'])('takes %j', text => {
    expect(isSlug(text)).toBe(true)
  })
  it.each([
    ...[
      '',
      '-',
      'A',
      'a-',
      '-a',
      'a--b',
      'a_b',
      'a b',
      'a.b',
      'a/b',
      '..',
      'ä',
      'a\n',
      '_house',
      'a\u00adb',
      '１',
    ],
  ])('refuses %j', text => {
    expect(isSlug(text)).toBe(false)
  })

  it('is a path segment and a URL segment that needs no escaping', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9-]{1,12}$/)), text => {
        if (!isSlug(text)) return
        expect(encodeURIComponent(text)).toBe(text)
        expect(text.toLowerCase()).toBe(text)
        expect(text.normalize('NFKC')).toBe(text)
        expect(text).not.toMatch(/^-|-$|--/)
      }),
    )
  })
})
