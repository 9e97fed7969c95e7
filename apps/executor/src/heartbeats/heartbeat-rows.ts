import type { Counted, Usual } from '@knockwire/domain/heartbeats/learned/usual'
import { jsonArray, plainArray, textArray } from '@knockwire/db/sql-array'
import { type Expectation, expectationOf, type StoredExpectation } from '@knockwire/domain/heartbeats/expectation'
import type {
  Heartbeat,
  HeartbeatChange,
  Signal,
  SignalKind,
} from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import {
  changeColumnsOf,
  changeOf,
  columnsOf,
  heartbeatOf,
  type HeartbeatColumns,
} from '@knockwire/services/heartbeats/heartbeat-columns'
import { decidableUntilSql } from '@knockwire/services/heartbeats/presence'
import type pg from 'pg'

/** A heartbeat that this transaction has locked. */
export interface ClaimedHeartbeat {
  receiverId: string
  accountId: string
  expectation: Expectation
  heartbeat: Heartbeat
  /** What is usual, where that is expected. */
  usual: Usual | null
  /** Its last change, which alerts are about. */
  current: StoredChange | null
  /** Its account is suspended: its receivers take no requests. */
  isSuspended: boolean
  /** The database's clock, to the millisecond, once the row was locked. */
  nowMs: number
}

export interface StoredChange {
  id: string
  change: HeartbeatChange
}

// What is locked is another executor's, or a request's that is being recorded: it is looked at again. What is due since an ingress was
// seen last waits until one is seen again, or until it is known that none is there.
const claimSql = `
  with claimed as (
    select * from heartbeats where check_at <= ${decidableUntilSql}
    order by check_at limit $1 for no key update skip locked
  )
  select h.receiver_id as "receiverId", h.account_id as "accountId", h.expectation, h.state, h.since,
    h.last_signal_at as "lastSignalAt", h.expected_at as "expectedAt", h.expected_by as "expectedBy", h.runs, h.failures,
    h.usual, h.judged_until as "judgedUntil", h.moved_at as "movedAt", c.counted as "changeCounted", h.change_id as "changeId", c.at as "changeAt", c.state as "changeState", c.reason as "changeReason",
    c.expected_at as "changeExpectedAt", c.last_signal_at as "changeLastSignalAt", c.duration_ms::float8 as "changeDurationMs",
    c.exit_code as "changeExitCode", c.absence_ms::float8 as "changeAbsenceMs",
    (select a.suspended_at is not null from accounts a where a.id = h.account_id) as "isSuspended", date_trunc('milliseconds', clock_timestamp()) as now
  from claimed h left join heartbeat_changes c on c.id = h.change_id`

interface ClaimedRow extends HeartbeatColumns {
  receiverId: string
  accountId: string
  expectation: StoredExpectation
  usual: Usual | null
  changeCounted: Counted | null
  changeId: string | null
  changeAt: Date | null
  changeState: HeartbeatChange['state']
  changeReason: HeartbeatChange['reason']
  changeExpectedAt: Date | null
  changeLastSignalAt: Date | null
  changeDurationMs: number | null
  changeExitCode: number | null
  changeAbsenceMs: number | null
  isSuspended: boolean
  now: Date
}

/** Locks so many of those that are due. */
export const claimDue = async (client: pg.ClientBase, limit: number): Promise<ClaimedHeartbeat[]> => {
  const { rows } = await client.query<ClaimedRow>({ name: 'claim_heartbeats', text: claimSql, values: [limit] })
  return rows.map((row) => ({
    receiverId: row.receiverId,
    accountId: row.accountId,
    expectation: expectationOf(row.expectation),
    heartbeat: heartbeatOf(row),
    usual: row.usual,
    current: currentOf(row),
    isSuspended: row.isSuspended,
    nowMs: row.now.getTime(),
  }))
}

const currentOf = (row: ClaimedRow): StoredChange | null => {
  if (row.changeId === null || row.changeAt === null) return null
  const change = changeOf({
    at: row.changeAt,
    state: row.changeState,
    reason: row.changeReason,
    expectedAt: row.changeExpectedAt,
    lastSignalAt: row.changeLastSignalAt,
    durationMs: row.changeDurationMs,
    exitCode: row.changeExitCode,
    absenceMs: row.changeAbsenceMs,
    counted: row.changeCounted,
  })
  return { id: row.changeId, change }
}

