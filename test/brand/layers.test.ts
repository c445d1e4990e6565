import { expect, it } from 'vitest'
import { loadChain } from '../../src/brand/chain.ts'
import { brandLayers } from '../../src/brand/index.ts'
import { memoryFiles } from '../../src/files/index.ts'
import { brandYaml } from '../support/project.ts'

it.each([
  'extends: _base',
  'extends : "_base"',
  "'extends': '_base'",
  '"ext\\u0065nds": "_b\\x61se"',
  'extends: [_base, _more]',
  'extends: [\n  _base,\n  "_more"\n  ]',
  'extends:\n- _base\n- _more',
  'extends:\n  # Ours\n  - _base\n\n  - >-\n    _more',
  'extends: # ours\n  _base',
  'extends: |-\n  _base',
  'extends: !!str _base',
  '? extends\n: _base',
  '"extends":\n  ["_base",\n  _more]',
  '---\nextends: _base',
  'extends:\t_base',
])('the layers of a brand are those that its site is made of: %j', async named => {
  const files = {
    'brands/_root/brand.yaml': 'companyLine: Root\n',
    'brands/_base/brand.yaml': 'extends:\n  _root\n',
    'brands/_more/brand.yaml': 'companyLine: More\n',
    'brands/acme/brand.yaml': `${named}\n${brandYaml()}`,
  }
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const disk = memoryFiles(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', lineEnd)])),
    )
    const chain = loadChain(disk, 'acme').value.map(({ id }) => id)
    expect(chain).toContain('_root')
    const configOf = (id: string) => disk.readText(`brands/${id}/brand.yaml`).value?.text ?? ''
    expect(await brandLayers('acme', configOf)).toEqual(chain)
  }
})
