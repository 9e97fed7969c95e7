/** Something that waits for its turn. */
export interface Waiting {
  accountId: string
}

/** Lines of accounts, which take turns. */
export class FairQueue<T extends Waiting> {
  /** In the order of their turns: a map keeps the order in which its keys were set. */
  readonly #lines = new Map<string, T[]>()

  get isEmpty() {
    return this.#lines.size === 0
  }

  add(item: T) {
    this.#lineOf(item.accountId).push(item)
  }

  /** For items that were taken and not done: they, and their accounts, are next, in the order given. */
  addFirst(items: readonly T[]) {
    const others = Array.from(this.#lines)
    this.#lines.clear()
    for (const item of items) this.add(item)
    for (const [accountId, line] of others) this.#lines.set(accountId, [...this.#lineOf(accountId), ...line])
  }

  /** One of each account, and again, for as long as the next one fits. */
  takeBatch(fits: (batch: readonly T[], item: T) => boolean): T[] {
    const batch: T[] = []
    // An account that has more goes to the end of the map, so that the loop comes to it again.
    for (const [accountId, line] of this.#lines) {
      const [first] = line
      if (first === undefined || (batch.length > 0 && !fits(batch, first))) return batch
      batch.push(this.#shift(accountId, line, first))
    }
    return batch
  }

  /** The next item of the account that has had the least; of the one that waits longest among equals. */
  takeOne(hadMs: (accountId: string) => number): T | null {
    let least: { accountId: string; line: T[]; first: T; had: number } | null = null
    for (const [accountId, line] of this.#lines) {
      const had = hadMs(accountId)
      const [first] = line
      if (first !== undefined && (least === null || had < least.had)) least = { accountId, line, first, had }
    }
    return least && this.#shift(least.accountId, least.line, least.first)
  }

  /** Takes out all that an account has waiting. */
  takeAll(accountId: string): T[] {
    const line = this.#lines.get(accountId) ?? []
    this.#lines.delete(accountId)
    return line
  }

  clear(): T[] {
    const all = [...this.#lines.values()].flat()
    this.#lines.clear()
    return all
  }

  /** Drops items that nobody waits for any more. */
  remove(item: T) {
    const line = this.#lines.get(item.accountId)
    const at = line?.indexOf(item) ?? -1
    if (line === undefined || at < 0) return
    line.splice(at, 1)
    if (line.length === 0) this.#lines.delete(item.accountId)
  }

  #lineOf(accountId: string): T[] {
    const line = this.#lines.get(accountId) ?? []
    this.#lines.set(accountId, line)
    return line
  }

  /** The account goes to the end of the turns. */
  #shift(accountId: string, line: T[], first: T): T {
    line.shift()
    this.#lines.delete(accountId)
    if (line.length > 0) this.#lines.set(accountId, line)
    return first
  }
}
