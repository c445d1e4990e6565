import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { type MarkupHtml, parseMarkdown, type TokenValues } from '../../../src/content/index.ts'
import { reservedAnchors } from '../../../src/content/markdown/anchors.ts'
import { tokenNames } from '../../../src/content/texts/tokens.ts'
import { rounds } from '../../support/soak.ts'
import { fill } from '../support.ts'

const place = {
  originAt: ({ line, column }: { line: number; column: number }) => ({ file: 'a.md', line, column }),
}
const parse = (text: string) => parseMarkdown(text, place)
const tokens = Object.fromEntries(tokenNames.map(name => [name, `[${name}]`])) as TokenValues

/** The HTML of a valid document. Links and images keep the addresses that were written. */
function html(text: string, values = tokens): string {
  const { value, diagnostics } = parse(text)
  expect(diagnostics.filter(problem => problem.severity === 'error')).toEqual([])
  const urls = (references: readonly { url: string }[]) => references.map(({ url }) => url)
  const filled = fill(value!, values, urls(value!.links), urls(value!.images))
  return htmlOf(filled)
}

/** The HTML, with each image as an `<img>` with its own path, and each block in parentheses. */
function htmlOf(html: MarkupHtml): string {
  const written = html.map(piece => {
    if (typeof piece === 'string') return piece
    return 'block' in piece ? `(${piece.block})` : `<img src="${piece.image}"${piece.attributes}>`
  })
  return written.join('')
}
const told = (text: string) =>
  parse(text).diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)

