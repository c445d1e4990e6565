import { manifestBuilder, manifestEntry, type Output } from '../../src/output/index.ts'

/** Stores the files in memory: path → bytes. */
export function memoryOutput(brand: string): Output & { readonly files: ReadonlyMap<string, Uint8Array> } {
  const manifest = manifestBuilder(brand)
  const files = new Map<string, Uint8Array>()
  return {
    files,
    put(file) {
      const entry = manifestEntry(file)
      if (manifest.record(entry)) files.set(file.path, file.bytes)
      return entry
    },
    commit(facts) {
      const record = manifest.file(facts)
      files.set(record.path, record.bytes)
      return {
        status: 'built',
        files: files.size,
        bytes: manifest.size + record.bytes.length,
        diagnostics: [],
      }
    },
    discard: () => files.clear(),
  }
}
