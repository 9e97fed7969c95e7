import { nextLook } from '@knockwire/domain/heartbeats/learned/judge'
import { createExtension } from '@knockwire/domain/heartbeats/absence'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { advance, quietUntil, silentSince } from '@knockwire/domain/heartbeats/machine/deadlines'
import {
  beganAt,
  type Heartbeat,
  type HeartbeatEvent,
  type Signal,
  type Watch,
} from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import { receive } from '@knockwire/domain/heartbeats/machine/take-signal'
import { expectAnew } from '@knockwire/domain/heartbeats/machine/watch-changes'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { loadPresence } from '@knockwire/services/heartbeats/presence'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { RuleState } from '../conditions/decide.ts'
import { lockStates, saveStates } from '../conditions/decide-rules.ts'
import type { ExecutorContext } from '../context.ts'
import { createDeliveries, type DeliveryToCreate, releaseMuted } from '../deliver/create-deliveries.ts'
import {
  awaitsFailure,
  awaitsSuccess,
  decideRule,
  type HeartbeatRule,
  lockRules,
  releaseWithheld,
  type StoredEvent,
} from './heartbeat-rules.ts'
import {
  type ClaimedHeartbeat,
  claimDue,
  type HeartbeatResult,
  insertChanges,
  type StoredChange,
  takeSignals,
  type WaitingSignals,
  writeHeartbeats,
  writeUsual,
} from './heartbeat-rows.ts'
import { judgeLearned, type LearnedTurn } from './learned/judge-learned.ts'

export type HeartbeatTools = Pick<ExecutorContext, 'database' | 'queue' | 'log'>

export interface Taken {
  /** How many were due. */
  claimed: number
  /** Those of them that are left for later. */
  postponed: number
  /** Deliveries were queued. */
  hasDeliveries: boolean
}

/** Should this process hang while it has locked heartbeats, their receivers' requests wait no longer than this. */
const begin = `begin; set local idle_in_transaction_session_timeout = '5s'; set local lock_timeout = '1s'`

/**
 * Takes the heartbeats that are due and the signals that wait for them: what they have become, the changes and the deliveries of them are
 * committed together. Rows are locked, so that of several executors one takes each, and a signal that arrives meanwhile is recorded
 * after it.
 */
export const takeHeartbeats = ({ database, queue, log }: HeartbeatTools, limit: number): Promise<Taken> =>
  inTransaction(
    database.pool,
    async (client) => {
      const due = await claimDue(client, limit)
      if (due.length === 0) return { claimed: 0, postponed: 0, hasDeliveries: false }
      const { rules, busy } = await lockRules(client, idsOf(due))
      const own = due.filter(({ receiverId }) => !busy.has(receiverId))
      const signals = await takeSignals(client, idsOf(own))
      const notificationIds = own
        .flatMap(({ receiverId }) => rules.get(receiverId) ?? [])
        .map((rule) => rule.notificationId)
      const states = await lockStates(client, notificationIds)
      const extend = await extensionFor(client, own, signals)
      const learned = await judgeLearned(client, own)
      const all = own.map((one) =>
        takeOrPostpone(one, log, {
          learned: learned.get(one.receiverId) ?? null,
          waiting: signals.get(one.receiverId) ?? { signals: [], undecidedAtMs: null },
          rules: rules.get(one.receiverId) ?? [],
          ...(extend && { extend }),
          stateOf: (id) => states.get(id)?.state ?? null,
        }),
      )
      await insertChanges(
        client,
        all.flatMap(({ changes }) => changes),
      )
      await writeHeartbeats(
        client,
        all.map(({ result }) => result),
      )
      await writeUsual(
        client,
        [...learned].flatMap(([receiverId, { usual }]) => (usual === null ? [] : [{ receiverId, usual }])),
      )
      await saveStates(
        client,
        all.flatMap((one) => one.states),
      )
      const toCreate = all.flatMap(({ deliveries }) => deliveries)
      // Of a state that was alerted of while the notification was muted, the same delivery is sent.
      const released = await releaseMuted(
        client,
        all.flatMap((one) => one.released),
      )
      if (toCreate.length > 0)
        await sendDeliveries(queue, client, [...released, ...(await createDeliveries(client, toCreate))])
      return { claimed: due.length, postponed: busy.size, hasDeliveries: toCreate.length > 0 }
    },
    begin,
  )

