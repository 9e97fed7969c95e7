import type { ConditionProblem } from '@knockwire/db/schema/executions'
import { beginningForPostgres } from '@knockwire/db/postgres-text'
import { jsonArray, plainArray } from '@knockwire/db/sql-array'
import { describeRecovery } from '@knockwire/domain/conditions/describe'
import { noResponseProblem } from '@knockwire/domain/conditions/sources/source'
import { alertWordsOf, describeMatch, recoveryWords } from '@knockwire/domain/notifications/alert-words'
import type { Queue } from '@knockwire/queue/queue'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type pg from 'pg'
import { createDeliveries, type DeliveryToCreate } from '../deliver/create-deliveries.ts'
import type { Decided } from './decide-rules.ts'
import { isTest } from './read-rules.ts'
import { sanitizeJson } from './reading.ts'
import { isStateful } from './rules.ts'
import { findSilentTests } from './silent-tests.ts'

/** Characters of a reason that are kept. */
const longestReason = 1000

/** Writes what follows from decisions, in the transaction that records them: problems and deliveries, with their jobs. */
export const writeDecided = async (client: pg.ClientBase, queue: Queue, decided: readonly Decided[]): Promise<void> => {
  await writeProblems(client, decided)
  const silent = await findSilentTests(
    client,
    decided.flatMap(({ subject }) => (isTest(subject) ? subject.subjectId : [])),
  )
  await notifyDecided(
    client,
    queue,
    decided.filter(({ subject }) => !silent.has(subject.subjectId)),
  )
}

/** Few executions have any, so that these are changed after all are written. */
const writeSql = `
  update execution_details d set condition_problems = problem.list::jsonb
  from unnest($1::uuid[], $2::text[]) as problem (execution_id, list)
  where d.execution_id = problem.execution_id`

/** Notes on the executions which conditions could not be decided as they are meant. */
const writeProblems = async (client: pg.ClientBase, decided: readonly Decided[]): Promise<void> => {
  const problems = new Map<string, ConditionProblem[]>()
  for (const { subject, rule, decision } of decided) {
    if (decision.problems.length === 0) continue
    const reason = beginningForPostgres(decision.problems.join(' '), longestReason)
    const list = problems.get(subject.subjectId) ?? []
    problems.set(subject.subjectId, [...list, { notificationId: rule.notificationId, reason }])
  }
  if (problems.size === 0) return
  const lists = [...problems.values()].map((list) => JSON.stringify(list))
  await client.query(writeSql, [plainArray([...problems.keys()]), jsonArray(lists)])
}

/** Writes and queues the deliveries of decisions, in the transaction that records them. */
export const notifyDecided = async (
  client: pg.ClientBase,
  queue: Queue,
  decided: readonly Decided[],
): Promise<void> => {
  const toCreate = decided.flatMap(toDelivery)
  if (toCreate.length > 0) await sendDeliveries(queue, client, await createDeliveries(client, toCreate))
}

/** Of a missing response every message says so anyway. */
const isWorthSaying = (problem: string | undefined) => problem !== undefined && problem !== noResponseProblem

const toDelivery = ({ subject, rule, decision, before }: Decided): DeliveryToCreate[] => {
  const { subjectId, accountId } = subject
  const { occasion, verdict } = decision
  if (occasion === null) return []
  const { notificationId, condition } = rule
  // A recovery reports the matches that it ended.
  const counted = occasion === 'RECOVERED' ? before : decision.state
  const unread = verdict.operands.filter(({ problem }) => isWorthSaying(problem)).map(({ reason }) => reason)
  const words =
    occasion === 'RECOVERED'
      ? recoveryWords(condition, verdict.value)
      : alertWordsOf(condition, verdict, decision.previousValue)
  const deliveryVerdict = {
    description: describeMatch(condition, verdict),
    words: { ...words, summary: beginningForPostgres(words.summary, longestReason) },
    value: sanitizeJson(verdict.value),
    ...(unread.length > 0 && { unread: unread.map((reason) => beginningForPostgres(reason, longestReason)) }),
    ...(occasion === 'RECOVERED' && { recovery: describeRecovery(condition, verdict.value) }),
    ...(decision.previousValue !== undefined && { previousValue: sanitizeJson(decision.previousValue) }),
    ...(isStateful(rule) &&
      counted !== null &&
      counted.consecutiveMatches > 0 && {
        count: counted.consecutiveMatches,
        since: counted.heldSince?.toISOString() ?? null,
      }),
  }
  return [{ notificationId, accountId, subjectId, occasion, verdict: deliveryVerdict, isRequested: isTest(subject) }]
}
