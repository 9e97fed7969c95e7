import { plainArray } from '@knockwire/db/sql-array'
import { alertWordsOfChange, describeChange, heartbeatRecovery } from '@knockwire/domain/heartbeats/heartbeat-words'
import type { HeartbeatEvent } from '@knockwire/domain/heartbeats/machine/heartbeat-state'
import type { Firing } from '@knockwire/domain/notifications/firing'
import { decideFiring, noAlert } from '@knockwire/domain/notifications/firing-rules'
import type { HeartbeatFiring } from '@knockwire/domain/notifications/when'
import type pg from 'pg'
import type { RuleState } from '../conditions/decide.ts'
import type { DeliveryToCreate } from '../deliver/create-deliveries.ts'
import type { ClaimedHeartbeat, StoredChange } from './heartbeat-rows.ts'

/** A notification about a heartbeat, with what it remembers. */
export interface HeartbeatRule {
  notificationId: string
  receiverId: string
  firing: HeartbeatFiring
  isMuted: boolean
}

const listSql = `
  select id, receiver_id as "receiverId" from notifications
  where receiver_id = any ($1::uuid[]) and heartbeat is not null`

const lockSql = `
  select id as "notificationId", receiver_id as "receiverId", heartbeat as firing, coalesce(muted_until > now(), false) as "isMuted"
  from notifications where receiver_id = any ($1::uuid[]) and heartbeat is not null
  order by id for no key update skip locked`

export interface LockedRules {
  rules: ReadonlyMap<string, readonly HeartbeatRule[]>
  /** Receivers of which somebody else has locked a notification, such as one that is being edited: they are left for later. */
  busy: ReadonlySet<string>
}

/**
 * Locks the notifications of these receivers until the transaction ends. It waits for nobody: anyone who edits a notification
 * waits for the ingress, which waits for the heartbeats that this transaction has locked.
 */
export const lockRules = async (client: pg.ClientBase, receiverIds: readonly string[]): Promise<LockedRules> => {
  const values = [plainArray(receiverIds)]
  const listed = await client.query<{ id: string; receiverId: string }>({
    name: 'list_heartbeat_rules',
    text: listSql,
    values,
  })
  if (listed.rows.length === 0) return { rules: new Map(), busy: new Set() }
  const locked = await client.query<HeartbeatRule>({ name: 'lock_heartbeat_rules', text: lockSql, values })
  const own = new Set(locked.rows.map(({ notificationId }) => notificationId))
  const busy = listed.rows.filter(({ id }) => !own.has(id)).map(({ receiverId }) => receiverId)
  return { rules: Map.groupBy(locked.rows, ({ receiverId }) => receiverId), busy: new Set(busy) }
}

const firingOf = ({ notifyWhenLate: _late, ...firing }: HeartbeatFiring): Firing => ({ mode: 'ON_START', ...firing })

const nothingYet: RuleState = { ...noAlert, lastValues: null, heldSince: null }

/** What happened to a heartbeat, with the change that it is reported as. */
export interface StoredEvent {
  event: HeartbeatEvent
  /** The change that it made, or the last one before it. */
  about: StoredChange | null
}

/** The heartbeat that a notification is about. */
type Watched = Pick<ClaimedHeartbeat, 'accountId' | 'expectation'>

interface Decided {
  state: RuleState
  deliveries: DeliveryToCreate[]
}

