import { plainArray } from '@knockwire/db/sql-array'
import { inTransaction } from '@knockwire/db/transaction'
import { expectationOf, type StoredExpectation } from '@knockwire/domain/heartbeats/expectation'
import type { Condition } from '@knockwire/domain/conditions/condition'
import type { SignalKind } from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import { dueAtOnceSql } from '@knockwire/services/heartbeats/presence'
import type pg from 'pg'
import type { Candidate } from '../../conditions/requests/decision-loop.ts'

// From receiver to receiver by the index, as with undecided requests.
const candidatesSql = `
  with recursive oldest as (
    (select receiver_id, leased_until from heartbeat_signals where request_id is not null order by receiver_id, position limit 1)
    union all
    select following.* from oldest cross join lateral (
      select receiver_id, leased_until from heartbeat_signals
      where request_id is not null and receiver_id > oldest.receiver_id order by receiver_id, position limit 1
    ) following
  )
  select o.receiver_id as "receiverId", h.account_id as "accountId"
  from oldest o join heartbeats h on h.receiver_id = o.receiver_id
  where o.leased_until is null or o.leased_until <= now()`

/** Receivers of which successes wait to be decided by their requests. */
export const findCandidates = async (pool: pg.Pool): Promise<Candidate[]> =>
  (await pool.query<Candidate>({ name: 'undecided_heartbeats', text: candidatesSql })).rows

const conditionSql = 'select expectation from heartbeats where receiver_id = $1'

/** The condition as it is now; null where there is none any more. */
export const loadCondition = async (pool: pg.Pool, receiverId: string): Promise<Condition | null> => {
  const query = { name: 'load_success_condition', text: conditionSql, values: [receiverId] }
  const [row] = (await pool.query<{ expectation: StoredExpectation }>(query)).rows
  return row === undefined ? null : expectationOf(row.expectation).successCondition
}

/** A success that is yet to be decided. */
export interface UndecidedSignal {
  /** Of 64 bits: it stays text here. */
  position: string
  requestId: string
}

/** An executor that takes longer may be overtaken: then both evaluate, with the same result. */
const leaseSeconds = 5

const takeSql = `
  with taken as (
    update heartbeat_signals set leased_until = now() + $3 * interval '1 second'
    where receiver_id = $1 and position in (
      select position from heartbeat_signals where receiver_id = $1 and request_id is not null order by position limit $2)
    returning position, request_id
  )
  select position::text, request_id as "requestId" from taken where request_id is not null order by taken.position`

/** The oldest of a receiver. */
export const takeOldest = async (pool: pg.Pool, receiverId: string, count: number): Promise<UndecidedSignal[]> => {
  const values = [receiverId, count, leaseSeconds]
  return (await pool.query<UndecidedSignal>({ name: 'take_undecided_signals', text: takeSql, values })).rows
}

/** LOG: its request says nothing, since it was not recorded or has been deleted. */
export interface DecidedSignal extends UndecidedSignal {
  kind: Extract<SignalKind, 'SUCCESS' | 'UNMET' | 'LOG'>
}

const lockSql = 'select from heartbeats where receiver_id = $1 for no key update'

const decideSql = `
  update heartbeat_signals s set kind = d.kind, request_id = null, leased_until = null
  from unnest($2::bigint[], $3::text[]) as d (position, kind)
  where s.receiver_id = $1 and s.position = d.position and s.request_id is not null`

/**
 * For the history, and before the heartbeat is locked: retention holds rows of requests while it waits for the receiver's counters, which the
 * ingress may hold while it waits for the heartbeat.
 */
const recordSql = `
  update received_requests r set signal = d.kind
  from unnest($1::uuid[], $2::text[]) as d (id, kind)
  where r.id = d.id`

const checkSql = `update heartbeats set check_at = ${dueAtOnceSql} where receiver_id = $1`

/** Writes what signals are, and has their heartbeat looked at. It is locked first, as by anyone who takes its signals. */
export const writeDecided = async (
  pool: pg.Pool,
  receiverId: string,
  decided: readonly DecidedSignal[],
): Promise<void> => {
  const kinds = plainArray(decided.map(({ kind }) => kind))
  const positions = plainArray(decided.map(({ position }) => position))
  const requestIds = plainArray(decided.map(({ requestId }) => requestId))
  await pool.query({ name: 'record_decided_signals', text: recordSql, values: [requestIds, kinds] })
  await inTransaction(pool, async (client) => {
    await client.query({ name: 'lock_decided_heartbeat', text: lockSql, values: [receiverId] })
    await client.query({ name: 'decide_signals', text: decideSql, values: [receiverId, positions, kinds] })
    await client.query({ name: 'check_decided_heartbeat', text: checkSql, values: [receiverId] })
  })
}

const releaseSql =
  'update heartbeat_signals set leased_until = null where receiver_id = any ($1::uuid[]) and leased_until is not null'

/** For another process to take at once. */
export const releaseLeases = async (pool: pg.Pool, receiverIds: readonly string[]): Promise<void> => {
  await pool.query({ name: 'release_signals', text: releaseSql, values: [plainArray(receiverIds)] })
}
