/**
 * Takes the chunks of a body up to a limit. They are copied together as they come: a target that sends
 * one byte a chunk would otherwise make a hundred bytes of objects for each of its own.
 */
export class BodyCollector {
  readonly #limit: number
  #buffer: Uint8Array = new Uint8Array(0)
  #length = 0
  isTruncated = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False where the limit is passed and the rest is of no use. */
  add(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#length
    this.isTruncated = chunk.length > room
    const kept = this.isTruncated ? chunk.subarray(0, room) : chunk
    if (this.#length === 0) this.#buffer = kept
    else this.#append(kept)
    this.#length += kept.length
    return !this.isTruncated
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** The first chunk is kept where it was read, which is all there is to do for most answers. */
  #append(chunk: Uint8Array) {
    const needed = this.#length + chunk.length
    if (needed > this.#buffer.length) this.#grow(needed)
    this.#buffer.set(chunk, this.#length)
  }

  #grow(needed: number) {
    const grown = new Uint8Array(Math.min(this.#limit, Math.max(needed * 2, 4_096)))
    grown.set(this.bytes())
    this.#buffer = grown
  }
}
