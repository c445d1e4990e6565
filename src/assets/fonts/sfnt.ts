import { inflateSync } from 'node:zlib'

/**
 * A WOFF font with its tables uncompressed (https://www.w3.org/TR/WOFF/). satori inflates each table of a WOFF twice, in
 * JavaScript, which takes twenty times as long as zlib.
 */
export function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const sfnt = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(sfnt, 0, 4, 8)
  sfnt.writeUInt16BE(count, 4)
  let offset = 12 + 16 * count
  for (let index = 0; index < count; index++) {
    const from = 44 + 20 * index
    const to = 12 + 16 * index
    const start = woff.readUInt32BE(from + 4)
    const packed = woff.readUInt32BE(from + 8)
    const length = woff.readUInt32BE(from + 12)
    const table = woff.subarray(start, start + packed)
    ;(packed < length ? inflateSync(table) : table).copy(sfnt, offset)
    // Tag, checksum, offset, length.
    woff.copy(sfnt, to, from, from + 4)
    woff.copy(sfnt, to + 4, from + 16, from + 20)
    sfnt.writeUInt32BE(offset, to + 8)
    sfnt.writeUInt32BE(length, to + 12)
    offset += (length + 3) & ~3
  }
  return sfnt
}
