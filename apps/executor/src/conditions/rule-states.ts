import type pg from 'pg'
import { plainArray, textArray } from '../sql-array.ts'
import type { RuleState } from './decide.ts'
import type { RememberedValue } from './remembered-value.ts'

/**
 * The rules' rows are held, in one order, so that two executions of a task that end at once decide one after the
 * other, and an edit of a rule waits.
 */
const holdSql = `
  select n.id, extract(epoch from n.updated_at)::float8 as version, s.is_told, s.held_in_a_row, s.last_values
  from notifications n left join alert_states s on s.notification_id = n.id
  where n.id = any ($1::uuid[])
  order by n.id
  for no key update of n`

interface Row {
  id: string
  version: number
  is_told: boolean | null
  held_in_a_row: number | null
  last_values: (RememberedValue | null)[] | null
}

export interface HeldState {
  version: number
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
  const { rows } = await client.query<Row>({ name: 'hold_states', text: holdSql, values })
  return new Map(rows.map((row) => [row.id, { version: row.version, state: toState(row) }]))
}

const toState = ({ is_told: isTold, held_in_a_row: heldInARow, last_values: lastValues }: Row): RuleState | null =>
  isTold === null ? null : { isTold, heldInARow: heldInARow ?? 0, lastValues }

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
    plainArray(states.map(({ state }) => state.isTold)),
    plainArray(states.map(({ state }) => state.heldInARow)),
    textArray(states.map(({ state }) => (state.lastValues === null ? null : JSON.stringify(state.lastValues)))),
    plainArray(states.map(({ executionId }) => executionId)),
  ]
  await client.query({ name: 'save_states', text: saveSql, values })
}
