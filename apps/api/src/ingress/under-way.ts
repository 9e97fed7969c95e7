/** Counts work that is under way, so that a stop can wait for it. */
export class UnderWay {
  #count = 0
  #idle: (() => void) | null = null

  async follow<T>(work: () => Promise<T>): Promise<T> {
    this.#count += 1
    try {
      return await work()
    } finally {
      this.#count -= 1
      if (this.#count === 0) this.#idle?.()
    }
  }

  /** Resolves when nothing is. */
  idle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve()
    return new Promise((resolve) => (this.#idle = resolve))
  }
}
