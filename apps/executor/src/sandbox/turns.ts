/** Something that waits for its turn. */
export interface Waiting {
  accountId: string
  /** Was part of a batch that had to be stopped: it is tried again by itself. */
  isSuspect: boolean
}

export interface TurnsOptions<T> {
  /** How many items that have to be by themselves may be under way at once. */
  soloAtOnce: number
  /** Whether the item still fits into the batch. */
  fits: (batch: readonly T[], item: T) => boolean
}

/**
 * Who is next. The accounts take turns, and what is unsuspicious goes in batches, whoever it is of. Suspects go one by
 * one and leave room for the others, so that nobody's costly work keeps anybody else waiting for long.
 */
export class Turns<T extends Waiting> {
  readonly #options: TurnsOptions<T>
  readonly #regular = new Map<string, T[]>()
  readonly #suspect = new Map<string, T[]>()
  #soloUnderWay = 0

  constructor(options: TurnsOptions<T>) {
    this.#options = options
  }

  add(item: T) {
    const lines = item.isSuspect ? this.#suspect : this.#regular
    const line = lines.get(item.accountId)
    if (line) line.push(item)
    else lines.set(item.accountId, [item])
  }

  /** The next items, to be worked on together; none where nothing may start. */
  take(): T[] {
    // One of each kind first, so that neither waits for the other to run dry.
    if (this.#soloUnderWay === 0) return this.#takeSolo() ?? this.#takeBatch()
    const batch = this.#takeBatch()
    return batch.length > 0 ? batch : (this.#takeSolo() ?? [])
  }

  end(items: readonly T[]) {
    if (items.some(({ isSuspect }) => isSuspect)) this.#soloUnderWay -= 1
  }

  /** Takes out and gives all that waits. */
  clear(): T[] {
    const all = [...this.#regular.values(), ...this.#suspect.values()].flat()
    this.#regular.clear()
    this.#suspect.clear()
    return all
  }

  #takeSolo(): T[] | null {
    if (this.#soloUnderWay >= this.#options.soloAtOnce) return null
    const [next] = this.#suspect.entries()
    if (next === undefined) return null
    this.#soloUnderWay += 1
    return [this.#shift(this.#suspect, ...next)]
  }

  /** One of each account, and again, until the batch is full. */
  #takeBatch(): T[] {
    const batch: T[] = []
    for (let before = -1; batch.length > before;) {
      before = batch.length
      for (const [accountId, line] of Array.from(this.#regular)) {
        const [first] = line
        if (first === undefined || (batch.length > 0 && !this.#options.fits(batch, first))) return batch
        batch.push(this.#shift(this.#regular, accountId, line))
      }
    }
    return batch
  }

  /** Takes the first of the line, which goes to the end: a map keeps the order in which its keys were set. */
  #shift(lines: Map<string, T[]>, accountId: string, line: T[]): T {
    const [first] = line.splice(0, 1)
    if (first === undefined) throw new Error('Nobody stands in this line.')
    lines.delete(accountId)
    if (line.length > 0) lines.set(accountId, line)
    return first
  }
}
