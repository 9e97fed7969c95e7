/** Bytes that may be in memory at once, over all requests: many large ones that come or go slowly must not fill the memory. */
export class MemoryBudget {
  readonly #limit: number
  #used = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get used() {
    return this.#used
  }

  /** False where there is no room. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#limit) return false
    this.#used += bytes
    return true
  }

  give(bytes: number) {
    this.#used -= bytes
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

  /** False where there is no room. Once released nothing is counted: the sender has left, and what is left to do is short. */
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
