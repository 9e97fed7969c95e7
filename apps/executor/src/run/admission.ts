/** However busy, this many calls of each account start at once: a fresh account does not wait for a hanging one. */
const reservedPerAccount = 4
/** And so much of the memory is each account's: one call of any size, or some small ones. */
const reservedBytesPerAccount = 1024 * 1024

interface Lane<T> {
  items: { item: T; bytes: number }[]
  underWay: number
  /** Of what is under way. */
  bytes: number
}

export interface AdmissionLimits {
  /** Calls under way in all; with everyone's first few at most twice as many. */
  concurrency: number
  /** What the calls under way may hold in all; with everyone's first few at most twice as much. */
  maxBytes?: number
}

/**
 * Which of the waiting calls may start. Each account has a lane: none takes more than a quarter of the slots or of the
 * memory, and each gets its first few even where others' slow calls hold all of it, so that no account delays another.
 */
export class Admission<T> {
  readonly #concurrency: number
  readonly #perAccount: number
  readonly #maxBytes: number
  readonly #lanes = new Map<string, Lane<T>>()
  /** Accounts with something waiting, whose turn it is first. */
  readonly #turn = new Set<string>()
  #waiting = 0
  #underWay = 0
  #bytes = 0

  constructor({ concurrency, maxBytes = Infinity }: AdmissionLimits) {
    this.#concurrency = concurrency
    this.#maxBytes = maxBytes
    this.#perAccount = Math.max(reservedPerAccount, Math.ceil(concurrency / 4))
  }

  get waiting() {
    return this.#waiting
  }

  get underWay() {
    return this.#underWay
  }

  /** What the calls under way hold. */
  get bytes() {
    return this.#bytes
  }

  /** @param bytes - what the item will hold while it is under way. */
  wait(accountId: string, item: T, bytes = 0) {
    this.#laneOf(accountId).items.push({ item, bytes })
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

  /** @param bytes - as it was given to `wait`. */
  end(accountId: string, bytes = 0) {
    const lane = this.#laneOf(accountId)
    lane.underWay -= 1
    lane.bytes -= bytes
    this.#underWay -= 1
    this.#bytes -= bytes
    this.#forgetIfEmpty(accountId, lane)
  }

  /** Takes out those that match and have not started. */
  remove(matches: (item: T) => boolean) {
    for (const [accountId, lane] of this.#lanes) {
      const kept = lane.items.filter(({ item }) => !matches(item))
      this.#waiting -= lane.items.length - kept.length
      lane.items = kept
      this.#forgetIfEmpty(accountId, lane)
    }
  }

  /** One of each account that may. */
  #admitRound(admitted: T[]) {
    for (const accountId of Array.from(this.#turn)) {
      const lane = this.#laneOf(accountId)
      const [first] = lane.items
      if (first === undefined || !this.#mayStart(lane, first.bytes)) continue
      lane.items.shift()
      admitted.push(first.item)
      lane.underWay += 1
      lane.bytes += first.bytes
      this.#underWay += 1
      this.#bytes += first.bytes
      this.#waiting -= 1
      // To the end of the line.
      this.#turn.delete(accountId)
      if (lane.items.length > 0) this.#turn.add(accountId)
    }
  }

  #mayStart(lane: Lane<T>, bytes: number) {
    const isFirst = lane.underWay === 0
    if (this.#underWay < this.#concurrency && this.#bytes + bytes <= this.#maxBytes) {
      const isWithinShare = isFirst || lane.bytes + bytes <= this.#maxBytes / 4
      return lane.underWay < this.#perAccount && isWithinShare
    }
    if (this.#underWay >= 2 * this.#concurrency || this.#bytes + bytes > 2 * this.#maxBytes) return false
    return isFirst || (lane.underWay < reservedPerAccount && lane.bytes + bytes <= reservedBytesPerAccount)
  }

  #laneOf(accountId: string): Lane<T> {
    let lane = this.#lanes.get(accountId)
    if (!lane) {
      lane = { items: [], underWay: 0, bytes: 0 }
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
