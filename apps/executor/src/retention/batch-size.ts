const least = 50
const most = 2000
/** So long may a statement hold its locks: whoever records a run or a request of the same owner waits for it. */
const longMs = 250
const shortMs = 100

/** How many rows a statement deletes at once: fewer where rows are large or the disk is slow. */
export class BatchSize {
  #size = 200

  get size() {
    return this.#size
  }

  /**
   * @param count - rows that a statement deleted.
   * @param elapsedMs - how long it took.
   */
  note(count: number, elapsedMs: number) {
    if (elapsedMs > longMs && count > least) this.#size = Math.max(least, Math.floor(this.#size / 2))
    else if (count >= this.#size / 2 && elapsedMs < shortMs) this.#size = Math.min(most, this.#size * 2)
  }
}
