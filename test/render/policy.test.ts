import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inlineHashes } from '../../src/render/index.ts'

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('inlineHashes', () => {
  it('has the hash of what stands in the page', () => {
    const styles = ['.a{color:red}', '.a{color:red}.b{}', '.a{color', '']
    const html = styles.map(text => `<style>${text}</style>`).join('<p>')
    expect(inlineHashes(html)).toEqual({ scripts: [], styles: styles.map(sha256) })
  })

  it('leaves out data and scripts of files', () => {
    const html = `<script type="application/ld+json">{"a":"<style>x</style>"}</script><script src="/a.js"></script>
<script type="application/json">{}</script><script type="module">go()</script><style media="print">.b{}</style>`
    expect(inlineHashes(html)).toEqual({ scripts: [sha256('go()')], styles: [sha256('.b{}')] })
  })

  it('does without an element that is not closed', () => {
    expect(inlineHashes('<script>a()<style>.a{color:red}</style>')).toEqual({
      scripts: [],
      styles: [sha256('.a{color:red}')],
    })
  })
})
