/** However busy, this many calls of each account start at once: a fresh account does not wait for a hanging one. */
const reservedPerAccount = 4

interface Lane<T> {
  items: T[]
  underWay: number
}

/**
 * Which of the waiting calls may start. Each account has a lane: none takes more than a quarter of the slots, and
 * each gets its first few even where others' slow calls hold all of them, so that no account delays another.
 */
export class Admission<T> {
  readonly #concurrency: number
  readonly #perAccount: number
  readonly #lanes = new Map<string, Lane<T>>()
  /** Accounts with something waiting, whose turn it is first. */
  readonly #turn = new Set<string>()
  #waiting = 0
  #underWay = 0

  /** @param concurrency - calls under way in all; with everyone's first few at most twice as many. */
  constructor(concurrency: number) {
    this.#concurrency = concurrency
    this.#perAccount = Math.max(reservedPerAccount, Math.ceil(concurrency / 4))
  }

  get waiting() {
    return this.#waiting
  }

  get underWay() {
    return this.#underWay
  }

  wait(accountId: string, item: T) {
    this.#laneOf(accountId).items.push(item)
    this.#turn.add(accountId)
    this.#waiting += 1
  }

  /** Those that may start now, the accounts in turn; they count as under way. */
  admit(): T[] {
    const admitted: T[] = []
    let before = -1
    while (this.#waiting > 0 && admitted.length > before) {
      before = admitted.length
      this.#admitRound(admitted)
    }
    return admitted
  }

  end(accountId: string) {
    const lane = this.#laneOf(accountId)
    lane.underWay -= 1
    this.#underWay -= 1
    this.#forgetIfEmpty(accountId, lane)
  }

  /** Takes out those that match and have not started. */
  remove(matches: (item: T) => boolean) {
    for (const [accountId, lane] of this.#lanes) {
      const kept = lane.items.filter((item) => !matches(item))
      this.#waiting -= lane.items.length - kept.length
      lane.items = kept
      this.#forgetIfEmpty(accountId, lane)
    }
  }

  /** One of each account that may. */
  #admitRound(admitted: T[]) {
    for (const accountId of Array.from(this.#turn)) {
      const lane = this.#laneOf(accountId)
      const item = this.#mayStart(lane) ? lane.items.shift() : undefined
      if (item === undefined) continue
      admitted.push(item)
      lane.underWay += 1
      this.#underWay += 1
      this.#waiting -= 1
      // To the end of the line.
      this.#turn.delete(accountId)
      if (lane.items.length > 0) this.#turn.add(accountId)
    }
  }

  #mayStart(lane: Lane<T>) {
    if (this.#underWay < this.#concurrency) return lane.underWay < this.#perAccount
    return lane.underWay < reservedPerAccount && this.#underWay < 2 * this.#concurrency
  }

  #laneOf(accountId: string): Lane<T> {
    let lane = this.#lanes.get(accountId)
    if (!lane) {
      lane = { items: [], underWay: 0 }
      this.#lanes.set(accountId, lane)
    }
    return lane
  }

  #forgetIfEmpty(accountId: string, lane: Lane<T>) {
    if (lane.items.length > 0) return
    this.#turn.delete(accountId)
    if (lane.underWay === 0) this.#lanes.delete(accountId)
  }
}
