import { ruleVersionSql } from '@knockwire/db/schema/notifications'
import { jsonArray, plainArray, textArray } from '@knockwire/db/sql-array'
import { noAlert } from '@knockwire/domain/notifications/firing-rules'
import { uuidTime } from '@knockwire/db/uuidv7'
import type pg from 'pg'
import { decide, type Decision, type RuleState } from './decide.ts'
import { type DecidedSubject, isTest, type ReadRule } from './read-rules.ts'
import type { RememberedValue } from './reading.ts'
import { isStateful, needsPreviousRun, type Rule } from './rules.ts'

/**
 * The rules' rows are locked, in one order, so that two executions of a task that end at once, or two requests of a
 * receiver, are decided one after the other, and an edit of a rule waits.
 */
const lockSql = `
  select n.id, ${ruleVersionSql} as version, coalesce(n.muted_until > now(), false) as is_muted
  from notifications n
  where n.id = any ($1::uuid[])
  order by n.id
  for no key update`

/** Apart, since a statement that waited for its rows goes on seeing the others as they were before. */
const readStatesSql = `
  select notification_id, is_notified, is_withheld, consecutive_matches, consecutive_misses, held_since, last_values
  from alert_states where notification_id = any ($1::uuid[])`

interface LockedRow {
  id: string
  version: string
  is_muted: boolean
}

interface StateRow {
  notification_id: string
  is_notified: boolean
  is_withheld: boolean
  consecutive_matches: number
  consecutive_misses: number
  held_since: Date | null
  last_values: (RememberedValue | null)[] | null
}

interface LockedState {
  version: string
  isMuted: boolean
  /** Null where it remembers nothing. */
  state: RuleState | null
}

/** What the notifications remember, for those that still exist. Nobody changes it until the transaction ends. */
export const lockStates = async (
  client: pg.ClientBase,
  notificationIds: readonly string[],
): Promise<Map<string, LockedState>> => {
  if (notificationIds.length === 0) return new Map()
  const values = [plainArray(notificationIds)]
  const { rows: locked } = await client.query<LockedRow>({ name: 'lock_rules', text: lockSql, values })
  const { rows } = await client.query<StateRow>({ name: 'read_states', text: readStatesSql, values })
  const states = new Map(rows.map((row) => [row.notification_id, toState(row)]))
  return new Map(
    locked.map(({ id, version, is_muted: isMuted }) => [id, { version, isMuted, state: states.get(id) ?? null }]),
  )
}

const toState = (row: StateRow): RuleState => ({
  isNotified: row.is_notified,
  isWithheld: row.is_withheld,
  consecutiveMatches: row.consecutive_matches,
  consecutiveMisses: row.consecutive_misses,
  heldSince: row.held_since,
  lastValues: row.last_values,
})

const saveSql = `
  insert into alert_states (
    notification_id, is_notified, is_withheld, consecutive_matches, consecutive_misses, last_values, last_subject_id,
    held_since)
  select id, is_notified, is_withheld, consecutive_matches, consecutive_misses, last_values::jsonb, subject_id, held_since
  from unnest($1::uuid[], $2::bool[], $3::int[], $4::text[], $5::uuid[], $6::timestamptz[], $7::int[], $8::bool[])
    as state (
      id, is_notified, consecutive_matches, last_values, subject_id, held_since, consecutive_misses, is_withheld)
  on conflict (notification_id) do update set
    is_notified = excluded.is_notified, is_withheld = excluded.is_withheld, consecutive_matches = excluded.consecutive_matches,
    consecutive_misses = excluded.consecutive_misses, held_since = excluded.held_since, last_values = excluded.last_values, last_subject_id = excluded.last_subject_id`

interface StateToSave {
  notificationId: string
  subjectId: string
  state: RuleState
}

/** At most one for each notification. */
export const saveStates = async (client: pg.ClientBase, states: readonly StateToSave[]): Promise<void> => {
  if (states.length === 0) return
  const values = [
    plainArray(states.map(({ notificationId }) => notificationId)),
    plainArray(states.map(({ state }) => state.isNotified)),
    plainArray(states.map(({ state }) => state.consecutiveMatches)),
    jsonArray(states.map(({ state }) => (state.lastValues === null ? null : JSON.stringify(state.lastValues)))),
    plainArray(states.map(({ subjectId }) => subjectId)),
    textArray(states.map(({ state }) => state.heldSince?.toISOString() ?? null)),
    plainArray(states.map(({ state }) => state.consecutiveMisses)),
    plainArray(states.map(({ state }) => state.isWithheld)),
  ]
  await client.query({ name: 'save_states', text: saveSql, values })
}

/** What one rule makes of one execution or received request. */
export interface Decided {
  subject: DecidedSubject
  rule: Rule
  decision: Decision
  /** What was remembered before it; null where nothing was. */
  before: RuleState | null
}

interface RuleToDecide extends ReadRule {
  subject: DecidedSubject
}

/** In the order given, which is that in which the executions ended or the requests came, since one may bear on the next. */
export const decideAll = async (client: pg.ClientBase, rules: readonly RuleToDecide[]): Promise<Decided[]> => {
  const locked = await lockStates(client, [...new Set(rules.map(({ rule }) => rule.notificationId))])
  const toSave = new Map<string, StateToSave>()
  const decided = rules.flatMap(({ subject, rule, readings, valuesBefore }): Decided[] => {
    const { notificationId, version } = rule
    const known = locked.get(notificationId)
    // Deleted or edited while this was decided: the edited rule begins with the next one.
    if (known?.version !== version) return []
    const before = toSave.get(notificationId)?.state ?? known.state ?? firstState(valuesBefore)
    const startedAt = new Date(uuidTime(subject.subjectId))
    const decision = decide(rule, readings, before, {
      isTest: isTest(subject),
      isMuted: known.isMuted,
      startedAt,
    })
    // A test leaves what is remembered as it is. Where nothing is, earlier executions are to be looked up later.
    const remembers = isStateful(rule) && !(isTest(subject) && needsPreviousRun(rule))
    if (remembers) toSave.set(notificationId, { notificationId, subjectId: subject.subjectId, state: decision.state })
    return [{ subject, rule, decision, before }]
  })
  await saveStates(client, [...toSave.values()])
  return decided
}

const firstState = (lastValues: ReadRule['valuesBefore']): RuleState | null =>
  lastValues === null ? null : { ...noAlert, heldSince: null, lastValues }
