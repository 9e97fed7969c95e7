import { deleteClosedAccount } from '@knockwire/services/accounts/close-account'
import { deleteUnconfirmedAccounts } from '@knockwire/services/accounts/unconfirmed-accounts'
import { deleteWithSubjectsSql } from '@knockwire/services/deliveries/delivery-sql'
import { deleteWholeReceiver } from '@knockwire/services/receivers/delete-receiver'
import { deleteTasks } from '@knockwire/services/tasks/delete-tasks'
import { leastIdSql } from '@knockwire/db/uuidv7'
import { draftHours } from '@knockwire/domain/drafts'
import { rejectionDays } from '@knockwire/domain/receivers/receiver-rules'
import { rollupDays } from '@knockwire/domain/series/series-ranges'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { MaintenanceJob, PagedJob } from './start-maintenance.ts'
import { auditDays } from '@knockwire/domain/audit/audit-event'

/** What no longer means anything: a table and which of its rows. */
const expired: readonly [table: string, which: string][] = [
  ['sessions', 'expires_at < now()'],
  ['email_codes', 'expires_at < now()'],
  ['password_reset_codes', 'expires_at < now()'],
  ['sign_in_challenges', 'expires_at < now()'],
  ['api_tokens', `expires_at < now() - interval '30 days'`],
  ['rate_windows', 'expires_at < now()'],
  ['idempotency_keys', `created_at < now() - interval '1 day'`],
  // By the id, which is in the order of time, so that the oldest are found by an index.
  ['audit_events', `id < ${leastIdSql(`now() - interval '${auditDays} days 1 hour'`)}`],
  ['reported_errors', `last_at < now() - interval '30 days'`],
  ['rejected_requests', `minute < now() - interval '${rejectionDays} days'`],
  ['receiver_rollups', `day < now() - interval '35 days'`],
  ['counted_hours', `hour < now() - interval '35 days'`],
  ['request_forwards', `created_at < now() - interval '30 days'`],
  // Of a call that was then not accepted.
  ['completions', `deadline_at is null and received_at < now() - interval '1 day'`],
  // Longer than a task can be away and still be shown why.
  ['executor_presence', `until_at < now() - interval '${rollupDays} days'`],
  // Longer than any signal is waited for.
  ['ingress_presence', `until_at < now() - interval '800 days'`],
]

/** What is used just now is locked: it is passed over, and looked at again. */
const deleteSql = ([table, which]: (typeof expired)[number]) => `
  delete from ${table} where ctid = any (array(
    select ctid from ${table} where ${which} limit $1 for update skip locked))`

/** Sessions, codes, counted windows and counts of rejected requests that no longer mean anything: of each so many rows. */
export const createExpiredDeletion = (rowsAtOnce = 1000): PagedJob => {
  let hasMore = false
  return {
    run: async (client) => {
      hasMore = false
      let deleted = 0
      for (const one of expired) {
        const count = (await client.query(deleteSql(one), [rowsAtOnce])).rowCount ?? 0
        hasMore ||= count === rowsAtOnce
        deleted += count
      }
      return deleted
    },
    hasMore: () => hasMore,
  }
}

/**
 * Of each heartbeat so many changes are kept; an index says which are beyond, of those that have changed within a day: it reads all that
 * are kept, which takes 1.5 s of 10,000 heartbeats with 100 changes each. Deliveries go with what they are about.
 */
const keptChanges = 1000
const oldChangesSql = `
  with to_delete as (
    delete from heartbeat_changes where id = any (array(
      select c.id from heartbeats h cross join lateral (
        select id from heartbeat_changes where receiver_id = h.receiver_id
        order by at desc nulls last, id desc nulls last offset ${keptChanges}
      ) c
      where h.since > now() - interval '1 day' and c.id is distinct from h.change_id limit $1))
    returning id
  ), deleted_deliveries as (${deleteWithSubjectsSql})
  select count(*)::int as count from to_delete`

/** The history of heartbeats that change again and again. */
export const createOldChangesDeletion = (rowsAtOnce = 1000): PagedJob => {
  let deleted = 0
  return {
    run: async (client) => {
      deleted = (await client.query<{ count: number }>(oldChangesSql, [rowsAtOnce])).rows[0]?.count ?? 0
      return deleted
    },
    hasMore: () => deleted === rowsAtOnce,
  }
}

/** One that is being saved or created as a task just now is locked: it is passed over, and looked at again. */
const staleSql = `
  select id from tasks
  where is_draft and greatest(updated_at, last_opened_at, last_slack_setup_at) < now() - interval '${draftHours} hours'
  order by updated_at limit $1
  for update skip locked`

/** Each may have a full history. */
const draftsAtOnce = 10

/** Drafts that nobody has touched for a day. */
export const createStaleDraftsDeletion = (atOnce = draftsAtOnce): PagedJob =>
  deletionOfDrafts(staleSql, atOnce, (client, ids) => deleteTasks(drizzle(client), ids))

/** As stale drafts of tasks, but that a draft also lives on by its notifications. */
const staleReceiversSql = `
  select r.id from receivers r
  where r.is_draft and r.updated_at < now() - interval '${draftHours} hours' and not exists (
    select from notifications n where n.receiver_id = r.id and n.updated_at >= now() - interval '${draftHours} hours')
  order by r.updated_at limit $1
  for update of r skip locked`

