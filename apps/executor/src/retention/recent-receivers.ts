import type pg from 'pg'
import { BatchSize } from './batch-size.ts'
import { firstId, requestHistory } from './history-kind.ts'
import { exclusively } from './exclusively.ts'
import { deleteOverCount } from './over-count.ts'

/** The minute of a receiver's last request is kept: those of the last minutes are found by an index. */
const recentSql = `
  select g.window_start::text as "windowStart", g.receiver_id as "receiverId", r.account_id as "accountId"
  from receiver_counters g join receivers r on r.id = g.receiver_id
  where g.window_start > now() - interval '3 minutes' and (g.window_start, g.receiver_id) > ($1::timestamptz, $2::uuid)
  order by g.window_start, g.receiver_id limit $3`

interface Recent {
  windowStart: string
  receiverId: string
  accountId: string
}

const receiversAtOnce = 500

export interface RecentReceiversTools {
  pool: pg.Pool
  /** Under which requests are deleted. */
  lock: number
  /** Something of the account was recorded. */
  onRecorded: (accountId: string) => void
  isStopped: () => boolean
}

/** Cuts the receivers that were called lately to what their plan keeps, unless another executor is at it. */
export const createRecentReceivers = (tools: RecentReceiversTools): (() => Promise<number>) => {
  const { pool, lock, onRecorded, isStopped } = tools
  const batch = new BatchSize()

  const cut = async (receiverIds: string[]): Promise<number> => {
    let deleted = 0
    for (let ownerIds = receiverIds; ownerIds.length > 0 && !isStopped();) {
      const startedAt = performance.now()
      const options = { ownerIds, rowsOfEach: batch.size, batch: batch.size }
      const done = await exclusively(pool, lock, (client) => deleteOverCount(client, requestHistory, options))
      if (done === null) break
      batch.note(done.count, performance.now() - startedAt)
      deleted += done.count
      ownerIds = done.count > 0 ? done.left : []
    }
    return deleted
  }

  const recentAfter = async (last: Pick<Recent, 'windowStart' | 'receiverId'>): Promise<Recent[]> =>
    (await pool.query<Recent>(recentSql, [last.windowStart, last.receiverId, receiversAtOnce])).rows

  return async () => {
    let deleted = 0
    let recent = await recentAfter({ windowStart: '-infinity', receiverId: firstId })
    for (let last = recent.at(-1); last !== undefined && !isStopped(); last = recent.at(-1)) {
      for (const { accountId } of recent) onRecorded(accountId)
      deleted += await cut(recent.map(({ receiverId }) => receiverId))
      recent = await recentAfter(last)
    }
    return deleted
  }
}
