/** Bytes that may be held at once, over all requests: many large bodies that come slowly must not fill the memory. */
export class MemoryBudget {
  readonly #limit: number
  #held = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get held() {
    return this.#held
  }

  /** False where there is no room. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false
    this.#held += bytes
    return true
  }

  give(bytes: number) {
    this.#held -= bytes
  }
}
