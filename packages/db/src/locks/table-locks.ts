import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * A statement that waits for the lock of a table has everybody wait behind it who writes to that table: a backup reads it for hours. So it
 * gives up soon, though not before PostgreSQL has interrupted a vacuum that is in its way, and tries again once the others have had their turn.
 */
export const tableLockMs = 2000
const tableLockPauseMs = 5000
/** It waited in vain (55P03), or PostgreSQL ended it since it and another had waited for each other (40P01). */
const heldByOthers = new Set(['55P03', '40P01'])

/** An index on a big table takes minutes; a migrator that takes longer hangs, and the one who waits is to know. */
export const defaultLockWaitMs = 30 * 60_000

/** A statement gave up: others hold a table that it changes. */
export const isTableLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && heldByOthers.has(error.code ?? '')

export interface TableLockOptions {
  lockWaitMs?: number
  /** Others use the tables: called with each try that fails. */
  onBlocked?: (waitedSeconds: number) => void
}

/** Tries until nobody holds the tables, for which `tryOnce` is false. */
export const untilTablesAreFree = async (
  tryOnce: () => Promise<boolean>,
  { lockWaitMs = defaultLockWaitMs, onBlocked = () => {} }: TableLockOptions,
): Promise<void> => {
  const startedAt = performance.now()
  while (!(await tryOnce())) {
    const waitedMs = performance.now() - startedAt
    if (waitedMs >= lockWaitMs)
      throw new Error(
        `Another process has used a table that is to be changed for ${Math.round(waitedMs / 60_000)} minutes: end it, such as a backup, or wait and start again.`,
      )
    onBlocked(Math.round(waitedMs / 1000))
    await sleep(Math.min(tableLockPauseMs, lockWaitMs))
  }
}
