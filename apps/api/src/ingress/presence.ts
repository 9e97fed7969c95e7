import { uuidv7 } from '@knockwire/db/uuidv7'
import { presenceLeaseMs } from '@knockwire/domain/heartbeats/absence'
import { repeat } from '@knockwire/queue/wakeable-timer'
import type pg from 'pg'

const lease = `${presenceLeaseMs} milliseconds`
const renewEveryMs = 4000

const renewSql = `
  update ingress_presence set until_at = greatest(until_at, now() + $2::interval)
  where id = $1 and until_at >= now() returning id`
const beginSql = 'insert into ingress_presence (id, from_at, until_at) values ($1, now(), now() + $2::interval)'
const endSql = `
  update ingress_presence set until_at = now(), is_ended = true where id = $1 and until_at >= now()`

/**
 * Records that this process can take requests: it is there, and the database answers it. After an interruption it begins again, so
 * that the time between is known as one in which a signal may have been lost.
 */
export const recordPresence = async (
  pool: pg.Pool,
  onError: (error: Error) => void,
): Promise<{ stop: () => Promise<void> }> => {
  let id = uuidv7()
  const renew = async () => {
    try {
      const { rowCount } = await pool.query(renewSql, [id, lease])
      if (rowCount === 0) await pool.query(beginSql, [(id = uuidv7()), lease])
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
