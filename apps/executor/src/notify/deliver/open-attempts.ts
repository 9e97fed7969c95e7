import { limitedKindOf, usageLimitSentence } from '@knockwire/domain/notifications/usage-limit'
import { tellUsageIsUp } from '@knockwire/services/usage/usage-notice'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Message } from '../channel.ts'
import { beginAttempts } from './begin-attempts.ts'
import { countAgainstPlan, inLockOrder } from './count-plan.ts'
import type { Attempt } from './delivery.ts'
import { loadSubjects, type SubjectTools, type ValuesFor } from './load-subjects.ts'
import { type Ended, recordOutcomes, type RecordTools } from './record-outcomes.ts'
import { refusalOf } from './refuse.ts'

export interface OpenTools extends RecordTools, SubjectTools {}

/** An attempt that is to be made, and what it sends. */
export interface OpenAttempt {
  attempt: Attempt
  message: Message
}

/** Begins attempts; those that come to nothing, for a reason that can be known beforehand, are recorded at once. */
export const openAttempts = async (
  client: pg.PoolClient,
  deliveryIds: readonly string[],
  tools: OpenTools,
): Promise<OpenAttempt[]> => {
  const begun = await beginAttempts(client, deliveryIds)
  const subjects = await loadSubjects(client, begun, tools)
  const open: OpenAttempt[] = []
  const ended: Ended[] = []
  for (const attempt of inLockOrder(begun)) {
    const message = messageOf(attempt, subjects.get(attempt.subjectId), tools)
    const counted = typeof message === 'string' ? null : await count(client, attempt, tools)
    if (typeof message === 'string') ended.push(refused(attempt, { kind: 'failed', reason: message }))
    else if (counted === 'used-up') ended.push(refused(attempt, overLimit(attempt)))
    else open.push({ attempt: { ...attempt, counted }, message })
  }
  await recordOutcomes(client, ended, tools)
  return open
}

/** Or the reason why there is none. */
const messageOf = (attempt: Attempt, valuesFor: ValuesFor | undefined, { retries }: OpenTools): Message | string => {
  const refusal = refusalOf(attempt, valuesFor !== undefined, retries.waitsSeconds.length + 1)
  const { setting, deliveryId, accountId, subjectId, occasion, createdAt, slackChannel } = attempt
  if (refusal !== null || setting === null || valuesFor === undefined) return refusal ?? 'There is nothing to send.'
  const values = valuesFor(attempt)
  return { deliveryId, accountId, subjectId, occasion, createdAt, setting, values, slackChannel }
}

const count = async (client: pg.PoolClient, attempt: Attempt, tools: OpenTools) => {
  const { queue, publicOrigin, nowMs } = tools
  const counted = await countAgainstPlan(drizzle(client), attempt, nowMs)
  const { type, accountId, plan } = attempt
  const kind = limitedKindOf(type)
  if (counted === 'used-up' && kind !== null)
    await tellUsageIsUp(queue, client, { kind, accountId, plan, publicOrigin, nowMs })
  return counted
}

const overLimit = ({ type, plan }: Attempt): Ended['outcome'] => ({
  kind: 'over-limit',
  reason: usageLimitSentence(limitedKindOf(type) ?? 'email', plan),
})

const refused = (attempt: Attempt, outcome: Ended['outcome']): Ended => ({ attempt, outcome, isMade: false })
