import { type LocatedMap, valueAt } from '../../yaml/index.ts'

/** Empty if the brand has no such value. */
export function cellOf(map: LocatedMap | undefined, key: string): string {
  const value = map === undefined ? undefined : valueAt(map, key.split('.'))
  return value?.kind === 'scalar' && value.value !== null ? String(value.value) : ''
}
