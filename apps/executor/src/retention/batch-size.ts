const least = 20
const most = 1000
/** So long may a statement hold its locks: whoever records a run or a request of the same owner waits for it. */
const longMs = 100
const shortMs = 40

/** How many rows a statement deletes at once: fewer where rows are large or the disk is slow. */
export class BatchSize {
  #size = 100

  get size() {
    return this.#size
  }

  /**
   * @param count - rows that a statement deleted.
   * @param elapsedMs - how long it took.
   */
  note(count: number, elapsedMs: number) {
    if (count >= this.#size && elapsedMs < shortMs) this.#size = Math.min(most, this.#size * 2)
    else if (elapsedMs > longMs && count > least) this.#size = Math.max(least, Math.floor(this.#size / 2))
  }
}
