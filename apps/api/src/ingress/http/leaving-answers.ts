/** Counts the answers that have been given and that the operating system has not taken as a whole yet. */
export class LeavingAnswers {
  #count = 0
  #onNone: (() => void) | null = null

  begin() {
    this.#count += 1
  }

  end() {
    this.#count -= 1
    if (this.#count === 0) this.#onNone?.()
  }

  /** Tells at the very moment when there is none: an instant later there may be another. */
  whenNone(tell: () => void) {
    if (this.#count === 0) tell()
    else this.#onNone = tell
  }
}
