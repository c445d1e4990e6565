// Mistakes in `brand.yaml` that `imprint check` reports, each with the line at which it is reported. Lines of `valid` are
// replaced or added by their keys.

const valid: Readonly<Record<string, string>> = {
  name: 'Acme',
  siteUrl: 'https://www.acme.example',
  formId: 'acme-main',
  phone: '"+18005550123"',
  email: 'info@acme.example',
  providerHost: 'forms.provider.example',
  companyLine: 'A service of Acme LLC.',
}

const withLine = (key: string, value: string): string =>
  Object.entries({ ...valid, [key]: value })
    .map(([name, text]) => `${name}: ${text}\n`)
    .join('')

/** The text of the file for each mistake. */
export const brandMistakes: Readonly<Record<string, string>> = {
  'unknown key': withLine('fone', '"+18005550123"'),
  'missing key': withLine('name', '').replace('name: \n', ''),
  'list for a text': withLine('name', '[Acme]'),
  'empty text': withLine('name', '""'),
  'text too long': withLine('name', 'x'.repeat(81)),
  'http address': withLine('siteUrl', 'http://www.acme.example'),
  'slash at the end': withLine('siteUrl', 'https://www.acme.example/'),
  'query in the address': withLine('siteUrl', 'https://www.acme.example/?a=b'),
  'language as a word': withLine('locale', 'english'),
  'blank in the form id': withLine('formId', 'acme main'),
  'national phone': withLine('phone', '"(800) 555-0123"'),
  'email without @': withLine('email', 'info.acme.example'),
  'scheme in the host': withLine('providerHost', 'https://forms.provider.example'),
  'port in the host': withLine('providerHost', 'forms.provider.example:8443'),
  'unknown mode': withLine('provider', '{mode: popup}'),
  'path without a slash': withLine('provider', '{embedPath: embed.js}'),
  'document path without {id}': withLine('provider', '{documentPath: /documents}'),
  'unknown key of the provider': withLine('provider', '{path: /embed.js}'),
  'year as a word': withLine('copyrightYear', 'soon'),
  'year out of range': withLine('copyrightYear', '1925'),
  'colour by name': withLine('theme', '{color: {accent: blue}}'),
  'unknown role of a colour': withLine('theme', '{color: {button: "#112233"}}'),
  'colours without contrast': withLine('theme', '{color: {text: "#eeeeee"}}'),
  'length without a unit': withLine('theme', '{radius: 12}'),
  'logo of another format': withLine('theme', '{logo: logo.gif}'),
  'font stack with a semicolon': withLine('theme', '{font: {body: "Arial; color: red"}}'),
  'unknown density': withLine('theme', '{density: dense}'),
  'list limit of 0': withLine('articles', '{listLimit: 0}'),
  'text for a list': withLine('articles', '{only: rent}'),
  'no slug': withLine('articles', '{only: [Rent And You]}'),
  'only and except': withLine('articles', '{only: [rent], except: [cost]}'),
  'analytics of another kind': withLine('analytics', '{ga4: UA-12345-6}'),
  'unknown vendor': withLine('analytics', '{gtm: GTM-ABC1234, vendors: [googl]}'),
  'misspelt state': withLine('unavailableStates', '[Gorgia]'),
  'no states': withLine('unavailableStates', '[]'),
  'amount of 0': withLine('costExample', '{principal: 0}'),
  'unknown base': withLine('extends', '_hose'),
  'key given twice': `${withLine('locale', 'en-US')}locale: es-US\n`,
  'quote that is never closed': withLine('companyLine', '"A service'),
  'tab before a key': withLine('theme', '\n\tradius: 12px'),
  'day that is none': withLine('states', '{reviewedBy: J. Doe, reviewedOn: yesterday}'),
  'waiver without a reason': withLine('waivers', '[{rule: claim/urgency, by: J. Doe, until: 2026-12-01}]'),
  'unknown channel': withLine('channels', '[facebook]'),
  'unknown key of an environment': withLine(
    'environments',
    '{staging: {siteURL: "https://staging.acme.example"}}',
  ),
  'tag for a code': withLine('verification', '{google: "<meta>"}'),
}
