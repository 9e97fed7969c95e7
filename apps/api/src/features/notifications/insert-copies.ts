import type { Transaction } from '@knockwire/db/client'
import { plainArray } from '@knockwire/db/sql-array'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type SQL, sql } from 'drizzle-orm'

type Owners = { taskIds: readonly string[] } | { receiverIds: readonly string[] }

interface Copies {
  /** Which notifications are copied. */
  which: SQL
  /** To whom each of them is copied. */
  to: Owners
  nowMs: number
}

const ids = (list: readonly string[]) => sql`${plainArray(list)}::uuid[]`

/**
 * Copies notifications: when each is sent, to whom and with which text. A copy is not muted, and its versions begin. Within the
 * database, since a text may be long and there may be a thousand of them. Gives the ids of the copies, by owner.
 */
export const insertCopies = async (
  tx: Transaction,
  { which, to, nowMs }: Copies,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const isOfTasks = 'taskIds' in to
  const owners = isOfTasks ? to.taskIds : to.receiverIds
  const originals = (await tx.execute<{ id: string }>(sql`select id from notifications where ${which} order by id`))
    .rows
  const copies = owners.flatMap((owner) =>
    originals.map(({ id: original }) => ({ owner, original, id: uuidv7(nowMs) })),
  )
  if (copies.length === 0) return new Map()
  const column = sql.raw(isOfTasks ? 'task_id' : 'receiver_id')
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into notifications (id, account_id, ${column}, type, condition, firing, heartbeat, setting, created_at, updated_at)
    select copy.id, n.account_id, copy.owner, n.type, n.condition, n.firing, n.heartbeat, n.setting, ${now}, ${now}
    from unnest(
      ${ids(copies.map(({ id }) => id))}, ${ids(copies.map(({ owner }) => owner))},
      ${ids(copies.map(({ original }) => original))}
    ) as copy (id, owner, original) join notifications n on n.id = copy.original`)
  const byOwner = Map.groupBy(copies, ({ owner }) => owner)
  return new Map([...byOwner].map(([owner, made]) => [owner, made.map(({ id }) => id)]))
}
