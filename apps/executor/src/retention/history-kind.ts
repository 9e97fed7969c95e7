import { deleteWithSubjectsSql } from '@knockwire/services/deliveries/delivery-sql'

/** A kind of history: whose it is, where its rows are, and which row keeps their count and their stored bytes. */
export interface HistoryKind {
  owners: 'tasks' | 'receivers'
  rows: 'executions' | 'received_requests'
  counters: 'schedules' | 'receiver_counters'
  /** The column of `rows` and `counters` that names the owner. */
  ownerId: 'task_id' | 'receiver_id'
  /** The column of `counters` with the number of rows. */
  total: 'executions_total' | 'total'
  /** Which rows may be deleted. */
  isEnded: string
  /** Statements beside the deletion of the rows in `to_delete`, each beginning with a comma. */
  alsoDelete: string
  /** How the counters are locked before rows are chosen; empty where they are locked after the rows were deleted. */
  lockCounters: string
}

const alsoDeleteDeliveries = `, deleted_deliveries as (${deleteWithSubjectsSql})`
const alsoDeleteDetails =
  ', deleted_details as (delete from execution_details where execution_id = any (array(select id from to_delete)))'

/**
 * A group of results locks many schedules in any order, and waits. So retention locks those of its own first and never
 * waits; one that it passes over is looked at again.
 */
export const executionHistory: HistoryKind = {
  owners: 'tasks',
  rows: 'executions',
  counters: 'schedules',
  ownerId: 'task_id',
  total: 'executions_total',
  isEnded: `status in ('SUCCEEDED', 'FAILED')`,
  alsoDelete: alsoDeleteDetails + alsoDeleteDeliveries,
  lockCounters: 'for no key update of c skip locked',
}

/**
 * A caller waits while the ingress locks counters, in the order of their ids. So retention locks them last and in the
 * same order; since nothing keeps two executors from choosing the same rows, only one of them deletes at a time.
 */
export const requestHistory: HistoryKind = {
  owners: 'receivers',
  rows: 'received_requests',
  counters: 'receiver_counters',
  ownerId: 'receiver_id',
  total: 'total',
  isEnded: 'true',
  alsoDelete: alsoDeleteDeliveries,
  lockCounters: '',
}

/**
 * The common end of all statements that delete history. Before it stands a `cut`: of the owner `owner_id` at most
 * `most` rows, the oldest, none after the id `until` (ids are in the order of time). What others have locked is passed
 * over. `any (array(…))` has an index used, whatever PostgreSQL expects the number of rows to be.
 *
 * @param limit - SQL of how many rows are deleted at most.
 */
export const deleteCut = (kind: HistoryKind, limit: string) => `
  to_delete as materialized (
    select oldest.id from cut cross join lateral (
      select id from ${kind.rows}
      where ${kind.ownerId} = cut.owner_id and id <= cut.until and ${kind.isEnded}
      order by id nulls first limit cut.most
      for update skip locked
    ) oldest limit ${limit}
  ), deleted as (
    delete from ${kind.rows} where id = any (array(select id from to_delete))
    returning ${kind.ownerId} as owner_id, coalesce(stored_bytes, 0) as bytes
  )${kind.alsoDelete}, change as materialized (
    select owner_id, count(*)::int as count, sum(bytes)::bigint as bytes from deleted group by owner_id
  ), locked_counters as materialized (
    select change.* from change join ${kind.counters} c on c.${kind.ownerId} = change.owner_id
    order by change.owner_id for no key update of c
  ), counted as (
    update ${kind.counters} c
    set ${kind.total} = c.${kind.total} - change.count, stored_bytes = greatest(0, c.stored_bytes - change.bytes)
    from locked_counters change where c.${kind.ownerId} = change.owner_id
  )`

/** No id is after it. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** No id is before it. */
export const firstId = '00000000-0000-0000-0000-000000000000'
