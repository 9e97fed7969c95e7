import type pg from 'pg'

/** How long an observation counts: clocks drift apart, by some milliseconds a minute at worst. */
const windowMs = 10_000

/**
 * The database's clock, which decides what is due, as this process can read it without asking. An answer takes some time
 * to arrive, and on a busy machine sometimes long, so the quickest of the last answers is the truest. It is never ahead
 * of the database, and behind by as long as that answer took.
 */
export class DatabaseClock {
  readonly #now: () => number
  /** Local minus database time: the least of this window, and of the one before. */
  #least = Infinity
  #leastBefore = Infinity
  #windowEndsAt = -Infinity

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Notes a time that the database has just given, in epoch milliseconds. */
  observe(databaseMs: number) {
    const now = this.#now()
    if (now >= this.#windowEndsAt) {
      this.#leastBefore = now < this.#windowEndsAt + windowMs ? this.#least : Infinity
      this.#least = Infinity
      this.#windowEndsAt = now + windowMs
    }
    this.#least = Math.min(this.#least, now - databaseMs)
  }

  /** The database's time, in epoch milliseconds; null before the first observation. */
  now(): number | null {
    const offset = Math.min(this.#least, this.#leastBefore)
    return Number.isFinite(offset) ? this.#now() - offset : null
  }

  /** Milliseconds until the database's clock shows this time; negative once it has. 0 before the first observation. */
  msUntil(databaseMs: number): number {
    const now = this.now()
    return now === null ? 0 : databaseMs - now
  }
}

/** Asks the database for its time, for those who need it before dispatch has. */
export const observeClock = async (pool: pg.Pool, clock: DatabaseClock): Promise<void> => {
  const { rows } = await pool.query<{ nowMs: number }>(
    `select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs"`,
  )
  for (const { nowMs } of rows) clock.observe(nowMs)
}
