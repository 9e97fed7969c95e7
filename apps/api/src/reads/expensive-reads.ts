import { type Database, type DatabaseOptions, openDatabase } from '@knockwire/db/client'
import type pg from 'pg'
import { ReadTurns } from './read-turns.ts'

/** Does an expensive read when it is its account's turn, on a connection that no other calls need. */
export type InTurn = <T>(work: (db: Database) => Promise<T>, options?: { goesOn?: boolean }) => Promise<T>

/** Reads that may take seconds: searches, exports, bodies of a long range. */
export interface ExpensiveReads {
  inTurnOf: (accountId: string) => InTurn
  /** To be measured. */
  pool: pg.Pool
  close: () => Promise<void>
}

/** Two, so that a core of a small machine is left to calls that take milliseconds. */
const readsAtOnce = 2

const limits = { atOnce: readsAtOnce, waitingByAccount: 10, waiting: 500, msByMinute: 20_000 }

/** A pool of its own: all other calls keep theirs, whatever is searched for. */
export const openExpensiveReads = (options: Omit<DatabaseOptions, 'max'>): ExpensiveReads => {
  const { db, pool, close } = openDatabase({ ...options, max: readsAtOnce })
  const turns = new ReadTurns({ ...limits, now: () => performance.now() })
  return {
    inTurnOf: (accountId) => (work, how) => turns.take(accountId, () => work(db), how),
    pool,
    close,
  }
}
