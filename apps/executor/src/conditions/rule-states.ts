import type pg from 'pg'
import { plainArray, textArray } from '@knockwire/db/sql-array'
import type { RuleState } from './decide.ts'
import type { RememberedValue } from './remembered-value.ts'
import { versionSql } from './rule.ts'

/**
 * The rules' rows are held, in one order, so that two executions of a task that end at once decide one after the
 * other, and an edit of a rule waits.
 */
const holdSql = `
  select n.id, ${versionSql} as version
  from notifications n
  where n.id = any ($1::uuid[])
  order by n.id
  for no key update`

/** Apart, since a statement that waited for its rows goes on seeing the others as they were before. */
const readSql = `
  select notification_id, is_told, held_in_a_row, last_values
  from alert_states where notification_id = any ($1::uuid[])`

interface HeldRow {
  id: string
  version: string
}

interface StateRow {
  notification_id: string
  is_told: boolean
  held_in_a_row: number
  last_values: (RememberedValue | null)[] | null
}

export interface HeldState {
  version: string
  /** Null where it remembers nothing. */
  state: RuleState | null
}

/** What the notifications remember, for those that still exist. Nobody changes it until the transaction ends. */
export const holdStates = async (
  client: pg.ClientBase,
  notificationIds: readonly string[],
): Promise<Map<string, HeldState>> => {
  if (notificationIds.length === 0) return new Map()
  const values = [plainArray(notificationIds)]
  const { rows: held } = await client.query<HeldRow>({ name: 'hold_rules', text: holdSql, values })
  const { rows } = await client.query<StateRow>({ name: 'read_states', text: readSql, values })
  const states = new Map(rows.map((row) => [row.notification_id, toState(row)]))
  return new Map(held.map(({ id, version }) => [id, { version, state: states.get(id) ?? null }]))
}

const toState = (row: StateRow): RuleState => ({
  isNotified: row.is_told,
  heldInARow: row.held_in_a_row,
  lastValues: row.last_values,
})

const saveSql = `
  insert into alert_states (notification_id, is_told, held_in_a_row, last_values, last_execution_id)
  select id, is_told, held_in_a_row, last_values::jsonb, execution_id
  from unnest($1::uuid[], $2::bool[], $3::int[], $4::text[], $5::uuid[])
    as state (id, is_told, held_in_a_row, last_values, execution_id)
  on conflict (notification_id) do update set
    is_told = excluded.is_told, held_in_a_row = excluded.held_in_a_row,
    last_values = excluded.last_values, last_execution_id = excluded.last_execution_id`

export interface StateToSave {
  notificationId: string
  executionId: string
  state: RuleState
}

/** At most one for each notification. */
export const saveStates = async (client: pg.ClientBase, states: readonly StateToSave[]): Promise<void> => {
  if (states.length === 0) return
  const values = [
    plainArray(states.map(({ notificationId }) => notificationId)),
    plainArray(states.map(({ state }) => state.isNotified)),
    plainArray(states.map(({ state }) => state.heldInARow)),
    textArray(states.map(({ state }) => (state.lastValues === null ? null : JSON.stringify(state.lastValues)))),
    plainArray(states.map(({ executionId }) => executionId)),
  ]
  await client.query({ name: 'save_states', text: saveSql, values })
}
