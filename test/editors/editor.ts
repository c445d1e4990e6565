// yaml-language-server, started as editors start it for a file with one of our schemas.

import { createRequire } from 'node:module'
import type { LanguageService } from 'yaml-language-server'

// As CommonJS, because its ES modules import files without their extensions.
const require = createRequire(import.meta.url)
const { getLanguageService } = require('yaml-language-server') as typeof import('yaml-language-server')
const { TextDocument } = require('vscode-languageserver-textdocument')

// The server caches parsed files under this number, for all services together.
let version = 0

/** The problems that an editor shows for a file with this schema, each after its line number. */
export function editor(schema: object): (text: string) => Promise<readonly string[]> {
  const nothing = () => undefined
  const service: LanguageService = getLanguageService({
    schemaRequestService: async () => JSON.stringify(schema),
    workspaceContext: { resolveRelativePath: nothing as never },
  })
  service.configure({
    validate: true,
    customTags: [],
    // A copy, because the server adds its own keys.
    schemas: [
      { uri: 'file:///schema.json', fileMatch: ['*.yaml'], schema: structuredClone(schema) as never },
    ],
  })
  return async text => {
    const document = TextDocument.create('file:///project/file.yaml', 'yaml', ++version, text)
    const problems = await service.doValidation(document, false)
    return problems.map(({ range, message }) => `${range.start.line + 1}: ${message}`)
  }
}
