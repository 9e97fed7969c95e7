import { isDatabaseOutage } from '@knockwire/db/failures/database-outage'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { beatMs, mostBetweenBeatsMs, presenceLeaseMs } from '@knockwire/domain/heartbeats/absence'
import { repeat } from '@knockwire/queue/wakeable-timer'
import type pg from 'pg'

const lease = `${presenceLeaseMs} milliseconds`
/** Executors of an older version go by the lease. It is in an index, so that it is renewed seldom: all else is written in place. */
const leaseLeft = `${presenceLeaseMs - 4000} milliseconds`
const most = `${mostBetweenBeatsMs} milliseconds`

const renewSql = `
  update ingress_presence set seen_at = greatest(seen_at, now()),
    until_at = case when until_at < now() + interval '${leaseLeft}' then now() + interval '${lease}' else until_at end
  where id = $1 and seen_at >= now() - interval '${most}' returning id`
const beginSql = `
  insert into ingress_presence (id, from_at, until_at, seen_at) values ($1, now(), now() + interval '${lease}', now())`
/** `$2`: since when it takes none any more, in milliseconds. */
const endSql = `
  update ingress_presence set is_ended = true,
    until_at = greatest(seen_at, now() - $2::float8 * interval '1 millisecond'),
    seen_at = greatest(seen_at, now() - $2::float8 * interval '1 millisecond')
  where id = $1 and seen_at >= now() - interval '${most}'`

/** Conflicts with others, waits for their locks and statements that take too long say nothing against the database. */
const othersCodes = /^(?:40|55|57014)/

const isInterruption = (error: unknown) =>
  isDatabaseOutage(error) && !(error instanceof Error && 'code' in error && othersCodes.test(String(error.code)))

/** An ingress that stops waits so long for its row to end, before its listener closes; and ends no row any more after that. */
export const endWithinMs = 1000

export interface RecordedPresence {
  /** A request could not be answered: where that is since the database was away, nobody was there until the next time that it is recorded. */
  noteFailure: (error: unknown) => void
  /** From now on it takes none. */
  stop: () => Promise<void>
}

/**
 * Records that this process can take requests: it is there, and the database answers it. After an interruption it begins again, so
 * that the time between is known as one in which a signal may have been lost.
 */
export const recordPresence = async (pool: pg.Pool, onError: (error: Error) => void): Promise<RecordedPresence> => {
  let id: string | null = null
  let isFailing = false
  let isStopping = false
  let interruptions = 0
  const begin = async () => {
    const next = uuidv7()
    const before = interruptions
    await pool.query(beginSql, [next])
    // Interrupted meanwhile, it begins again.
    id = interruptions === before ? next : null
  }
  /** Up to the begin of the transaction: where it was interrupted while it waited for a connection, it was not there all the time until then. */
  const isRenewed = (current: string) =>
    inTransaction(pool, async (client) => {
      if (id !== current || isStopping) return false
      return ((await client.query(renewSql, [current])).rowCount ?? 0) > 0
    })
  const end = (current: string, startedAt: number) =>
    inTransaction(pool, async (client) => {
      const elapsedMs = performance.now() - startedAt
      if (id === current && elapsedMs < endWithinMs) await client.query(endSql, [current, elapsedMs])
    })
  const renew = async () => {
    const current = id
    try {
      if ((current === null || !(await isRenewed(current))) && !isStopping) await begin()
      isFailing = false
    } catch (error) {
      id = null
      // It is tried again soon, and said once.
      if (!isFailing) onError(error instanceof Error ? error : new Error(String(error)))
      isFailing = true
    }
    return beatMs
  }
  await renew()
  const repeating = repeat(beatMs, renew)
  return {
    noteFailure: (error) => {
      if (!isInterruption(error)) return
      interruptions += 1
      id = null
    },
    stop: async () => {
      isStopping = true
      const startedAt = performance.now()
      await repeating.stop()
      if (id !== null) await end(id, startedAt).catch(onError)
    },
  }
}