describe('HTML', () => {
  it.each([
    [
      'One line \n and the *next*\nand\n`code\nin two`',
      '<p>One line and the <em>next</em> and <code>code in two</code></p>',
    ],
    ['一行\n二行\nand', '<p>一行\n二行\nand</p>'],
    ['## :moneybag: Fees', '<h2 id="moneybag-fees">💰 Fees</h2>'],
    ['## 💰 Fees :+1:', '<h2 id="section--fees-1">💰 Fees 👍</h2>'],
    ['Paid :+1:, *:100:* and :8ball:', '<p>Paid 👍, <em>💯</em> and 🎱</p>'],
    [
      '`:tada:` \\:tada: \\: :tada: 9:30:45 a::tada:',
      '<p><code>:tada:</code> :tada: : 🎉 9:30:45 a::tada:</p>',
    ],
    ['A *b* **c** `d`', '<p>A <em>b</em> <strong>c</strong> <code>d</code></p>'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['3. a', '<ol start="3">\n<li>a</li>\n</ol>'],
    ['> a', '<blockquote>\n<p>a</p>\n</blockquote>'],
    ['a  \nb', '<p>a<br>\nb</p>'],
    ['---', '<hr>'],
    ['## A heading', '<h2 id="a-heading">A heading</h2>'],
    ['[a](/faq/ "t")', '<p><a href="/faq/" title="t">a</a></p>'],
    ['<https://a.example/>', '<p><a href="https://a.example/">https://a.example/</a></p>'],
    ['[a][1]\n\n[1]: https://a.example/x', '<p><a href="https://a.example/x">a</a></p>'],
    ['![alt](a.png "t")', '<p><img src="a.png" alt="alt" title="t" loading="lazy"></p>'],
    ['1 < 2 & "3"', '<p>1 &#x3C; 2 &#x26; "3"</p>'],
    ['`<b>`', '<p><code>&#x3C;b></code></p>'],
    ['\\<b>', '<p>&#x3C;b></p>'],
    ['~~a~~', '<p><del>a</del></p>'],
    ['a<br>b<!-- c -->', '<p>a<br>\nb</p>'],
    ['See https://a.example.', '<p>See <a href="https://a.example">https://a.example</a>.</p>'],
    [
      '> [!TIP]\n> a',
      '<div class="alert tip" role="note">\n<p class="alert-title">(tip)</p>\n<p>a</p>\n</div>',
    ],
    [
      '- [x] a',
      '<ul>\n<li class="task-list-item"><input type="checkbox" checked disabled aria-label="(task)"> a</li>\n</ul>',
    ],
    [
      '| a | |\n|--:|---|\n| b |',
      '<div class="table" role="group" aria-label="(table)" tabindex="0"><table>\n<thead>\n<tr>\n' +
        '<th class="right" scope="col">a</th>\n<td></td>\n</tr>\n</thead>\n<tbody>\n<tr>\n' +
        '<td class="right">b</td>\n<td></td>\n</tr>\n</tbody>\n</table></div>',
    ],
    [
      'a[^x]\n\n[^x]: b',
      '<p>a<sup><a href="#fn-1" id="fnref-1" aria-label="(footnote) 1">1</a></sup></p>\n' +
        '<div class="footnotes" role="group" aria-label="(footnotes)"><ol>\n<li id="fn-1">\n' +
        '<p>b <a href="#fnref-1" aria-label="(footnoteBack) 1">↩</a></p>\n</li>\n</ol>\n</div>',
    ],
    ['At 10:30, note:this', '<p>At 10:30, note:this</p>'],
    ['', ''],
  ])('of %j', (text, expected) => {
    expect(html(text).trim()).toBe(expected)
  })

  it('keeps code blocks with their language', () => {
    expect(html('```js\nlet a = "{name}" < 1\n```')).toContain(
      '<code class="language-js">let a = "{name}" &#x3C; 1',
    )
  })
})

describe('character references', () => {
  it.each([
    ['One\n\ntwo &#1; three', ['3:5']],
    ['a &#0; &#x202E; &#xfdd0; &#65535;', ['1:3', '1:8', '1:17', '1:26']],
    ['[a](/b/ "&#x1;") ![c &#2;](d.png)', ['1:10', '1:22']],
    ['[a][1]\n\n[1]: /b/ "x&#xD800;"', ['3:12']],
    ['~~~ j&#x1;s\na\n~~~', ['1:6']],
    ['*a\n&#xc;*', ['2:1']],
  ])('for what no page may show are refused: %j', (text, places) => {
    expect(told(text)).toEqual(places.map(place => `${place} file/control-character`))
  })

  it.each(['&amp; &copy; &#65; &#x1F600; &#10;', '\\&#1; `&#1;` \ufffd', '    &#1;'])(
    'for anything else are not: %j',
    text => {
      expect(told(text)).toEqual([])
    },
  )
})

describe('tokens', () => {
  it('are filled in as text, never as markup', () => {
    const evil = { ...tokens, name: '<script>alert(1)</script>"\'&', apr: '**b**' }
    expect(html('Hi {name}, {apr}', evil)).toBe(
      '<p>Hi &lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;, **b**</p>',
    )
    expect(html('## About {name}', evil)).not.toContain('<script')
    expect(html('![{name}](a.png "{name}")', evil)).not.toMatch(/<script|""/)
  })

  it('are filled in alternative texts and titles', () => {
    expect(html('![Of {name}](a.png "{apr}")')).toContain('alt="Of [name]" title="[apr]"')
    expect(html('[a](/a/ "{apr}")')).toContain('title="[apr]"')
  })

  it('stand for themselves in code', () => {
    expect(html('`{name}` {name}')).toBe('<p><code>{name}</code> [name]</p>')
  })

  it('may be in link targets, and are filled when the link is resolved', () => {
    expect(parse('[Terms]({termsUrl})').value?.links).toMatchObject([{ url: '{termsUrl}' }])
  })

  it.each([
    ['Ask {brand}', ['1:5 content/unknown-token']],
    ['one\ntwo {nope} and\n{nada}', ['2:5 content/unknown-token', '3:1 content/unknown-token']],
    ['[a]({nope})', ['1:1 content/unknown-token']],
    ['*{nope}*', ['1:2 content/unknown-token']],
    ['`{nope}`', []],
    ['a { nope } b', []],
    ['{constructor}', ['1:1 content/unknown-token']],
    ['a ![{nope}](a.png)', ['1:3 content/unknown-token']],
    ['a [b](/c/ "{nope}")', ['1:3 content/unknown-token']],
  ])('unknown in %j', (text, expected) => {
    expect(told(text)).toEqual(expected)
  })

  it.each([
    ['`a`: {string}', ['1:6 markdown/type-note']],
    ['- `a` *{Object}* and {number}', ['1:8 markdown/type-note']],
    ['`a` is a {net.Socket}, one {EventEmitter}', ['1:10 markdown/type-note']],
    ['`a` {dot}', ['1:5 markdown/type-note']],
    ['`a` has a [[Prototype]]', ['1:11 markdown/type-note']],
    [
      '`a` {phon}, {string} or {phon}',
      ['1:5 content/unknown-token', '1:25 content/unknown-token', '1:13 markdown/type-note'],
    ],
    ['`a` and {brand} of {Company}', ['1:9 content/unknown-token', '1:20 content/unknown-token']],
    ['`a` and [[Fees]], {a.b}', ['1:9 content/foreign-syntax', '1:19 content/foreign-syntax']],
    ['Call {number}', ['1:6 content/unknown-token']],
    ['The [[Prototype]]', ['1:5 content/foreign-syntax']],
  ])('of a type in a text about code: %j', (text, expected) => {
    expect(told(text)).toEqual(expected)
    expect(html('`a` {string} of {name}')).toBe('<p><code>a</code> {string} of [name]</p>')
  })
})

describe('headings', () => {
  const anchors = (text: string) => [...html(text).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

  it('have anchors, each once', () => {
    expect(anchors('## What it costs\n\n## What it costs\n\n### Ünïcode & more?')).toEqual([
      'what-it-costs',
      'what-it-costs-1',
      'ünïcode--more',
    ])
  })

  it.each(reservedAnchors)('never take "%s", which the page uses itself', anchor => {
    expect(anchors(`## ${anchor}`)).toEqual([`${anchor}-1`])
  })

  it('always have one, even of signs only', () => {
    for (const anchor of anchors('## ???\n\n## !!!\n\n## 2025')) expect(anchor).toMatch(/^[a-z][a-z0-9-]*$/)
  })

  it('are linked to by the names that GitHub gives them, where theirs differ', () => {
    const text = '[a](#faq) [b](#1-apply) [c](#faq-1) [d](#form)\n\n## FAQ\n\n## 1. Apply\n'
    expect([...html(text).matchAll(/ href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      '#faq-1',
      '#section-1-apply',
      '#faq-1',
      '#form',
    ])
  })

  it('of the first level are shown at the second, for the title is the first', () => {
    expect(parse('# Title').diagnostics).toMatchObject([{ code: 'markdown/second-title', severity: 'info' }])
    expect(html('# Title')).toContain('<h2')
  })
})

describe('links and images', () => {
  it('are listed in order with their places, and leave a hole', () => {
    const { value } = parse('[a](/a/)\n\n![b](b.png) [c][ref] [d](#d)\n\n[ref]: https://c.example/')
    expect(value?.links).toEqual([
      { url: '/a/', origin: { file: 'a.md', line: 1, column: 1 } },
      { url: '#d', origin: { file: 'a.md', line: 3, column: 22 } },
      { url: 'https://c.example/', origin: { file: 'a.md', line: 3, column: 13 } },
    ])
    expect(value?.images).toEqual([{ url: 'b.png', origin: { file: 'a.md', line: 3, column: 1 } }])
  })

  it('fills each hole with its own address', () => {
    const { value } = parse('[one](/1/) [two](/2/) ![i](i.png) [three][r]\n\n[r]: /3/')
    const urls = value!.links.map(({ url }) => `/base${url}`)
    const filled = htmlOf(fill(value!, tokens, urls, ['/assets/i-123.png']))
    for (const [text, url] of [
      ['one', '/1/'],
      ['two', '/2/'],
      ['three', '/3/'],
    ]) {
      expect(filled).toContain(`<a href="/base${url}">${text}</a>`)
    }
    expect(filled).toContain('src="/assets/i-123.png"')
  })

  it('leave images apart from the text, with their other attributes', () => {
    const { value } = parse('![one > "two" {name}](a.png "T")![](b.png) x\n\n![loading="lazy">](a.png)')
    expect(fill(value!, tokens, [], ['content/a.png', 'content/b.png', 'content/a.png'])).toEqual([
      '<p>',
      {
        image: 'content/a.png',
        attributes: ' alt="one > &#x22;two&#x22; [name]" title="T" loading="lazy"',
      },
      '',
      { image: 'content/b.png', attributes: ' alt="" loading="lazy"' },
      ' x</p>\n<p>',
      { image: 'content/a.png', attributes: ' alt="loading=&#x22;lazy&#x22;>" loading="lazy"' },
      '</p>',
    ])
  })

  it('lose the address but not the text if a link leads nowhere', () => {
    const { value } = parse('See [the *rules*](/x/).')
    expect(fill(value!, tokens, [undefined], [])).toEqual(['<p>See <span>the <em>rules</em></span>.</p>'])
  })

  it('escape addresses they are given', () => {
    const { value } = parse('[a](/a/)')
    expect(fill(value!, tokens, ['/"><script>'], [])).toEqual([
      '<p><a href="/&quot;&gt;&lt;script&gt;">a</a></p>',
    ])
  })
})

describe('blocks', () => {
  it('cut a text, with their attributes and places', () => {
    const { value, diagnostics } = parse(
      'One\n\n::faq{only="cost, credit"  title=\'A "good" {name}\'}\n\n::cost-calculator\n\nTwo\n',
    )
    expect(diagnostics).toEqual([])
    const at = (column: number) => ({ file: 'a.md', line: 3, column })
    expect(value?.blocks[0]).toEqual({
      name: 'faq',
      origin: at(1),
      attributes: [
        { key: 'only', value: 'cost, credit', origin: at(7) },
        { key: 'title', value: 'A "good" {name}', origin: at(28) },
      ],
    })
    expect(fill(value!, tokens, [], [])).toEqual([
      expect.stringContaining('<p>One</p>'),
      { block: 'faq', attributes: { only: 'cost, credit', title: 'A "good" {name}' } },
      { block: 'cost-calculator', attributes: {} },
      expect.stringContaining('<p>Two</p>'),
    ])
  })

  it.each([
    ['- ::cost-calculator', ['1:3 markdown/unknown-directive']],
    ['::cost-calculator[x]', ['1:1 markdown/unknown-directive']],
    ['::cost-calculator{onclick=alert(1)}', ['1:1 markdown/unknown-directive']],
    ['::faq{only="a" only="b"}', ['1:1 markdown/unknown-directive']],
    ['::faq {only="a"}', ['1:1 markdown/unknown-directive']],
    ['See ::faq{only="a"} here', ['1:5 markdown/unknown-directive']],
    ['::faq{only="{nmae}"}', ['1:7 content/unknown-token']],
    ['::call{text="a" to="javascript:x"}', ['1:17 markdown/unsafe-link']],
    [':::cost-calculator\nx\n:::', ['1:1 markdown/unknown-directive']],
  ])('%j is refused', (text, expected) => {
    expect(parse(text).diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual(
      expected,
    )
  })
})

describe('nesting', () => {
  it.each(['> ', '>', '- ', '1. ', ' * ', '> - '])('of thousands of %j is refused, not suffered', piece => {
    const { value, diagnostics } = parse(`One\n\n${piece.repeat(30_000)}text`)
    expect(value).toBeUndefined()
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['markdown/too-deep', 3]])
  })

  it.each(['*a **b ', '[', '![', '`', '<', '**', '\\', ':::a\n', '[a](', '&'])(
    'of thousands of %j is no trouble',
    piece => {
      expect(() => parse(piece.repeat(3000))).not.toThrow()
    },
  )

  it('of a hundred levels is taken', () => {
    expect(told(`${'>'.repeat(98)} text`)).toEqual([])
  })
})

// Input that broke other renderers: https://github.com/cure53/DOMPurify, OWASP's cheat sheet, micromark's own tests.
const attacks = [
  ...[
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example/x.js>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
  ],
  ...[
    '<a href="javascript:alert(1)">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<style>*{display:none}</style>',
  ],
  ...[
    '<div onclick=alert(1)>x</div>',
    'a <b onmouseover=alert(1)>b</b>',
    '<!-- --><script>alert(1)</script>',
    '<?php echo 1 ?>',
  ],
  ...[
    '<![CDATA[<script>alert(1)</script>]]>',
    '<!DOCTYPE html>',
    '<math><mtext><script>alert(1)</script>',
    '<x/onclick=1>',
  ],
  ...[
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](  javascript:alert(1))',
    '[x](<javascript:alert(1)>)',
  ],
  ...[
    '[x](java\\script:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](&#x6A;avascript:alert(1))',
  ],
  ...[
    '[x](javascript&#58;alert(1))',
    '[x](java&Tab;script:alert(1))',
    '[x](java&NewLine;script:alert(1))',
    '[x](&#1;javascript:alert(1))',
  ],
  ...[
    '[x](\tjavascript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](&#x0;javascript:alert(1))',
    '[x](&nbsp;javascript:alert(1))',
  ],
  ...[
    '[x](vbscript:msgbox(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](data:image/svg+xml,<svg/onload=alert(1)>)',
  ],
  ...[
    '[x](file:///etc/passwd)',
    '[x](blob:https://a.example/1)',
    '[x](about:blank)',
    '[x](view-source:x)',
    '[x](ftp://a.example)',
  ],
  ...[
    '[x](//evil.example/)',
    '[x](/\\evil.example/)',
    '[x](\\\\evil.example/)',
    '[x](https:evil.example)',
    '[x](https:///evil.example)',
  ],
  ...[
    '[x](https://user:pass@evil.example/)',
    '[x](https://a.example@evil.example/)',
    '[x](http://user@a.example/)',
    '[x](https://)',
  ],
  ...['<javascript:alert(1)>', '<vbscript:x>', '<data:text/html,x>', '<JAVASCRIPT:alert(1)>', '<x:y>'],
  ...[
    '[x][1]\n\n[1]: javascript:alert(1)',
    '[x][1]\n\n[1]: <data:text/html,x>',
    '[x]\n\n[x]: vbscript:x "t"',
    '![x][1]\n\n[1]: javascript:alert(1)',
  ],
  ...[
    '[1]: https://a.example/\n[1]: javascript:alert(1)\n\n[x][1]',
    '[1]: javascript:alert(1)\n[1]: https://a.example/\n\n[x][1]',
  ],
  ...[
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '![x](//evil.example/x.png)',
    '![" onerror="alert(1)](x.png)',
  ],
  ...[
    '![x](x.png "\\" onerror=\\"alert(1)")',
    '[x](/a/ "\\" onclick=\\"alert(1)")',
    '[x](/a/"onclick="alert(1))',
    '[x](</a/" onclick="x>)',
  ],
  ...[
    '[![x](javascript:alert(1))](javascript:alert(2))',
    '*[x](javascript:alert(1))*',
    '> [x](javascript:alert(1))',
    '- [x](javascript:alert(1))',
  ],
  ...[
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '&lt;script&gt;',
    '`<script>`',
    '    <script>alert(1)</script>',
    '```html\n<script>\n```',
  ],
  ...[
    '```js" onclick="alert(1)\nx\n```',
    '```"><script>\nx\n```',
    '## <script>',
    '## x {#id onclick=alert(1)}',
    '{onclick=alert(1)}',
  ],
  ...[
    '\\<script>',
    '<scr<script>ipt>',
    '[x](javas\u0000cript:alert(1))',
    '[x](\u202ejavascript:alert(1))',
    '[x](ja\u00advascript:alert(1))',
  ],
  ...[
    '::cost-calculator{onclick="alert(1)"}',
    '::cost-calculator[<script>]',
    ':x[javascript:]{href=javascript:x}',
    '[x]({siteUrl}javascript:x)',
  ],
  ...[
    '[x](&#xfdd0;l0&#xfdd1;)',
    '&#xfdd0;tname&#xfdd1;',
    '[x](tel:1;javascript:x)',
    '[x](mailto:a@b?subject=<script>)',
  ],
]

const allowedElements = new Set(
  'h1 h2 h3 h4 h5 h6 p blockquote ul ol li pre code hr br em strong del sup a img input div table thead tbody tr th td'.split(
    ' ',
  ),
)
const allowedAttributes = new Set([
  ...['href', 'src', 'alt', 'title', 'start', 'class', 'id', 'loading', 'role', 'aria-label', 'tabindex'],
  ...['scope', 'type', 'checked', 'disabled'],
])

/** Anything in a piece of HTML that, in a browser, could do more than show text. */
function dangers(markup: string): string[] {
  const found: string[] = []
  const visit = (node: DefaultTreeAdapterMap['node']): void => {
    if ('tagName' in node) {
      if (!allowedElements.has(node.tagName)) found.push(`<${node.tagName}>`)
      for (const { name, value } of node.attrs) {
        if (!allowedAttributes.has(name)) found.push(`${name}=`)
        if (name !== 'href' && name !== 'src') continue
        // The address as a browser reads it: without tabs and line ends, and without control characters at the start.
        const { protocol, username, password } = new URL(value, 'https://site.example/page/')
        if (!['https:', 'http:', 'mailto:', 'tel:'].includes(protocol)) found.push(`${name}=${value}`)
        if (username !== '' || password !== '') found.push(`${name}=${value}`)
        if (/^[\\/]{2}/.test(value.trim())) found.push(`${name}=${value}`)
      }
    } else if (node.nodeName === '#comment' || node.nodeName === '#documentType') found.push(node.nodeName)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parseFragment(markup))
  return found
}

/** The dangers in the HTML of a document; none if the document is refused. */
function dangersOf(text: string): string[] {
  const { value, diagnostics } = parse(text)
  expect(value === undefined).toBe(diagnostics.some(problem => problem.severity === 'error'))
  if (value === undefined) return []
  const urls = (references: readonly { url: string }[]) => references.map(({ url }) => url)
  return dangers(htmlOf(fill(value, tokens, urls(value.links), urls(value.images))))
}

describe('attacks', () => {
  it('the judge knows one when it sees it', () => {
    expect(dangers('<a href=" java\nscript:x" onclick=x>a</a><script></script><!-- -->')).toEqual(
      ['onclick=', 'href= java\nscript:x', '<script>', '#comment'].sort((a, b) =>
        a.startsWith('href') ? -1 : b.startsWith('href') ? 1 : 0,
      ),
    )
  })

  it.each(attacks)('%j is refused or harmless', text => {
    expect(dangersOf(text)).toEqual([])
  })

  it.each([
    '[x](javascript:alert(1))',
    '<javascript:alert(1)>',
    '[x][1]\n\n[1]: javascript:alert(1)',
    '![x](data:x)',
  ])('%j is reported as such', text => {
    expect(parse(text).diagnostics.map(problem => problem.code)).toEqual(['markdown/unsafe-link'])
  })

  it('are harmless in any combination', () => {
    const pieces = [
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '"',
      "'",
      '`',
      '*',
      '\n',
      '\n\n',
      '!',
      '&',
      '#x6A;',
      'javascript:',
      'data:',
      '//',
      '\\',
      ' ',
      'onerror=',
      '=',
      'img ',
      'script',
      'a',
      '{name}',
      '&colon;',
      '[1]: ',
      '[x][1]',
      '    ',
    ]
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map(parts => parts.join('')),
          fc.array(fc.constantFrom(...attacks), { minLength: 2, maxLength: 3 }).map(parts => parts.join(' ')),
        ),
        text => {
          expect(dangersOf(text)).toEqual([])
        },
      ),
      { numRuns: rounds(200) },
    )
  })
})

describe('any text', () => {
  it('is parsed without an exception, and every problem has a place in it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), text => {
        const { diagnostics } = parse(text)
        for (const { line = 0, column = 0 } of diagnostics) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length)
          expect(column).toBeGreaterThanOrEqual(1)
        }
      }),
      { numRuns: rounds(150) },
    )
  })
})
