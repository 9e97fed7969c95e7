interface Lane<T> {
  items: T[]
  underWay: number
}

export interface LanesOptions<T> {
  /** Batches of one account under way at once. */
  perAccount: number
  /** How many of the items that wait, from the first on, go together; where it says none, it is one. */
  batchOf: (items: readonly T[]) => number
}

/** Work that waits, a line for each account. The accounts take turns, so that none delays another by more than a turn. */
export class AccountLanes<T> {
  readonly #options: LanesOptions<T>
  readonly #lanes = new Map<string, Lane<T>>()

  constructor(options: LanesOptions<T>) {
    this.#options = options
  }

  /** `isNext`: before what waits already in its account's line. */
  add(accountId: string, items: readonly T[], isNext = false) {
    const lane = this.#lanes.get(accountId)
    if (!lane) this.#lanes.set(accountId, { items: [...items], underWay: 0 })
    else if (isNext) lane.items.unshift(...items)
    else lane.items.push(...items)
  }

  /** The next batch, which counts as under way; null where nothing may start, or there is no room. */
  take(hasRoom: boolean): { accountId: string; items: T[] } | null {
    if (!hasRoom) return null
    for (const [accountId, lane] of this.#lanes) {
      if (lane.items.length === 0 || lane.underWay >= this.#options.perAccount) continue
      const items = lane.items.splice(0, Math.max(1, this.#options.batchOf(lane.items)))
      lane.underWay += 1
      // To the end of the line: a map keeps the order in which its keys were set.
      this.#lanes.delete(accountId)
      this.#lanes.set(accountId, lane)
      return { accountId, items }
    }
    return null
  }

  end(accountId: string) {
    const lane = this.#lanes.get(accountId)
    if (!lane) return
    lane.underWay -= 1
    if (lane.underWay === 0 && lane.items.length === 0) this.#lanes.delete(accountId)
  }

  /** Takes out and gives all that waits. */
  remove(): T[] {
    return [...this.#lanes.values()].flatMap((lane) => lane.items.splice(0))
  }
}
