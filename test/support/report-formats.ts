// Validates the reports for other programs against their schemas.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { validateXML } from 'xmllint-wasm'
import { repositoryRoot } from './project.ts'

const support = (name: string) => readFileSync(join(repositoryRoot, 'test/support', name), 'utf8')

/** The errors in a SARIF document; null if it is valid. */
export function sarifErrors(text: string): unknown {
  const schema = JSON.parse(support('sarif-2.1.0-rtm.5.json'))
  // The schema uses draft 4, whose names for these two Ajv does not know.
  delete schema.$schema
  delete schema.id
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema)
  validate(JSON.parse(text))
  return validate.errors ?? null
}

/** The errors in a JUnit document. */
export async function junitErrors(text: string): Promise<readonly unknown[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: text }],
    schema: [{ fileName: 'junit.xsd', contents: support('junit.xsd') }],
  })
  return errors
}
