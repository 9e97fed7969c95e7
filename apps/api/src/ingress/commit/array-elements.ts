/** An element of an array: its OID, the bytes it takes at most, and how it is written; answers the bytes written. */
export interface ElementType<T> {
  oid: number
  mostBytes: (element: T) => number
  write: (element: T, buffer: Buffer, at: number) => number
}

export const uuidElement: ElementType<string> = {
  oid: 2950,
  mostBytes: () => 16,
  write: (id, buffer, at) => buffer.write(id.replaceAll('-', ''), at, 'hex'),
}

export const intElement: ElementType<number> = {
  oid: 23,
  mostBytes: () => 4,
  write: (value, buffer, at) => buffer.writeInt32BE(value, at) - at,
}

export const floatElement: ElementType<number> = {
  oid: 701,
  mostBytes: () => 8,
  write: (value, buffer, at) => buffer.writeDoubleBE(value, at) - at,
}

const mostUtf8Bytes = 3

export const textElement: ElementType<string> = {
  oid: 25,
  mostBytes: (text) => text.length * mostUtf8Bytes,
  write: (text, buffer, at) => buffer.write(text, at),
}

export const bytesElement: ElementType<Uint8Array> = {
  oid: 17,
  mostBytes: (bytes) => bytes.length,
  write: (bytes, buffer, at) => {
    buffer.set(bytes, at)
    return bytes.length
  },
}
