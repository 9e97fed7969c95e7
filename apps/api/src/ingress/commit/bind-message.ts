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

const typeBytes = 1
const lengthBytes = 4
const countBytes = 2
const arrayHeaderBytes = 20
const nullLength = -1
const binary = 1
/** Smaller ones would grow again and again. */
const leastBytes = 64 * 1024
/** `Execute` of the unnamed portal, all rows; `Sync`. */
const executeAndSync = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4])

/**
 * What has a prepared statement executed (`Bind`, `Execute`, `Sync`; PostgreSQL's documentation, "Message Formats"), in
 * one piece. Its parameters are arrays in their binary form, so that neither side parses or escapes anything.
 */
export class BindMessage {
  #bytes: Buffer
  #at = 0
  readonly #countAt: number
  #parameters = 0

  /** Written into `scratch` as far as that is large enough; answers are requested as text. */
  constructor(scratch: Buffer, statement: string) {
    this.#bytes = scratch
    const names = `\0${statement}\0`
    this.#reserve(typeBytes + lengthBytes + Buffer.byteLength(names) + 3 * countBytes)
    this.#bytes.write('B')
    this.#at = typeBytes + lengthBytes
    this.#at += this.#bytes.write(names, this.#at)
    this.#addCount(1)
    this.#addCount(binary)
    this.#countAt = this.#at
    this.#addCount(0)
  }

  /** The next parameter: an array of one dimension, as `array_recv` reads it, of what `of` takes of each item. */
  addArray<T, E>(type: ElementType<E>, items: readonly T[], of: (item: T) => E | null) {
    this.#reserve(lengthBytes + arrayHeaderBytes)
    this.#parameters += 1
    const start = this.#at
    this.#at += lengthBytes + arrayHeaderBytes
    let hasNull = 0
    for (const item of items) {
      const element = of(item)
      if (element === null) hasNull = 1
      this.#addElement(type, element)
    }
    this.#writeInts(start, this.#at - start - lengthBytes, 1, hasNull, type.oid, items.length, 1)
  }

  /** The whole, and the scratch that it took, for the next one. */
  end(): { message: Buffer; scratch: Buffer } {
    this.#reserve(countBytes + executeAndSync.length)
    // No formats of results: all are text.
    this.#addCount(0)
    this.#bytes.writeInt16BE(this.#parameters, this.#countAt)
    this.#bytes.writeInt32BE(this.#at - typeBytes, typeBytes)
    this.#bytes.set(executeAndSync, this.#at)
    return { message: this.#bytes.subarray(0, this.#at + executeAndSync.length), scratch: this.#bytes }
  }

  #addCount(count: number) {
    this.#at = this.#bytes.writeInt16BE(count, this.#at)
  }

  #addElement<E>(type: ElementType<E>, element: E | null) {
    this.#reserve(lengthBytes + (element === null ? 0 : type.mostBytes(element)))
    const written = element === null ? 0 : type.write(element, this.#bytes, this.#at + lengthBytes)
    this.#writeInts(this.#at, element === null ? nullLength : written)
    this.#at += lengthBytes + written
  }

  #writeInts(at: number, ...values: number[]) {
    let offset = at
    for (const value of values) offset = this.#bytes.writeInt32BE(value, offset)
  }

  #reserve(bytes: number) {
    if (this.#at + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max((this.#at + bytes) * 2, leastBytes))
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
  }
}