const idsOf = (claimed: readonly ClaimedHeartbeat[]) => claimed.map(({ receiverId }) => receiverId)

/** Where a signal may be missing since no ingress could take it. Undefined where nothing is overdue, nor can be by a signal that waits. */
const extensionFor = async (
  client: pg.PoolClient,
  claimed: readonly ClaimedHeartbeat[],
  waiting: ReadonlyMap<string, WaitingSignals>,
): Promise<Watch['extend']> => {
  const overdue = claimed.filter(({ heartbeat, nowMs }) => isOverdue(heartbeat, nowMs))
  // A signal that is taken late may have been followed by none for longer than it is waited for.
  const firstSignals = [...waiting.values()].flatMap(({ signals }) => signals[0]?.atMs ?? [])
  const sinceMs = Math.min(...overdue.map(waitingSince), ...firstSignals)
  if (sinceMs === Infinity) return undefined
  const presences = await loadPresence(drizzle(client), sinceMs)
  const nowMs = Math.max(...claimed.map((one) => one.nowMs))
  const takenAtMs = [...waiting.values()].reduce(
    (latest, { signals }) => Math.max(latest, signals.at(-1)?.atMs ?? -Infinity),
    -Infinity,
  )
  return createExtension({ presences, nowMs, takenAtMs })
}

const isOverdue = ({ expectedAtMs, runs }: Heartbeat, nowMs: number) =>
  runs.length > 0 || (expectedAtMs !== null && expectedAtMs < nowMs)

const waitingSince = ({ heartbeat, expectation }: ClaimedHeartbeat) =>
  Math.min(silentSince(heartbeat, expectation), ...heartbeat.runs.map(beganAt))

interface Given {
  /** Where it expects what is usual: what its hours came to. */
  learned: LearnedTurn | null
  extend?: NonNullable<Watch['extend']>
  waiting: WaitingSignals
  rules: readonly HeartbeatRule[]
  stateOf: (notificationId: string) => RuleState | null
}

interface TakenHeartbeat {
  result: HeartbeatResult
  changes: (StoredChange & { receiverId: string })[]
  states: { notificationId: string; subjectId: string; state: RuleState }[]
  deliveries: DeliveryToCreate[]
  /** Those of them that were withheld while their notification was muted. */
  released: DeliveryToCreate[]
}

const postponedMs = 60_000

/** One that cannot be taken does not keep the others from being taken: its signals are passed over, and it is looked at later. */
const takeOrPostpone = (claimed: ClaimedHeartbeat, log: HeartbeatTools['log'], given: Given): TakenHeartbeat => {
  try {
    return takeOne(claimed, given)
  } catch (error) {
    const { receiverId, accountId, heartbeat, current, nowMs } = claimed
    log.error({ receiverId, accountId, err: error }, 'heartbeat cannot be taken')
    const result = {
      receiverId,
      heartbeat,
      changeId: current?.id ?? null,
      checkAtMs: nowMs + postponedMs,
      isSettled: false,
    }
    return { result, changes: [], states: [], deliveries: [], released: [] }
  }
}

/** While a signal waits to be decided, time goes on up to it, and it is looked at again this soon, should nobody say that it is. */
const undecidedMs = 1000

/** No job ends a mute: one that is down is looked at this often, for an alert that was withheld. */
const mutedMs = 60_000

