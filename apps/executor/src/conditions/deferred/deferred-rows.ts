import { jsonArray, plainArray } from '@knockwire/db/sql-array'
import type pg from 'pg'

/** An ended execution whose conditions are decided later. */
export interface DeferredExecution {
  executionId: string
  taskId: string
  accountId: string
  /** The rules that it is decided by, by their notifications' ids: not by those that were made or edited since. */
  ruleVersions: Readonly<Record<string, string>>
}

const deferSql = `
  insert into deferred_decisions (execution_id, task_id, account_id, rule_versions)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]::jsonb[])
  on conflict (execution_id) do nothing`

/** In the transaction that ends the executions. */
export const defer = async (client: pg.ClientBase, deferred: readonly DeferredExecution[]): Promise<void> => {
  if (deferred.length === 0) return
  const values = [
    plainArray(deferred.map(({ executionId }) => executionId)),
    plainArray(deferred.map(({ taskId }) => taskId)),
    plainArray(deferred.map(({ accountId }) => accountId)),
    jsonArray(deferred.map(({ ruleVersions }) => JSON.stringify(ruleVersions))),
  ]
  await client.query({ name: 'defer_decisions', text: deferSql, values })
}

const waitingSql = 'select distinct task_id from deferred_decisions where task_id = any ($1::uuid[])'

/** Those of the tasks of which an execution still waits to be decided. */
export const findTasksWithDeferred = async (
  client: pg.ClientBase,
  taskIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (taskIds.length === 0) return new Set()
  const values = [plainArray(taskIds)]
  const { rows } = await client.query<{ task_id: string }>({ name: 'deferred_tasks', text: waitingSql, values })
  return new Set(rows.map(({ task_id: taskId }) => taskId))
}

/** Who does not renew it within this time is taken for dead. */
const leaseSeconds = 60
export const renewEveryMs = 15_000

// The oldest of each account of which none is being decided. From account to account by the index: after an outage an
// account may have any number waiting, and this is queried after each decision.
export const candidatesSql = `
  with recursive oldest as (
    (select account_id, execution_id from deferred_decisions order by account_id, execution_id limit 1)
    union all
    select following.* from oldest cross join lateral (
      select account_id, execution_id from deferred_decisions
      where account_id > oldest.account_id order by account_id, execution_id limit 1
    ) following
  )
  select account_id as "accountId", execution_id as "executionId" from oldest
  where not exists (
    select from deferred_decisions leased
    where leased.account_id = oldest.account_id and leased.leased_until > now()
  )`

export interface Candidate {
  accountId: string
  executionId: string
}

/** One of each account that has any waiting, the longest waiting first. */
export const findCandidates = async (pool: pg.Pool): Promise<Candidate[]> => {
  const { rows } = await pool.query<Candidate>({ name: 'deferred_candidates', text: candidatesSql })
  return rows.toSorted((a, b) => (a.executionId < b.executionId ? -1 : 1))
}

const leaseSql = `
  update deferred_decisions set leased_by = $2, leased_until = now() + $3 * interval '1 second'
  where execution_id = any ($1::uuid[]) and (leased_until is null or leased_until <= now())
  returning execution_id as "executionId", task_id as "taskId", account_id as "accountId", rule_versions as "ruleVersions"`

/** Those of the executions that nobody else has taken meanwhile. */
export const leaseDeferred = async (pool: pg.Pool, owner: string, executionIds: readonly string[]) => {
  const values = [plainArray(executionIds), owner, leaseSeconds]
  return (await pool.query<DeferredExecution>({ name: 'lease_deferred', text: leaseSql, values })).rows
}

const renewSql = `
  update deferred_decisions set leased_until = now() + $3 * interval '1 second'
  where execution_id = any ($1::uuid[]) and leased_by = $2`

/** Only what is being decided: of a lease whose answer was lost nobody here knows, and it has to run out. */
export const renewLeases = async (pool: pg.Pool, owner: string, executionIds: readonly string[]): Promise<void> => {
  const values = [plainArray(executionIds), owner, leaseSeconds]
  await pool.query({ name: 'renew_deferred', text: renewSql, values })
}

const postponeSql = `
  update deferred_decisions set leased_by = null, leased_until = now() + interval '5 seconds'
  where execution_id = $1 and leased_by = $2`

/** After a failure: no process leases it for a short time. */
export const postponeDeferred = async (pool: pg.Pool, owner: string, executionId: string): Promise<void> => {
  await pool.query(postponeSql, [executionId, owner])
}

const releaseSql = 'update deferred_decisions set leased_by = null, leased_until = null where leased_by = $1'

/** Gives back all that the process holds, for another to take at once. */
export const releaseLeases = async (pool: pg.Pool, owner: string): Promise<void> => {
  await pool.query(releaseSql, [owner])
}

const finishSql = 'delete from deferred_decisions where execution_id = $1 and leased_by = $2 returning 1'

/** In the transaction that decides it. False where the lease was lost: then another decides it. */
export const finishDeferred = async (
  client: pg.ClientBase | pg.Pool,
  owner: string,
  executionId: string,
): Promise<boolean> =>
  (await client.query({ name: 'finish_deferred', text: finishSql, values: [executionId, owner] })).rowCount === 1