/** Receivers that somebody began to create, and that nobody has touched for a day. */
export const createStaleReceiverDraftsDeletion = (atOnce = draftsAtOnce): PagedJob =>
  deletionOfDrafts(staleReceiversSql, atOnce, async (client, ids) => {
    for (const id of ids) await deleteWholeReceiver(drizzle(client), id)
  })

type DeleteDrafts = (client: pg.PoolClient, ids: readonly string[]) => Promise<void>

const deletionOfDrafts = (sql: string, atOnce: number, deleteDrafts: DeleteDrafts): PagedJob => {
  let deleted = 0
  return {
    run: async (client) => {
      const { rows } = await client.query<{ id: string }>(sql, [atOnce])
      deleted = rows.length
      await deleteDrafts(
        client,
        rows.map(({ id }) => id),
      )
      return deleted
    },
    hasMore: () => deleted === atOnce,
  }
}

/** Accounts that someone opened with an address and never came back to. */
export const deleteUnconfirmed: MaintenanceJob = (client, { settings }) =>
  deleteUnconfirmedAccounts(drizzle(client), settings.defaultPlan)

/** Deletes what accounts that their owners deleted have stored, in batches, until nothing of them is left. */
export const createClosedAccountsDeletion = (rowsAtOnce = 1000): PagedJob => {
  let deleted = 0
  return {
    run: async (client) => {
      deleted = await deleteClosedAccount(drizzle(client), rowsAtOnce)
      return deleted
    },
    hasMore: () => deleted > 0,
  }
}

/**
 * Far more than the time for which an executor remembers that a request is stored, and refers to it without looking
 * (`known-requests.ts`). One whose use is written just now is locked, and looked at again once that is committed.
 */
const unusedSql = `
  with page as (
    select s.task_id, s.hash, s.last_used_at < now() - interval '1 day' and not exists (
      select from executions e join execution_details d on d.execution_id = e.id
      where e.task_id = s.task_id and d.request_hash = s.hash
    ) as is_unused
    from sent_requests s where (s.task_id, s.hash) > ($1::uuid, $2::uuid)
    order by s.task_id, s.hash limit $3
  ), deleted as (
    delete from sent_requests s using page
    where page.is_unused and s.task_id = page.task_id and s.hash = page.hash
      and s.last_used_at < now() - interval '1 day'
    returning 1
  )
  select (select count(*)::int from deleted) as count, last.task_id, last.hash
  from (values (1)) one left join (select task_id, hash from page order by task_id desc, hash desc limit 1) last on true`

interface Row {
  count: number
  task_id: string | null
  hash: string | null
}

const first = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes the stored requests that no execution refers to any more. Few at once: for one that nothing refers to, a whole
 * history of up to 2,000 executions is looked at (measured: 44 µs for each, cached), and a page that takes longer than a
 * statement may would be begun again for ever.
 */
export const createUnusedRequestsDeletion = (requestsAtOnce = 20): PagedJob => {
  let after = [first, first]
  return {
    run: async (client) => {
      const { rows } = await client.query<Row>(unusedSql, [...after, requestsAtOnce])
      const { count = 0, task_id: taskId = null, hash = null } = rows[0] ?? {}
      after = taskId === null || hash === null ? [first, first] : [taskId, hash]
      return count
    },
    hasMore: () => after[0] !== first,
  }
}

/** Ranges of planned times that did not run, of one task: a run that is always too long makes one each time. */
const mostMissedRuns = 500

const oldRollupsSql = `
  with page as (
    select task_id from schedules where task_id > $1::uuid order by task_id limit $2
  ), deleted as (
    delete from execution_rollups r using page
    where r.task_id = page.task_id and r.bucket_at < now() - interval '${rollupDays} days'
    returning 1
  ), deleted_pauses as (
    delete from schedule_pauses p using page
    where p.task_id = page.task_id and p.to_at < now() - interval '${rollupDays} days'
  ), deleted_missed as (
    delete from missed_runs m using page, lateral (
      select from_at from missed_runs where task_id = page.task_id
      order by from_at desc nulls last limit 1 offset ${mostMissedRuns}
    ) surplus
    where m.task_id = page.task_id and m.from_at <= surplus.from_at
  ), deleted_old_missed as (
    delete from missed_runs m using page
    where m.task_id = page.task_id and m.to_at < now() - interval '${rollupDays} days'
  )
  select (select count(*)::int from deleted) as count, (select task_id from page order by task_id desc limit 1) as task_id`

/** Deletes the counts, pauses and missed runs that are older than any chart shows, task by task, as their index is ordered. */
export const createOldRollupsDeletion = (tasksAtOnce = 200): PagedJob => {
  let after = first
  return {
    run: async (client) => {
      const { rows } = await client.query<{ count: number; task_id: string | null }>(oldRollupsSql, [
        after,
        tasksAtOnce,
      ])
      after = rows[0]?.task_id ?? first
      return rows[0]?.count ?? 0
    },
    hasMore: () => after !== first,
  }
}
