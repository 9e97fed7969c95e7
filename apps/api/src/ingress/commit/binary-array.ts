/** An element type: its OID, the bytes an element takes, and how it is written; answers the bytes written. */
export interface ElementType<T> {
  oid: number
  bytesOf: (element: T) => number
  write: (element: T, buffer: Buffer, at: number) => number
}

export const uuidElement: ElementType<string> = {
  oid: 2950,
  bytesOf: () => 16,
  write: (id, buffer, at) => buffer.write(id.replaceAll('-', ''), at, 'hex'),
}

export const intElement: ElementType<number> = {
  oid: 23,
  bytesOf: () => 4,
  write: (value, buffer, at) => buffer.writeInt32BE(value, at) - at,
}

export const floatElement: ElementType<number> = {
  oid: 701,
  bytesOf: () => 8,
  write: (value, buffer, at) => buffer.writeDoubleBE(value, at) - at,
}

export const textElement: ElementType<string> = {
  oid: 25,
  bytesOf: (text) => Buffer.byteLength(text),
  write: (text, buffer, at) => buffer.write(text, at),
}

export const bytesElement: ElementType<Uint8Array> = {
  oid: 17,
  bytesOf: (bytes) => bytes.length,
  write: (bytes, buffer, at) => {
    buffer.set(bytes, at)
    return bytes.length
  },
}

const headerBytes = 20
const lengthBytes = 4
const nullLength = -1

/**
 * An array of one dimension as `array_recv` reads it: dimensions, whether any element is null, the element type, then
 * size and lower bound, and each element behind its length. Neither side parses or escapes anything.
 */
export const binaryArray = <T>(type: ElementType<T>, elements: readonly (T | null)[]): Buffer => {
  const size = elements.reduce((sum, one) => sum + lengthBytes + (one === null ? 0 : type.bytesOf(one)), headerBytes)
  const buffer = Buffer.allocUnsafe(size)
  const header = [1, elements.includes(null) ? 1 : 0, type.oid, elements.length, 1]
  let at = header.reduce((offset, value) => buffer.writeInt32BE(value, offset), 0)
  for (const element of elements) {
    const written = element === null ? nullLength : type.write(element, buffer, at + lengthBytes)
    buffer.writeInt32BE(written, at)
    at += lengthBytes + Math.max(written, 0)
  }
  return buffer
}
