import { type Condition, defaultCondition } from '@knockwire/domain/conditions/condition'
import type { NotificationType } from '@knockwire/domain/notifications/delivery'
import { defaultFiring, type Firing } from '@knockwire/domain/notifications/firing'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import { type Rule, versionSql } from './rule.ts'

const loadSql = `
  select n.task_id, n.id, n.type, n.condition, n.firing,
    ${versionSql} as version, s.notification_id is not null as has_state
  from notifications n left join alert_states s on s.notification_id = n.id
  where n.task_id = any ($1::uuid[])
  order by n.id`

interface Row {
  task_id: string
  id: string
  type: NotificationType
  condition: Condition | null
  firing: Firing | null
  version: string
  has_state: boolean
}

export type RulesByTask = ReadonlyMap<string, readonly Rule[]>

/** The rules of those of the tasks that have any. */
export const loadRules = async (client: pg.ClientBase | pg.Pool, taskIds: readonly string[]): Promise<RulesByTask> => {
  const { rows } = await client.query<Row>({ name: 'load_rules', text: loadSql, values: [plainArray(taskIds)] })
  const byTask = Map.groupBy(rows, ({ task_id: taskId }) => taskId)
  return new Map([...byTask].map(([taskId, found]) => [taskId, found.map(toRule)]))
}

const toRule = (row: Row): Rule => ({
  notificationId: row.id,
  type: row.type,
  condition: row.condition ?? defaultCondition,
  firing: row.firing ?? defaultFiring,
  version: row.version,
  hasState: row.has_state,
})