/** What a notification makes of what happened, in its order. */
export const decideRule = (
  rule: HeartbeatRule,
  of: Watched,
  events: readonly StoredEvent[],
  before: RuleState | null,
): Decided => {
  const made: { kind: HeartbeatEvent['kind']; delivery: DeliveryToCreate }[] = []
  let state = before ?? nothingYet
  for (const { event, about } of events) {
    const decided = decideOne(rule, event, state)
    state = decided.state
    if (decided.occasion === null || about === null) continue
    const delivery = {
      notificationId: rule.notificationId,
      accountId: of.accountId,
      subjectId: about.id,
      occasion: decided.occasion,
      verdict: { ...verdictOf(decided.occasion, about, of), ...countOf(decided.counted) },
      isRequested: false,
    }
    made.push({ kind: event.kind, delivery })
  }
  // Beside the alert that it is down, which may arrive first, that it is late would be the last word.
  const lastFailure = made.findLastIndex(({ kind }) => kind === 'FAILURE')
  const current = made.filter(({ kind }, index) => kind !== 'LATE' || index > lastFailure)
  return { state, deliveries: current.map(({ delivery }) => delivery) }
}

/**
 * The alert that was withheld while the notification was muted, once it is not, of a heartbeat that is still down. Nothing more has
 * failed: it counts what was counted.
 */
export const releaseWithheld = (
  rule: HeartbeatRule,
  of: Watched,
  { about, nowMs }: { about: StoredChange; nowMs: number },
  decided: Decided,
): Decided => {
  const { state, deliveries } = decided
  if (!state.isWithheld || rule.isMuted) return decided
  const before = { ...state, consecutiveMatches: Math.max(0, state.consecutiveMatches - 1) }
  const event = { kind: 'FAILURE', atMs: nowMs, change: null } as const
  const released = decideRule(rule, of, [{ event, about }], before)
  return { state: released.state, deliveries: [...deliveries, ...released.deliveries] }
}

interface DecidedEvent {
  occasion: 'HOLDS' | 'RECOVERED' | null
  state: RuleState
  /** What the row was that is reported, where failures are counted. */
  counted: RuleState | null
}

/**
 * It went down, and its owner knows of an alert since which no signal came: it was paused meanwhile, and is another alert. Else a job that
 * never comes back after a pause would go unnoticed.
 */
const isAnother = ({ kind, change }: HeartbeatEvent, { isNotified, consecutiveMisses }: RuleState): boolean =>
  kind === 'FAILURE' && change !== null && isNotified && consecutiveMisses === 0

const decideOne = ({ firing, isMuted }: HeartbeatRule, event: HeartbeatEvent, before: RuleState): DecidedEvent => {
  const { kind, atMs } = event
  const state = isAnother(event, before) ? nothingYet : before
  if (kind === 'OTHER') return { occasion: null, state, counted: null }
  // Each lateness is reported by itself, and no alert of which the end is waited for.
  if (kind === 'LATE') return { occasion: firing.notifyWhenLate ? 'HOLDS' : null, state, counted: null }
  const observed = kind === 'FAILURE' ? 'holds' : 'does-not-hold'
  const decided = decideFiring(firingOf(firing), state, { observed, isMuted })
  const heldSince = decided.state.consecutiveMatches === 0 ? null : (state.heldSince ?? new Date(atMs))
  const next = { ...decided.state, lastValues: null, heldSince }
  return { occasion: decided.occasion, state: next, counted: decided.occasion === 'RECOVERED' ? state : next }
}

const verdictOf = (occasion: 'HOLDS' | 'RECOVERED', { change }: StoredChange, { expectation }: Watched) => {
  const { description: recovery, ...recovered } = heartbeatRecovery(expectation.mode)
  return occasion === 'RECOVERED'
    ? { description: recovery, recovery, words: recovered, value: null }
    : { description: describeChange(change), words: alertWordsOfChange(change), value: null }
}

const countOf = (counted: RuleState | null) =>
  counted === null ? {} : { count: counted.consecutiveMatches, since: counted.heldSince?.toISOString() ?? null }

/** Whether it waits for another failure: to be the last of a row, or to notify once it is not muted any more. */
export const awaitsFailure = ({ isNotified, isWithheld }: RuleState): boolean => !isNotified || isWithheld

/** Whether it counts signals of success. */
export const awaitsSuccess = ({ isNotified, consecutiveMatches }: RuleState): boolean =>
  isNotified || consecutiveMatches > 0
