import { mostBetweenBeatsMs } from '@knockwire/domain/heartbeats/absence'
import { nextExpected } from '@knockwire/domain/heartbeats/next-expected'
import { addressKeyOf } from '@knockwire/domain/heartbeats/signals/other-addresses'
import type { RecordedSignalKind } from '@knockwire/domain/heartbeats/signals/recorded-signal'
import { type SentSignal, sentSignalOf } from '@knockwire/domain/heartbeats/signals/sent-signal'
import type { ReceivedRequest } from '../received-request.ts'
import type { HeartbeatSettings } from '../settings/receiver-settings.ts'
import { type BindMessage, floatElement, intElement, textElement, uuidElement } from './bound-statement.ts'

/*
 * What requests to receivers that expect calls change beside being recorded, in the same statement. A signal of success to a heartbeat
 * that is up and waits for nothing moves what is expected, by the database's clock. Any other signal is left to an executor, in the
 * order of commits, since it changes the state or may be counted by a notification.
 */

/**
 * The rows of the receivers' counters have been locked before (`passed`, which is hashed), in their order. A signal counts though the
 * plan's limit has no room for its request. `materialized`: the clock is read once, so that all columns are decided by one time; what
 * has been changed meanwhile by an executor is seen, since the update looks at a row again once it has waited for it. `first`: the number
 * of the parameter that `addBeats` adds first.
 */
export const signalsSql = (first: number): string => `
  beat as materialized (
    select b.hit, b.is_plain = 1 as is_plain, b.is_late_watched = 1 as is_late_watched, b.every_ms, b.grace_ms,
      b.first_at, b.first_by, b.second_at, b.second_by, date_trunc('milliseconds', clock_timestamp()) as at
    from unnest($${first}::int[], $${first + 1}::int[], $${first + 2}::int[], $${first + 3}::float8[],
        $${first + 4}::float8[], $${first + 5}::float8[], $${first + 6}::float8[], $${first + 7}::float8[], $${first + 8}::float8[]) as b (hit, is_plain, is_late_watched, every_ms, grace_ms, first_at, first_by, second_at, second_by)
    where (b.hit in (select n from passed)) is true
  ), expected as materialized (
    select ($1::uuid[])[hit] as receiver_id, hit, at, is_plain, is_late_watched,
      case when every_ms is not null then at + every_ms * interval '1 millisecond'
        else to_timestamp(case when first_at > extract(epoch from at) * 1000 then first_at else second_at end / 1000) end as expected_at,
      case when every_ms is not null then at + (every_ms + grace_ms) * interval '1 millisecond'
        else to_timestamp(case when first_at > extract(epoch from at) * 1000 then first_by else second_by end / 1000) end as expected_by
    from beat
  ), moved as (
    update heartbeats h set
      last_signal_at = case when h.is_settled and e.is_plain and e.at <= h.check_at then e.at else h.last_signal_at end,
      expected_at = case when h.is_settled and e.is_plain and e.at <= h.check_at then e.expected_at else h.expected_at end,
      expected_by = case when h.is_settled and e.is_plain and e.at <= h.check_at then e.expected_by else h.expected_by end,
      check_at = case when h.is_settled and e.is_plain and e.at <= h.check_at
        then case when e.is_late_watched then e.expected_at else e.expected_by end else least(h.check_at, e.at - interval '${mostBetweenBeatsMs} milliseconds') end,
      is_settled = coalesce(h.is_settled and e.is_plain and e.at <= h.check_at, false)
    from expected e
    where h.receiver_id = e.receiver_id
    returning h.receiver_id, e.hit, e.at, h.is_settled
  ), signalled as (
    insert into heartbeat_signals (receiver_id, at, kind, run_id, exit_code, request_id)
    select m.receiver_id, m.at, s.kind, s.run_id, s.exit_code, s.request_id
    from moved m
    join unnest($${first + 9}::int[], $${first + 10}::text[], $${first + 11}::uuid[], $${first + 12}::int[],
        $${first + 13}::uuid[]) with ordinality as s (hit, kind, run_id, exit_code, request_id, n)
      on s.hit = m.hit
    where not m.is_settled
    order by s.n
  )`

/** How many parameters `addBeats` adds. */
export const signalParameters = 14

export const areSignalsWaitingSql = '(select bool_or(not is_settled) from moved)'

/** The signals of a group to one heartbeat. */
export interface Beat {
  /** Its receiver's place in the group, counting from 1. */
  hit: number
  heartbeat: HeartbeatSettings
  signals: readonly RecordedSignal[]
}

/** `requestId`: of a success that is decided by its request; null where it is one by itself, or none. */
export interface RecordedSignal extends SentSignal {
  requestId: string | null
}

/** More successes in a row than a notification can ask for say nothing more. */
const mostSuccesses = 100

