import { uuidv7 } from '@knockwire/db/uuidv7'
import { presenceLeaseMs } from '@knockwire/domain/heartbeats/absence'
import { repeat } from '@knockwire/queue/wakeable-timer'
import type pg from 'pg'

const lease = `${presenceLeaseMs} milliseconds`
const renewEveryMs = 4000

const renewSql = `
  update executor_presence set until_at = greatest(until_at, now() + $2::interval)
  where id = $1 and until_at >= now() and is_paused = $3 returning id`
const endSql = 'update executor_presence set until_at = least(until_at, now()) where id = $1'
const beginSql = `
  insert into executor_presence (id, from_at, until_at, is_paused) values ($1, now(), now() + $2::interval, $3)`

interface PresenceOptions {
  pool: pg.Pool
  /** The operator has paused all calls: it is there, and claims nothing. */
  isPaused: () => boolean
  onError: (error: Error) => void
}

/**
 * Records that this process claims what is due, so that times that are missed can be distinguished from those that it was too busy for.
 * After an interruption it begins again, as it does when calls are paused or resumed.
 */
export const recordPresence = async (options: PresenceOptions): Promise<{ stop: () => Promise<void> }> => {
  const { pool, isPaused, onError } = options
  let id = uuidv7()
  const renew = async () => {
    try {
      const { rowCount } = await pool.query(renewSql, [id, lease, isPaused()])
      if (rowCount === 0) {
        await pool.query(endSql, [id])
        await pool.query(beginSql, [(id = uuidv7()), lease, isPaused()])
      }
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
    }
    return renewEveryMs
  }
  await renew()
  const repeating = repeat(renewEveryMs, renew)
  return {
    stop: async () => {
      await repeating.stop()
      await pool.query(endSql, [id]).catch(onError)
    },
  }
}
