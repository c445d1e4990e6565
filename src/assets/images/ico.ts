/**
 * An icon file from PNG images of at most 256 pixels: a header, one entry per image, and the unchanged images. The format is
 * old and small (https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)).
 */
export function encodeIco(
  images: readonly { readonly size: number; readonly png: Uint8Array }[],
): Uint8Array {
  const headerLength = 6
  const entryLength = 16
  const header = Buffer.alloc(headerLength + entryLength * images.length)
  header.writeUInt16LE(1, 2) // an icon, not a cursor
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of images.entries()) {
    const entry = headerLength + entryLength * index
    const side = size === 256 ? 0 : size
    header.writeUInt8(side, entry)
    header.writeUInt8(side, entry + 1)
    header.writeUInt16LE(1, entry + 4) // colour planes
    header.writeUInt16LE(32, entry + 6) // bits per pixel
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(image => image.png)])
}
