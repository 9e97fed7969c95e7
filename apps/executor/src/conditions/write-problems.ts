import type { ConditionProblem } from '@knockwire/db/schema/executions'
import type pg from 'pg'
import { plainArray, textArray } from '@knockwire/db/sql-array'
import type { Decided } from './decide-all.ts'

/** Few executions have any, so that these are changed after all are written. */
const writeSql = `
  update execution_details d set condition_problems = problem.list::jsonb
  from unnest($1::uuid[], $2::text[]) as problem (execution_id, list)
  where d.execution_id = problem.execution_id`

const longestReason = 1000

/** Notes on the executions which conditions could not be decided as they are meant. */
export const writeProblems = async (client: pg.ClientBase, decided: readonly Decided[]): Promise<void> => {
  const problems = new Map<string, ConditionProblem[]>()
  for (const { execution, rule, decision } of decided) {
    if (decision.problems.length === 0) continue
    const reason = storable(decision.problems.join(' '))
    const list = problems.get(execution.executionId) ?? []
    problems.set(execution.executionId, [...list, { notificationId: rule.notificationId, reason }])
  }
  if (problems.size === 0) return
  const lists = [...problems.values()].map((list) => JSON.stringify(list))
  await client.query(writeSql, [plainArray([...problems.keys()]), textArray(lists)])
}

const storable = (text: string) => text.slice(0, longestReason).toWellFormed().replaceAll('\0', '')
