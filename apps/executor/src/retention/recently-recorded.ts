import type pg from 'pg'
import { deleteOverCount, type HistoryAllowances } from './delete-over-limit.ts'
import { executionHistory, firstId, requestHistory } from './history-kind.ts'
import { BatchSize, withExclusiveLock } from './sweep.ts'

/** Of a task that is full, a run evicts one execution; of one that has fallen behind, so many are deleted at once. */
const rowsOfEach = 4
/** Noted tasks for each connection that works at once: the further behind, the more of them. */
const tasksOfEach = 1000
/** One less than there are, so that no other maintenance waits for this. */
const mostAtOnce = 3

interface FullTasks {
  /** The task may have more executions than its plan keeps. */
  note: (taskId: string) => void
  /** Cuts all that were noted, in small batches; those that it could not are noted still. */
  cut: () => Promise<number>
}

/** The tasks whose runs this executor has recorded, and whose oldest execution has to make room. */
export const createFullTasks = (pool: pg.Pool, allowances: HistoryAllowances, isStopped: () => boolean): FullTasks => {
  const noted = new Set<string>()
  const batch = new BatchSize()

  const takeSome = (count: number) => {
    const taken: string[] = []
    for (const taskId of noted) {
      if (taken.length === count) break
      taken.push(taskId)
      noted.delete(taskId)
    }
    return taken
  }

  const cutSome = async (ownerIds: string[]) => {
    const startedAt = performance.now()
    const options = { allowances, ownerIds, rowsOfEach, batch: ownerIds.length * rowsOfEach }
    const { count, left } = await deleteOverCount(pool, executionHistory, options).catch((error: unknown) => {
      for (const taskId of ownerIds) noted.add(taskId)
      throw error
    })
    // Noted again, a task that somebody has locked comes last, and does not keep the others waiting.
    for (const taskId of left) noted.add(taskId)
    batch.note(count, performance.now() - startedAt)
    return count
  }

  /** Until each that was noted at the beginning had its turn; those that still are over their limit have the next one. */
  const cut = async (): Promise<number> => {
    let toSee = noted.size
    let deleted = 0
    const work = async () => {
      while (toSee > 0 && !isStopped()) {
        const ownerIds = takeSome(Math.ceil(batch.size / rowsOfEach))
        if (ownerIds.length === 0) return
        toSee -= ownerIds.length
        const count = await cutSome(ownerIds)
        deleted += count
      }
    }
    const workers = Math.min(mostAtOnce, Math.ceil(toSee / tasksOfEach))
    await Promise.all(Array.from({ length: workers }, work))
    return deleted
  }

  return {
    note: (taskId) => void noted.add(taskId),
    cut: async () => {
      let deleted = 0
      for (let more = 1; more > 0 && noted.size > 0 && !isStopped(); deleted += more) more = await cut()
      return deleted
    },
  }
}

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

interface RecentReceiversTools {
  pool: pg.Pool
  allowances: HistoryAllowances
  /** Under which requests are deleted. */
  lock: number
  /** Something of the account was recorded. */
  onRecorded: (accountId: string) => void
  isStopped: () => boolean
}

/** Cuts the receivers that were called lately to what their plan keeps, unless another executor is at it. */
export const createRecentReceivers = (tools: RecentReceiversTools): (() => Promise<number>) => {
  const { pool, allowances, lock, onRecorded, isStopped } = tools
  const batch = new BatchSize()

  const cut = async (receiverIds: string[]): Promise<number> => {
    let deleted = 0
    for (let ownerIds = receiverIds; ownerIds.length > 0 && !isStopped();) {
      const startedAt = performance.now()
      const options = { allowances, ownerIds, rowsOfEach: batch.size, batch: batch.size }
      const done = await withExclusiveLock(pool, lock, (client) => deleteOverCount(client, requestHistory, options))
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
