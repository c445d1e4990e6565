import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inspectHtml } from '../../src/render/index.ts'
import { contentSecurityPolicy } from '../../src/render/policy.ts'
import { planSite } from '../../src/site/index.ts'
import { planned } from '../site/support.ts'

const hashesIn = (html: string) => inspectHtml(html).hashes
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('the hashes of a page', () => {
  it('has the hash of the inline code', () => {
    const styles = ['.a{color:red}', '.a{color:red}.b{}', '.a{color', '']
    const html = styles.map(text => `<style>${text}</style>`).join('<p>')
    expect(hashesIn(html)).toEqual({ scripts: [], styles: styles.map(sha256) })
  })

  it('leaves out data and scripts of files', () => {
    const html = `<script type="application/ld+json">{"a":"<style>x</style>"}</script><script src="/a.js"></script>
<script type="application/json">{}</script><script type="module">go()</script><style media="print">.b{}</style>`
    expect(hashesIn(html)).toEqual({ scripts: [sha256('go()')], styles: [sha256('.b{}')] })
  })

  it('does without an element that is not closed', () => {
    expect(hashesIn('<script>a()<style>.a{color:red}</style>')).toEqual({
      scripts: [],
      styles: [sha256('.a{color:red}')],
    })
  })
})

describe('the policy of a site with tags of others', () => {
  const policyOf = (analytics: string, withoutTags = false) => {
    const { brand, content } = planned({}, { analytics })
    const site = planSite(brand, content, { withoutTags }).value
    if (site === undefined) throw new Error('The site could not be planned.')
    const text = contentSecurityPolicy(site.view, { scripts: [], styles: [] }, false, 'meta')
    return Object.fromEntries(text.split('; ').map(rule => [rule.split(' ')[0], rule.split(' ').slice(1)]))
  }
  const gtm = 'gtm: GTM-ABC1234'

  it('allows what the named vendors need, and the listed origins, each only for its use', () => {
    const allow = 'allow: [{origin: "https://calls.example", for: [script, frame], purpose: Call tracking}]'
    const policy = policyOf(`{${gtm}, vendors: [google-ads, bing], ${allow}}`)
    expect(policy['script-src']).toEqual(
      expect.arrayContaining([
        'https://www.googletagmanager.com',
        'https://www.googleadservices.com',
        'https://bat.bing.com',
        'https://calls.example',
      ]),
    )
    expect(policy['frame-src']).toEqual(
      expect.arrayContaining(['https://td.doubleclick.net', 'https://calls.example']),
    )
    expect(policy['img-src']).not.toContain('https://calls.example')
    expect(policy['connect-src']).not.toContain('https://calls.example')
    expect(JSON.stringify(policy)).not.toContain('facebook')
  })

  it('is that of the tag manager alone without them, and lets nobody in where tags are left out', () => {
    expect(policyOf(`{${gtm}}`)['script-src']).toEqual(["'self'", 'https://www.googletagmanager.com'])
    expect(policyOf(`{${gtm}}`)['frame-src']).toBeUndefined()
    expect(policyOf(`{${gtm}, vendors: [meta]}`, true)).toEqual(policyOf('{}'))
  })
})

describe('the policy of a site whose leads are certified', () => {
  const campaign = '1b2c3d4e-0000-4000-8000-1a2b3c4d5e6f'
  const policyOf = (certificates: string, form: boolean, providerOrigin?: string) => {
    const { brand, content } = planned({}, { provider: `{certificates: ${certificates}}` })
    const site = planSite(brand, content, { providerOrigin }).value
    if (site === undefined) throw new Error('The site could not be planned.')
    return contentSecurityPolicy(site.view, { scripts: [], styles: [] }, form, 'meta')
  }
  const directives = (policy: string, host: string) =>
    policy.split('; ').flatMap(rule => (rule.includes(host) ? [rule.split(' ')[0]] : []))

  it('lets in whose scripts they are, on the page with the form alone', () => {
    const both = `[trustedform, {jornaya: ${campaign}}]`
    const policy = policyOf(both, true)
    const uses = ['script-src', 'img-src', 'connect-src']
    for (const host of ['https://cdn.trustedform.com', 'https://api.trustedform.com'])
      expect(directives(policy, host)).toEqual(uses)
    for (const host of ['https://*.lidstatic.com', 'https://*.leadid.com'])
      expect(directives(policy, host)).toEqual([...uses, 'frame-src'])
    expect(policyOf(both, false)).toBe(policyOf('[]', false))
    expect(policyOf('[trustedform]', true)).not.toMatch(/lidstatic|leadid/)
    // The provider's script loads the script of its own campaign.
    expect(policyOf('[trustedform, jornaya]', true)).toBe(policy)
  })

  it('allows no certifier with a stand-in for the provider', () => {
    expect(policyOf('[trustedform]', true, 'http://127.0.0.1:1')).not.toContain('trustedform')
  })
})