// Those behind one that waits to be decided wait for it: what becomes of a heartbeat is decided in the order of commits.
const takeSql = `
  with undecided as materialized (
    select receiver_id, min(position) as position from heartbeat_signals
    where receiver_id = any ($1::uuid[]) and request_id is not null group by receiver_id
  ), taken as (
    delete from heartbeat_signals s where s.receiver_id = any ($1::uuid[])
      and s.position < coalesce((select u.position from undecided u where u.receiver_id = s.receiver_id), 9223372036854775807)
    returning s.receiver_id, s.position, s.at, s.kind, s.run_id, s.exit_code
  )
  select receiver_id as "receiverId", at, kind, run_id as "runId", exit_code as "exitCode", position, false as "isUndecided"
  from taken
  union all
  select s.receiver_id, s.at, s.kind, s.run_id, s.exit_code, s.position, true
  from undecided u join heartbeat_signals s on s.receiver_id = u.receiver_id and s.position = u.position
  order by position`

interface SignalRow {
  receiverId: string
  at: Date
  kind: SignalKind
  runId: string | null
  exitCode: number | null
  isUndecided: boolean
}

/** The signals of a heartbeat that wait, up to the first that is yet to be decided. */
export interface WaitingSignals {
  signals: Signal[]
  /** When that one came; null where all are decided. */
  undecidedAtMs: number | null
}

/** Takes the signals that wait for these heartbeats, which are locked, in their order. */
export const takeSignals = async (
  client: pg.ClientBase,
  receiverIds: readonly string[],
): Promise<ReadonlyMap<string, WaitingSignals>> => {
  const values = [plainArray(receiverIds)]
  const { rows } = await client.query<SignalRow>({ name: 'take_heartbeat_signals', text: takeSql, values })
  const byReceiver = Map.groupBy(rows, ({ receiverId }) => receiverId)
  return new Map([...byReceiver].map(([receiverId, taken]) => [receiverId, toWaiting(taken)]))
}

const toWaiting = (rows: readonly SignalRow[]): WaitingSignals => ({
  signals: rows.filter(({ isUndecided }) => !isUndecided).map(toSignal),
  undecidedAtMs: rows.find(({ isUndecided }) => isUndecided)?.at.getTime() ?? null,
})

const toSignal = ({ at, kind, runId, exitCode }: SignalRow): Signal => ({ kind, atMs: at.getTime(), runId, exitCode })

/** What a heartbeat has become. */
export interface HeartbeatResult {
  receiverId: string
  heartbeat: Heartbeat
  /** The last change's. */
  changeId: string | null
  checkAtMs: number | null
  isSettled: boolean
}

const writeSql = `
  update heartbeats h set state = r.state, since = r.since, last_signal_at = r.last_signal_at, expected_at = r.expected_at,
    expected_by = r.expected_by, check_at = r.check_at, is_settled = r.is_settled, runs = r.runs::jsonb,
    failures = r.failures, change_id = r.change_id, judged_until = r.judged_until, moved_at = r.moved_at
  from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
    $7::timestamptz[], $8::bool[], $9::text[], $10::int[], $11::uuid[], $12::timestamptz[], $13::timestamptz[])
    as r (receiver_id, state, since, last_signal_at, expected_at, expected_by, check_at, is_settled, runs, failures, change_id,
      judged_until, moved_at)
  where h.receiver_id = r.receiver_id`

const textOf = (date: Date | null) => date?.toISOString() ?? null

