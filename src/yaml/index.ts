export { yamlComments } from './comments.ts'
export { type JsonSchema, type SchemaHints, withHints } from './json-schema.ts'
export {
  entryAt,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  type LocatedScalar,
  leaves,
  locate,
  originInside,
  originOf,
  overlay,
  plain,
  valueAt,
} from './located.ts'
export { parseYaml } from './parse.ts'
export {
  checkedString,
  goodPart,
  type IssueParams,
  type KeyHints,
  keysAt,
  matching,
  text,
  validate,
} from './validate.ts'
