import { plainArray } from '@knockwire/db/sql-array'
import type pg from 'pg'
import type { Candidate } from './decision-loop.ts'

// From receiver to receiver by the index: one that is flooded may have any number waiting, and this is queried after each
// batch. One whose oldest is leased is being decided by another process.
const candidatesSql = `
  with recursive oldest as (
    (select receiver_id, account_id, leased_until from undecided_requests order by receiver_id, position limit 1)
    union all
    select following.* from oldest cross join lateral (
      select receiver_id, account_id, leased_until from undecided_requests
      where receiver_id > oldest.receiver_id order by receiver_id, position limit 1
    ) following
  )
  select receiver_id as "receiverId", account_id as "accountId" from oldest
  where leased_until is null or leased_until <= now()`

export const findCandidates = async (pool: pg.Pool): Promise<Candidate[]> =>
  (await pool.query<Candidate>({ name: 'undecided_receivers', text: candidatesSql })).rows

/** A request that waits. */
export interface UndecidedRequest {
  /** Of 64 bits: it stays text here. */
  position: string
  requestId: string
  ruleVersions: Readonly<Record<string, string>>
}

/** An executor that takes longer may be overtaken: then both evaluate, and one of them decides. */
const leaseSeconds = 5

const takeSql = `
  with taken as (
    update undecided_requests set leased_until = now() + $3 * interval '1 second'
    where receiver_id = $1 and position in (
      select position from undecided_requests where receiver_id = $1 order by position limit $2)
    returning position, request_id, rule_versions
  )
  select position::text, request_id as "requestId", rule_versions as "ruleVersions" from taken order by taken.position`

/** The oldest of a receiver. */
export const takeOldest = async (pool: pg.Pool, receiverId: string, count: number): Promise<UndecidedRequest[]> => {
  const values = [receiverId, count, leaseSeconds]
  return (await pool.query<UndecidedRequest>({ name: 'take_undecided', text: takeSql, values })).rows
}

const decideSql = `
  delete from undecided_requests where receiver_id = $1 and position <= $2::bigint
  returning position::text`

/**
 * In the transaction that decides a receiver's requests up to this position: the positions that are this transaction's to
 * decide. What is not among them, another has decided before.
 */
export const claimUpTo = async (
  client: pg.ClientBase,
  receiverId: string,
  position: string,
): Promise<ReadonlySet<string>> => {
  const values = [receiverId, position]
  const { rows } = await client.query<{ position: string }>({ name: 'claim_undecided', text: decideSql, values })
  return new Set(rows.map((row) => row.position))
}

const releaseSql =
  'update undecided_requests set leased_until = null where receiver_id = any ($1::uuid[]) and leased_until is not null'

/** For another process to take at once. */
export const releaseLeases = async (pool: pg.Pool, receiverIds: readonly string[]): Promise<void> => {
  await pool.query(releaseSql, [plainArray(receiverIds)])
}
