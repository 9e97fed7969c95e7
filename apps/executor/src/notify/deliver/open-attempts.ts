import { usageLimitSentence } from '@knockwire/domain/notifications/usage-limit'
import { tellUsageIsUp } from '@knockwire/queue/tell-usage-is-up'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Message } from '../channel.ts'
import { beginAttempts } from './begin-attempts.ts'
import { countAgainstPlan, limitedKindOf } from './count-plan.ts'
import type { Attempt } from './delivery.ts'
import { loadSubjects, type Origins, type ValuesFor } from './load-subjects.ts'
import { type Ended, recordOutcomes, type RecordTools } from './record-outcomes.ts'
import { refusalOf } from './refuse.ts'

export interface OpenTools extends RecordTools, Origins {}

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
  // The accounts' counts are locked in one order, whoever changes them.
  for (const attempt of begun.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))) {
    const message = messageOf(attempt, subjects.get(attempt.subjectId), tools)
    if (typeof message === 'string')
      ended.push({ attempt, outcome: { kind: 'failed', reason: message }, isCounted: attempt.attempt > 1 })
    else if (await isWithinPlan(client, attempt, tools)) open.push({ attempt, message })
    else ended.push(overLimit(attempt))
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

const isWithinPlan = async (client: pg.PoolClient, attempt: Attempt, tools: OpenTools): Promise<boolean> => {
  const { queue, publicOrigin, nowMs } = tools
  if (await countAgainstPlan(drizzle(client), attempt, nowMs)) return true
  const { type, accountId, plan } = attempt
  const kind = limitedKindOf(type)
  if (kind !== null) await tellUsageIsUp(queue, client, { kind, accountId, plan, publicOrigin, nowMs })
  return false
}

const overLimit = (attempt: Attempt): Ended => {
  const reason = usageLimitSentence(limitedKindOf(attempt.type) ?? 'email', attempt.plan)
  return { attempt, outcome: { kind: 'over-limit', reason }, isCounted: false }
}
