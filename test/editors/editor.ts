// yaml-language-server, as editors start it for a file with one of our schemas.

import { createRequire } from 'node:module'
import type { LanguageService } from 'yaml-language-server'

// As CommonJS: its ES modules import files without their extension.
const require = createRequire(import.meta.url)
const { getLanguageService } = require('yaml-language-server') as typeof import('yaml-language-server')
const { TextDocument } = require('vscode-languageserver-textdocument')

// Parsed files are cached under this number, by all services together.
let version = 0

/** The problems that an editor shows of a file with this schema, each behind its line. */
export function editor(schema: object): (text: string) => Promise<readonly string[]> {
  const nothing = () => undefined
  const service: LanguageService = getLanguageService({
    schemaRequestService: async () => JSON.stringify(schema),
    workspaceContext: { resolveRelativePath: nothing as never },
  })
  service.configure({
    validate: true,
    customTags: [],
    // A copy: the server adds keys of its own.
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