export const writeHeartbeats = async (client: pg.ClientBase, results: readonly HeartbeatResult[]): Promise<void> => {
  const columns = results.map(({ heartbeat }) => columnsOf(heartbeat))
  const values = [
    plainArray(results.map(({ receiverId }) => receiverId)),
    plainArray(columns.map(({ state }) => state)),
    textArray(columns.map(({ since }) => textOf(since))),
    textArray(columns.map(({ lastSignalAt }) => textOf(lastSignalAt))),
    textArray(columns.map(({ expectedAt }) => textOf(expectedAt))),
    textArray(columns.map(({ expectedBy }) => textOf(expectedBy))),
    textArray(results.map(({ checkAtMs }) => (checkAtMs === null ? null : new Date(checkAtMs).toISOString()))),
    plainArray(results.map(({ isSettled }) => isSettled)),
    jsonArray(columns.map(({ runs }) => JSON.stringify(runs))),
    plainArray(columns.map(({ failures }) => failures)),
    plainArray(results.map(({ changeId }) => changeId)),
    textArray(columns.map(({ judgedUntil }) => textOf(judgedUntil))),
    textArray(columns.map(({ movedAt }) => textOf(movedAt))),
  ]
  await client.query({ name: 'write_heartbeats', text: writeSql, values })
}

const writeUsualSql = `
  update heartbeats h set usual = r.usual::jsonb from unnest($1::uuid[], $2::text[]) as r (receiver_id, usual)
  where h.receiver_id = r.receiver_id`

/** What was learned again of those that expect what is usual. */
export const writeUsual = async (
  client: pg.ClientBase,
  learned: readonly { receiverId: string; usual: Usual }[],
): Promise<void> => {
  if (learned.length === 0) return
  const values = [
    plainArray(learned.map(({ receiverId }) => receiverId)),
    jsonArray(learned.map(({ usual }) => JSON.stringify(usual))),
  ]
  await client.query({ name: 'write_usual', text: writeUsualSql, values })
}

const insertChangesSql = `
  insert into heartbeat_changes (id, receiver_id, at, state, reason, expected_at, last_signal_at, duration_ms, exit_code,
    absence_ms, counted)
  select id, receiver_id, at, state, reason, expected_at, last_signal_at, duration_ms, exit_code, absence_ms, counted::jsonb
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[],
    $8::bigint[], $9::smallint[], $10::bigint[], $11::text[])
    as r (id, receiver_id, at, state, reason, expected_at, last_signal_at, duration_ms, exit_code, absence_ms, counted)`

export const insertChanges = async (
  client: pg.ClientBase,
  changes: readonly (StoredChange & { receiverId: string })[],
): Promise<void> => {
  if (changes.length === 0) return
  const columns = changes.map(({ change }) => changeColumnsOf(change))
  const values = [
    plainArray(changes.map(({ id }) => id)),
    plainArray(changes.map(({ receiverId }) => receiverId)),
    textArray(columns.map(({ at }) => textOf(at))),
    plainArray(columns.map(({ state }) => state)),
    plainArray(columns.map(({ reason }) => reason)),
    textArray(columns.map(({ expectedAt }) => textOf(expectedAt))),
    textArray(columns.map(({ lastSignalAt }) => textOf(lastSignalAt))),
    plainArray(columns.map(({ durationMs }) => durationMs)),
    plainArray(columns.map(({ exitCode }) => exitCode)),
    plainArray(columns.map(({ absenceMs }) => absenceMs)),
    jsonArray(columns.map(({ counted }) => (counted === null ? null : JSON.stringify(counted)))),
  ]
  await client.query({ name: 'insert_heartbeat_changes', text: insertChangesSql, values })
}

const nextSql = `
  select extract(epoch from check_at - clock_timestamp())::float8 * 1000 as "waitMs", check_at <= ${decidableUntilSql} as "isDecidable"
  from heartbeats where check_at is not null order by check_at limit 1`

/** So soon it is looked again whether an ingress was there at the time of what is due. */
const unseenMs = 40

/** In how many milliseconds the next heartbeat can be taken, negative where it can be already; null where none ever is due. */
export const nextDueIn = async (pool: pg.Pool): Promise<number | null> => {
  const { rows } = await pool.query<{ waitMs: number; isDecidable: boolean }>({ name: 'next_heartbeat', text: nextSql })
  const [next] = rows
  if (next === undefined) return null
  return next.waitMs <= 0 && !next.isDecidable ? unseenMs : next.waitMs
}
