import { deleteTasks } from '@knockwire/db/delete-tasks'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { plainArray } from '../sql-array.ts'
import { inTransaction } from '../transaction.ts'
import { BatchSize } from './batch-size.ts'
import { deleteCut, executionHistory, type HistoryKind, lastId, requestHistory } from './history-kind.ts'
import { inExclusiveTransaction } from './maintenance-transaction.ts'

export interface DeletedAccountsTools {
  pool: pg.Pool
  /** Names what keeps other executors from deleting accounts meanwhile. */
  lock: number
  /** Under which requests are deleted. */
  requestsLock: number
  isStopped: () => boolean
}

const historySql = (kind: HistoryKind) => `
  with cut as materialized (
    select o.id as owner_id, $2::int as most, '${lastId}'::uuid as until
    from ${kind.owners} o join ${kind.counters} c on c.${kind.ownerId} = o.id
    where o.account_id = $1
    ${kind.lockCounters}
  ), ${deleteCut(kind, '$2::int')}
  select count(*)::int as count from deleted`

const deleteHistory = async (tools: DeletedAccountsTools, kind: HistoryKind, accountId: string): Promise<number> => {
  const { pool, lock, requestsLock, isStopped } = tools
  const sql = historySql(kind)
  const exclusive = kind === requestHistory ? requestsLock : lock
  const batch = new BatchSize()
  for (let deleted = 0; ;) {
    const startedAt = performance.now()
    const done = await inExclusiveTransaction(pool, exclusive, async (client) => {
      const { rows } = await client.query<{ count: number }>(sql, [accountId, batch.size])
      return rows[0]?.count ?? 0
    })
    batch.note(done ?? 0, performance.now() - startedAt)
    deleted += done ?? 0
    if (!done || isStopped()) return deleted
  }
}

const ownersAtOnce = 50

const idsOf = async (client: pg.PoolClient, owners: HistoryKind['owners'], accountId: string) => {
  const sql = `select id from ${owners} where account_id = $1 order by id limit $2`
  const { rows } = await client.query<{ id: string }>(sql, [accountId, ownersAtOnce])
  return rows.map(({ id }) => id)
}

/** With the runs that had not ended, and with those that were queued meanwhile. */
const deleteSomeTasks = async (client: pg.PoolClient, accountId: string): Promise<number> => {
  const ids = await idsOf(client, 'tasks', accountId)
  await deleteTasks(drizzle(client), ids)
  return ids.length
}

/** Counters before the requests, so that none that is being recorded stays behind. */
const receiverSql = [
  'delete from notifications where receiver_id = any ($1::uuid[])',
  'delete from receiver_gates where receiver_id = any ($1::uuid[])',
  `delete from deliveries where subject_id in (select id from received_requests where receiver_id = any ($1::uuid[]))`,
  'delete from received_requests where receiver_id = any ($1::uuid[])',
  'delete from receivers where id = any ($1::uuid[])',
]

const deleteSomeReceivers = async (client: pg.PoolClient, accountId: string): Promise<number> => {
  const ids = await idsOf(client, 'receivers', accountId)
  if (ids.length > 0) for (const sql of receiverSql) await client.query(sql, [plainArray(ids)])
  return ids.length
}

const deleteAll = async (
  { pool, isStopped }: DeletedAccountsTools,
  deleteSome: (client: pg.PoolClient) => Promise<number>,
): Promise<void> => {
  while (!isStopped()) if ((await inTransaction(pool, deleteSome)) < ownersAtOnce) return
}

/** Everything that belongs to the account, in small batches, and the account last; what was interrupted goes on later. */
const deleteAccount = async (tools: DeletedAccountsTools, accountId: string): Promise<number> => {
  const executions = await deleteHistory(tools, executionHistory, accountId)
  const requests = await deleteHistory(tools, requestHistory, accountId)
  await deleteAll(tools, (client) => deleteSomeTasks(client, accountId))
  await deleteAll(tools, (client) => deleteSomeReceivers(client, accountId))
  if (tools.isStopped()) return executions + requests
  const sql = `
    delete from accounts a where a.id = $1 and a.deleted_at is not null
      and not exists (select from tasks where account_id = a.id) and not exists (select from receivers where account_id = a.id)`
  const { rowCount } = await tools.pool.query(sql, [accountId])
  return executions + requests + (rowCount ?? 0)
}

/** Deletes the accounts whose owners said so; gives how many rows of history and accounts were deleted. */
export const createDeletedAccounts = (tools: DeletedAccountsTools) => async (): Promise<number> => {
  const sql = 'select id from accounts where deleted_at is not null order by deleted_at limit 20'
  const { rows } = await tools.pool.query<{ id: string }>(sql)
  let deleted = 0
  for (const { id } of rows) if (!tools.isStopped()) deleted += await deleteAccount(tools, id)
  return deleted
}
