/** A map that keeps the entries used last, so that what users write cannot fill the memory. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size() {
    return this.#entries.size
  }

  /** The value kept for the key, else the one that `make` gives, kept from now on. */
  getOrMake(key: K, make: () => V): V {
    const kept = this.#entries.get(key)
    const value = kept === undefined ? make() : kept
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#capacity) this.#dropOldest()
    return value
  }

  #dropOldest() {
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
