import { ruleVersionSql } from '@knockwire/db/schema/notifications'
import { plainArray } from '@knockwire/db/sql-array'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultCondition, operandsOf, usesPreviousValue } from '@knockwire/domain/conditions/condition-rules'
import type { Firing } from '@knockwire/domain/notifications/firing'
import type { Rule as NotificationRule } from '@knockwire/domain/notifications/when-rules'
import { completeFiring, needsState } from '@knockwire/domain/notifications/firing-rules'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import { createBatcher } from '@knockwire/queue/batcher'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type RunIds, runLogIds } from '../log-ids.ts'
import type { RunResult } from '../run/run.ts'
import { rulesDelayMs } from '../run/pacing.ts'

/** The rule of a task's or a receiver's notification, as it is now. */
export interface Rule extends NotificationRule {
  notificationId: string
  type: NotificationType
  /** Changes when the condition is edited, or when it notifies; not with the recipient or the text. */
  version: string
  /** It remembers something from earlier executions already. */
  hasState: boolean
}

/** Whether earlier executions bear on whether it notifies, or this one on later ones. */
export const isStateful = (rule: Rule): boolean => rule.hasState || needsState(rule.firing) || isLookingBack(rule)

/** Whether it compares with an execution of which it remembers nothing, as it does after it was made or edited. */
export const needsPreviousRun = (rule: Rule): boolean => !rule.hasState && isLookingBack(rule)

const isLookingBack = ({ condition }: Rule) => operandsOf(condition).some(usesPreviousValue)

const loadSql = `
  select n.task_id as owner_id, n.id, n.type, n.condition, n.firing,
    ${ruleVersionSql} as version, s.notification_id is not null as has_state
  from notifications n left join alert_states s on s.notification_id = n.id
  where n.task_id = any ($1::uuid[])
  order by n.id`

// A receiver's other notifications have no condition, and were made as the request was recorded.
const loadOfReceiversSql = `
  select n.receiver_id as owner_id, n.id, n.type, n.condition, n.firing,
    ${ruleVersionSql} as version, s.notification_id is not null as has_state
  from notifications n left join alert_states s on s.notification_id = n.id
  where n.receiver_id = any ($1::uuid[]) and n.condition is not null
  order by n.id`

interface Row {
  owner_id: string
  id: string
  type: NotificationType
  condition: Condition | null
  firing: Partial<Firing> | null
  version: string
  has_state: boolean
}

type RulesByOwner = ReadonlyMap<string, readonly Rule[]>

/** The rules of those of the tasks that have any. */
export const loadRules = async (client: pg.ClientBase | pg.Pool, taskIds: readonly string[]): Promise<RulesByOwner> => {
  const { rows } = await client.query<Row>({ name: 'load_rules', text: loadSql, values: [plainArray(taskIds)] })
  return byOwner(rows)
}

/** Likewise of receivers. */
export const loadReceiverRules = async (
  client: pg.ClientBase | pg.Pool,
  receiverIds: readonly string[],
): Promise<RulesByOwner> => {
  const values = [plainArray(receiverIds)]
  const { rows } = await client.query<Row>({ name: 'load_receiver_rules', text: loadOfReceiversSql, values })
  return byOwner(rows)
}

const byOwner = (rows: readonly Row[]): RulesByOwner => {
  const grouped = Map.groupBy(rows, ({ owner_id: ownerId }) => ownerId)
  return new Map([...grouped].map(([ownerId, found]) => [ownerId, found.map(toRule)]))
}

const toRule = (row: Row): Rule => ({
  notificationId: row.id,
  type: row.type,
  condition: row.condition ?? defaultCondition,
  firing: completeFiring(row.firing),
  version: row.version,
  hasState: row.has_state,
})

type RunOfRules = RunIds & Partial<Pick<RunResult, 'trigger'>>

/** The rules of a task as they are now. Never throws: while the database is away, it waits. */
export type RuleLoader = (execution: RunOfRules) => Promise<readonly Rule[]>

interface RuleQuery {
  execution: RunOfRules
  answer: (rules: readonly Rule[]) => void
}

interface RuleLoaderOptions {
  pool: pg.Pool
  /** How results wait for one another, which come one by one; each task by itself, where a decision waits for it, has none. */
  batching?: { delayMs: number; enough: number }
  log: Logger
  onError: (error: Error) => void
}

const maxItems = 500

/**
 * Runs end one by one, each at its time, and a query for each costs as much as half of the run. Results wait here for one
 * another and hardly once more to be recorded (`result-recorder.ts`): waiting in both places gave groups of half the size.
 * At 200 runs a second these are 6 look-ups a second. Its user waits for a test.
 * A run holds its slot meanwhile, so only a small part of the slots waits for others.
 *
 * @param concurrency - calls in flight at once in this process.
 */
export const batchingOfResults = (concurrency: number) => ({
  delayMs: rulesDelayMs,
  enough: Math.ceil(concurrency / 25),
})

/** Reads for many tasks in one query: for those requested shortly after one another, or while the query before was in flight. */
export const createRuleLoader = ({ pool, batching, log, onError }: RuleLoaderOptions): RuleLoader => {
  const queries = createBatcher<RuleQuery>({
    write: async (group) => {
      const rules = await loadRules(
        pool,
        group.map(({ execution }) => execution.taskId),
      )
      for (const { execution, answer } of group) answer(rules.get(execution.taskId) ?? [])
    },
    onRejected: ({ execution, answer }, error) => {
      log.error({ ...runLogIds(execution), err: error }, 'notifications cannot be read')
      answer([])
    },
    onError,
    maxItems,
    isUrgent: ({ execution }) => execution.trigger === 'TEST',
    ...(batching && { batchDelayMs: batching.delayMs, enoughItems: batching.enough }),
  })
  return (execution) => new Promise((answer) => queries.add({ execution, answer }))
}
