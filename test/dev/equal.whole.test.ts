// Watch mode never shows anything that a clean build would not: after random edits to every kind of file, all served bytes
// and all reported problems equal those of a build from nothing. `npm run soak` makes many more edits.

import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBrands } from '../../src/build/index.ts'
import { type DevServer, startDev } from '../../src/dev/index.ts'
import { sortDiagnostics } from '../../src/diagnostics/index.ts'
import { diskFiles } from '../../src/files/index.ts'
import { manifestBuilder } from '../../src/output/index.ts'
import { editableProject, randomEdit, randomNumbers } from '../support/edits.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { folderOfFile, repositoryRoot, writeFiles } from '../support/project.ts'
import { rounds, seed } from '../support/soak.ts'

const wanted = rounds(5)
const mostAtOnce = 6

const defaults = diskFiles(repositoryRoot)
let root: string
let dev: DevServer

beforeAll(async () => {
  root = folderOfFile()
  writeFiles(root, editableProject())
  const { value } = await startDev({
    root,
    files: diskFiles(root),
    defaults,
    brands: 'all',
    drafts: false,
    strict: false,
    port: 0,
    poll: false,
    standIn: true,
    cacheFolder: cache(),
  })
  dev = value as DevServer
})
afterAll(() => dev.close())

const cache = () => ({ path: join(root, '.imprint/cache'), readOnly: false })

interface Clean {
  /** Undefined if the build failed. */
  readonly files: ReadonlyMap<string, Uint8Array> | undefined
  readonly problems: string
}

async function cleanBuild(): Promise<ReadonlyMap<string, Clean>> {
  const outputs = new Map<string, ReturnType<typeof memoryOutput>>()
  const files = diskFiles(root)
  const report = await buildBrands({
    files,
    defaults,
    brands: files.folders('brands').value.filter(id => !id.startsWith('_')),
    strict: false,
    drafts: false,
    providerOrigin: dev.provider?.origin,
    openOutput: async brand => {
      const output = memoryOutput(brand)
      outputs.set(brand, output)
      return { value: output, diagnostics: [] }
    },
  })
  return new Map(
    report.brands.map(({ id, status, diagnostics }) => [
      id,
      {
        files: status === 'failed' ? undefined : outputs.get(id)?.files,
        problems: JSON.stringify(sortDiagnostics(diagnostics)),
      },
    ]),
  )
}

/** The same for watch mode. The manifest stands for the bytes of all files. */
async function shown(): Promise<ReadonlyMap<string, { manifest: string | undefined; problems: string }>> {
  await dev.session.settled()
  return new Map(
    await Promise.all(
      dev.session.brands().map(async ({ id, problems, failed, checked, site, output }) => {
        const manifest = manifestBuilder(id)
        for (const file of output?.files ?? []) manifest.add(file)
        for (const page of site?.site.pages ?? []) {
          const rendered = await dev.session.render(id, page)
          for (const file of [rendered?.file, rendered?.card]) if (file !== undefined) manifest.add(file)
        }
        const { bytes } = manifest.file({ basePath: site?.view.brand.basePath ?? '' })
        return [
          id,
          { manifest: checked && !failed ? text(bytes) : undefined, problems: JSON.stringify(problems) },
        ] as const
      }),
    ),
  )
}

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('latin1')
}

function served(brand: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent: false,
        host: '127.0.0.1',
        port: dev.port,
        path,
        headers: { host: `${brand}.localhost:${dev.port}` },
      },
      response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('end', () =>
          resolve(`${response.statusCode} ${Buffer.concat(chunks).toString('latin1')}`),
        )
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

const ownTag = /<script type="module" src="\/__imprint\/client\.js"[^>]*><\/script>/

test(`${wanted} rounds of random edits: the server serves what a clean build would write`, async () => {
  const random = randomNumbers(seed)
  const goodBuilds = { brands: 0, files: 0 }
  let recent: string[] = []
  for (let round = 1; round <= wanted; round++) {
    const count = 1 + Math.floor(random() * mostAtOnce)
    recent = []
    for (let index = 0; index < count; index++) recent.push(randomEdit(root, random))
    const clean = await cleanBuild()
    const expected = new Map(
      [...clean].map(([id, { files, problems }]) => [
        id,
        { manifest: text(files?.get('imprint-manifest.json')), problems },
      ]),
    )
    const what = `seed ${seed}, round ${round}: ${recent.join('; ')}`
    await expect
      .poll(async () => Object.fromEntries(await shown()), { message: what })
      .toEqual(Object.fromEntries(expected))

    for (const [brand, { files }] of clean) {
      const basePath = dev.session.brand(brand)?.site?.site.view.brand.basePath ?? ''
      if (files !== undefined) goodBuilds.brands++
      for (const [path, bytes] of files ?? []) {
        if (path.startsWith('_') || path === 'imprint-manifest.json') continue
        goodBuilds.files++
        const address = `${basePath}/${path.replace(/(?<=^|\/)index\.html$/, '')}`
        const answer = (await served(brand, address)).replace(ownTag, '')
        expect(answer, `${brand} ${address}, ${what}`).toBe(`200 ${text(bytes)}`)
      }
    }
  }
  // There are enough valid states, so something was compared.
  expect(goodBuilds.brands).toBeGreaterThan(wanted / 6)
})
