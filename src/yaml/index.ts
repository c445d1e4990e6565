export { type JsonSchema, shown, withExamples } from './json-schema.ts'
export {
  entryAt,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  type LocatedScalar,
  leaves,
  locate,
  originAtOffset,
  originInside,
  originOf,
  originOfWord,
  overlay,
  plain,
  scalarsOf,
  scalarsUnder,
  valueAt,
} from './located.ts'
export { parseYaml } from './parse.ts'
export { parseSimpleMap } from './parse-simple.ts'
export {
  checkedString,
  goodPart,
  issueOf,
  type KeyHints,
  keysAt,
  kindAt,
  matching,
  type OwnProblem,
  text,
  validate,
} from './validate.ts'
