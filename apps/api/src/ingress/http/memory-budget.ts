/** Bytes that may be held at once, over all requests: many large ones that come or go slowly must not fill the memory. */
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

/** What one request holds of a budget, from its first byte until its answer has been taken or nobody takes it any more. */
export class Hold {
  readonly #budget: MemoryBudget
  #bytes = 0
  #isReleased = false

  constructor(budget: MemoryBudget) {
    this.#budget = budget
  }

  /** False where there is no room. Once released nothing is held: the sender has left, and what is left to do is short. */
  take(bytes: number): boolean {
    if (this.#isReleased) return true
    if (!this.#budget.take(bytes)) return false
    this.#bytes += bytes
    return true
  }

  release() {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#budget.give(this.#bytes)
  }
}