/** What its row says that it said; null where calls do not count one by one. */
export const recordedKindOf = ({ method, url, receiver }: ReceivedRequest): RecordedSignalKind | null => {
  const { heartbeat } = receiver
  if (heartbeat === null || heartbeat.expectation.mode === 'LEARNED') return null
  const signal = signalOf({ method, url }, heartbeat)
  if (signal === null) return sentSignalOf(url).kind === 'LOG' ? 'LOG' : 'IGNORED'
  return isConditional(signal, heartbeat) ? 'UNDECIDED' : signal.kind
}

/**
 * Null where it says nothing about the state, as each where what is usual is expected: an executor counts them. A HEAD to an address of
 * another service says there what a GET says.
 */
export const signalOf = (
  { method, url }: Pick<ReceivedRequest, 'method' | 'url'>,
  { expectation }: HeartbeatSettings,
): SentSignal | null => {
  if (expectation.mode === 'LEARNED') return null
  if (method === 'HEAD' && !expectation.countsHead && addressKeyOf(url) === null) return null
  const signal = sentSignalOf(url)
  return signal.kind === 'LOG' ? null : signal
}

/** Whether an executor decides by the request if it is a success. */
export const isConditional = ({ kind }: SentSignal, { expectation }: HeartbeatSettings): boolean =>
  kind === 'SUCCESS' && expectation.successCondition !== null

/** It only says that all is well. */
export const isPlain = ({ kind, runId, requestId }: RecordedSignal) =>
  kind === 'SUCCESS' && runId === null && requestId === null

export const beatsOf = (ranked: readonly { request: ReceivedRequest; hit: number }[]): Beat[] => {
  const beats = new Map<number, { hit: number; heartbeat: HeartbeatSettings; signals: RecordedSignal[] }>()
  for (const { request, hit } of ranked) {
    const { heartbeat } = request.receiver
    const signal = heartbeat && signalOf(request, heartbeat)
    if (heartbeat === null || signal === null) continue
    const beat = beats.get(hit) ?? { hit, heartbeat, signals: [] }
    beat.signals.push({ ...signal, requestId: isConditional(signal, heartbeat) ? request.id : null })
    beats.set(hit, beat)
  }
  return [...beats.values()].map((beat) =>
    beat.signals.every(isPlain) ? { ...beat, signals: beat.signals.slice(-mostSuccesses) } : beat,
  )
}

export const addBeats = (message: BindMessage, beats: readonly Beat[]) => {
  const planned = beats.map((beat) => ({ ...beat, ...planOf(beat.heartbeat) }))
  message.addArray(intElement, planned, ({ hit }) => hit)
  message.addArray(intElement, planned, ({ signals }) => (signals.every(isPlain) ? 1 : 0))
  message.addArray(intElement, planned, ({ heartbeat }) => (heartbeat.isLateWatched ? 1 : 0))
  message.addArray(floatElement, planned, ({ everyMs }) => everyMs)
  message.addArray(floatElement, planned, ({ graceMs }) => graceMs)
  for (const which of ['first', 'second'] as const) {
    message.addArray(floatElement, planned, (plan) => plan[which])
    message.addArray(floatElement, planned, (plan) => (plan[which] === null ? null : plan[which] + plan.graceMs))
  }
  const signals = planned.flatMap((beat) => beat.signals.map((signal) => ({ ...signal, hit: beat.hit })))
  message.addArray(intElement, signals, ({ hit }) => hit)
  message.addArray(textElement, signals, ({ kind }) => kind)
  message.addArray(uuidElement, signals, ({ runId }) => runId)
  message.addArray(intElement, signals, ({ exitCode }) => exitCode)
  message.addArray(uuidElement, signals, ({ requestId }) => requestId)
}

/** How much sooner than this process thinks the group may be committed; a group that waits longer has the second time to go by. */
const clockToleranceMs = 2000

/**
 * When the signal after this one is expected: so long after it, or at one of two times that follow one another, of which the
 * database takes the first that is later than its clock. That clock is known here as of when the settings were loaded, and goes on by
 * the process's steady one: a clock of the system that jumps changes nothing.
 */
const planOf = ({ expectation, clockOffsetMs }: HeartbeatSettings) => {
  const graceMs = expectation.graceSeconds * 1000
  const { mode, everySeconds, activeHours } = expectation
  if (mode === 'EVERY' && everySeconds !== null && activeHours === null)
    return { everyMs: everySeconds * 1000, graceMs, first: null, second: null }
  const nowMs = performance.now() + clockOffsetMs
  const first = nextExpected(expectation, mode === 'EVERY' ? nowMs : nowMs - clockToleranceMs)
  return { everyMs: null, graceMs, first, second: first === null ? null : nextExpected(expectation, first) }
}