const takeOne = (claimed: ClaimedHeartbeat, { learned, waiting, rules, stateOf, extend }: Given): TakenHeartbeat => {
  const { receiverId, expectation, current, nowMs, usual } = claimed
  const { signals, undecidedAtMs } = waiting
  const isLateWatched = rules.some(({ firing }) => firing.notifyWhenLate)
  const watch: Watch = { expectation, isLateWatched, usual, ...(extend && { extend }) }
  // Nothing is expected of an account that is suspended: a period begins with each look, and with the end of the suspension.
  const { heartbeat, events } = claimed.isSuspended
    ? expectAnew(claimed.heartbeat, watch, nowMs)
    : (learned ?? replay(claimed.heartbeat, watch, signals, Math.min(nowMs, undecidedAtMs ?? nowMs)))
  const stored = storeEvents(events, current)
  const last = stored.at(-1)?.about ?? current
  const isDown = heartbeat.state === 'DOWN' && !claimed.isSuspended && undecidedAtMs === null
  const decided = rules.map((rule) => {
    const one = decideRule(rule, claimed, stored, stateOf(rule.notificationId))
    return { rule, ...(isDown && last !== null ? releaseWithheld(rule, claimed, { about: last, nowMs }, one) : one) }
  })
  const states = decided.map(({ state }) => state)
  const changed = stored.filter(({ event }) => event.change !== null).flatMap(({ about }) => about ?? [])
  const isMuted = isDown && rules.some((rule, at) => rule.isMuted || states[at]?.isWithheld === true)
  const nextMs = checkAt(heartbeat, watch, states, learned)
  return {
    result: {
      receiverId,
      heartbeat,
      changeId: last?.id ?? null,
      checkAtMs:
        undecidedAtMs === null
          ? isMuted
            ? Math.min(nextMs ?? Infinity, nowMs + mutedMs)
            : nextMs
          : nowMs + undecidedMs,
      isSettled: undecidedAtMs === null && isSettled(heartbeat, states),
    },
    changes: changed.map((change) => ({ ...change, receiverId })),
    states: last === null ? [] : decided.map(({ rule, state }) => ({ ...idOf(rule), subjectId: last.id, state })),
    deliveries: decided.flatMap(({ deliveries }) => deliveries),
    released: decided.flatMap(({ rule, deliveries }) =>
      stateOf(rule.notificationId)?.isWithheld && !rule.isMuted ? deliveries.filter(isAlert) : [],
    ),
  }
}

const isAlert = ({ occasion }: DeliveryToCreate) => occasion === 'HOLDS'

const idOf = ({ notificationId }: HeartbeatRule) => ({ notificationId })

const replay = (before: Heartbeat, watch: Watch, signals: readonly Signal[], nowMs: number) => {
  const events: HeartbeatEvent[] = []
  let heartbeat = before
  for (const signal of signals) {
    const step = receive(heartbeat, watch, signal)
    heartbeat = step.heartbeat
    events.push(...step.events)
  }
  const step = advance(heartbeat, watch, nowMs)
  return { heartbeat: step.heartbeat, events: [...events, ...step.events] }
}

/** Gives the changes their ids. */
const storeEvents = (events: readonly HeartbeatEvent[], current: StoredChange | null): StoredEvent[] => {
  let about = current
  return events.map((event) => {
    if (event.change !== null) about = { id: uuidv7(), change: event.change }
    return { event, about }
  })
}

/** Of one that is down, only where another failure bears on a notification. No request brings up one that expects what is usual. */
const checkAt = (
  heartbeat: Heartbeat,
  watch: Watch,
  states: readonly RuleState[],
  learned: LearnedTurn | null,
): number | null => {
  if (watch.expectation.mode === 'LEARNED') return learned === null ? nextLook(heartbeat) : learned.lookAtMs
  return heartbeat.state === 'DOWN' && !states.some(awaitsFailure) ? null : quietUntil(heartbeat, watch)
}

const isSettled = ({ state, runs, failures }: Heartbeat, states: readonly RuleState[]): boolean =>
  state === 'UP' && runs.length === 0 && failures === 0 && !states.some(awaitsSuccess)
