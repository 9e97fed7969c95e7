export interface PictureSize {
  width: number
  height: number
}

/**
 * The size of a picture in pixels, as its header says; null where it says none. A few kilobytes can unfold to gigabytes.
 */
export function pictureSizeOf(bytes: Uint8Array<ArrayBuffer>, mediaType: string): PictureSize | null {
  const read = readers[mediaType]
  if (read === undefined) return null
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.length))
  } catch (error) {
    // It ends before its size.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether the size of such a picture can be read: one without a size is damaged, or hides it. */
export const hasReadableSize = (mediaType: string): boolean => mediaType in readers

type Read = (view: DataView) => PictureSize | null

const png: Read = (view) => ({ width: view.getUint32(16), height: view.getUint32(20) })

/** Where a GIF's color table ends, whose size the flags before it say. */
const afterColors = (flags: number, at: number): number => at + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Browsers enlarge the canvas to the first frame. Before it stand extensions, each of blocks that begin with their length. */
const gif: Read = (view) => {
  const canvas = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  let at = view.byteLength > 13 ? afterColors(view.getUint8(10), 13) : view.byteLength
  while (at < view.byteLength && view.getUint8(at) === 0x21) {
    at += 2
    while (view.getUint8(at) > 0) at += 1 + view.getUint8(at)
    at += 1
  }
  if (at >= view.byteLength || view.getUint8(at) === 0x3b) return canvas
  if (view.getUint8(at) !== 0x2c) return null
  const shortAt = (offset: number) => view.getUint16(at + offset, true)
  return {
    width: Math.max(canvas.width, shortAt(1) + shortAt(5)),
    height: Math.max(canvas.height, shortAt(3) + shortAt(7)),
  }
}

/** The old header has 16 bits, the others 32, of which the height may be negative: it is read from the top then. */
const bmp: Read = (view) =>
  view.getUint32(14, true) === 12
    ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
    : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) }

/** The frame's header comes after segments of any length: the first of the markers SOF0 to SOF15 that is one. */
const jpeg: Read = (view) => {
  let at = 2
  while (at < view.byteLength) {
    const marker = view.getUint16(at)
    if (marker >> 8 !== 0xff) return null
    // Filled up before the marker.
    if (marker === 0xffff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

const textAt = (view: DataView, at: number): string =>
  String.fromCodePoint(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

/** 24 bits, little end first. */
const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00

const webp: Read = (view) => {
  const chunk = textAt(view, 12)
  if (chunk === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (chunk === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunk !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** The largest of its properties `ispe`, wherever they stand: an AVIF may consist of several pictures. */
const avif: Read = (view) => {
  let largest: PictureSize | null = null
  const end = view.byteLength - 16
  for (let at = 0; at <= end; at += 1) {
    if (view.getUint32(at) !== 0x69_73_70_65) continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

const readers: Readonly<Record<string, Read>> = {
  'image/png': png,
  'image/gif': gif,
  'image/bmp': bmp,
  'image/jpeg': jpeg,
  'image/webp': webp,
  'image/avif': avif,
}
