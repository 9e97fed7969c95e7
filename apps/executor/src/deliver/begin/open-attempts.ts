import { limitedKindOf, usageLimitMessage } from '@knockwire/domain/notifications/allowance/usage-limit'
import type { InstanceWithLimits } from '@knockwire/domain/instance/limits'
import { mutedMessage } from '@knockwire/domain/notifications/mute'
import type { Message } from '@knockwire/services/channels/channel'
import { wordsOf } from '@knockwire/services/deliveries/condition-text'
import { channelOf } from '@knockwire/services/channels/settings'
import { type Attempt, beginAttempts } from './begin-attempts.ts'
import { deferralReason, takeDeliveryPlaces, tooLateReason, withoutPlace, withPlace } from './delivery-pace.ts'
import { type BegunToWait, joinWaitingMail, waitForTurn } from './join-mails.ts'
import { subjectOfJoined, withJoined } from '../message/joined-message.ts'
import { loadSubjects, type SubjectTools, type SubjectFor } from '../message/load-subjects.ts'
import { summarizeTest } from '../message/message-summary.ts'
import { consumePlanUsage, inLockOrder } from './plan-usage.ts'
import { type EndedAttempt, type RecordTools, type WaitingDelivery, writeOutcomes } from '../outcome/record-outcomes.ts'
import { refundUsage } from '@knockwire/services/usage/usage'
import { notifyLimitReached } from '@knockwire/services/usage/usage-notice'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** Why there is no point in sending it, or null. */
export const rejectionOf = (attempt: Attempt, hasSubject: boolean, mostAttempts: number): string | null => {
  const { setting } = attempt
  if (attempt.attempt > mostAttempts) return 'The server stopped each time while it was sending this.'
  if (!attempt.isConfirmed) return 'Not sent: the email address of your account is not confirmed yet.'
  if (setting === null) return 'The notification was deleted before this was sent.'
  if (!hasSubject) return 'The execution or request was deleted before this was sent.'
  return channelOf(setting.type).rejectionOf?.(setting, attempt) ?? null
}

interface OpenTools extends RecordTools, SubjectTools, InstanceWithLimits {
  /** Embedded mode's accounts count as confirmed. */
  isEmbedded: boolean
}

/** An attempt that is to be made, and what it sends. */
export interface OpenAttempt {
  attempt: Attempt
  message: Message
}

interface Opened {
  open: OpenAttempt[]
  /** To be queued by the caller, once it has completed the jobs that these deliveries have now. */
  waiting: WaitingDelivery[]
}

/** Begins attempts; those that come to nothing, for a reason that can be known beforehand, are recorded at once. */
export const openAttempts = async (
  client: pg.PoolClient,
  deliveryIds: readonly string[],
  tools: OpenTools,
): Promise<Opened> => {
  const begun = await beginAttempts(client, deliveryIds, tools)
  const subjects = await loadSubjects(client, begun, tools)
  const sendable: OpenAttempt[] = []
  const ended: EndedAttempt[] = []
  const begunToWait: BegunToWait = new Map()
  for (const attempt of inLockOrder(begun)) {
    const known = subjectOfDraft(attempt) ?? subjects.get(attempt.subjectId)
    const message = messageOf(attempt, known ?? (await subjectOfJoined(client, attempt, tools)), tools)
    const unsent = 'reason' in message ? message : await joinWaitingMail(client, attempt, begunToWait)
    const counted = unsent ?? (await count(client, attempt, { ...tools, begunToWait }))
    if ('kind' in counted) ended.push(rejected(attempt, counted))
    else if (!('reason' in message))
      sendable.push({
        attempt: { ...attempt, ...counted },
        message: await withJoined(client, attempt, { ...tools, message }),
      })
  }
  const { open, deferred } = await inPace(client, sendable, tools)
  return { open, waiting: await writeOutcomes(client, [...ended, ...deferred], tools.retries) }
}

/** What is sent at once, and what has to wait for its place, or would have to wait for too long. */
const inPace = async (client: pg.PoolClient, sendable: readonly OpenAttempt[], { nowMs }: OpenTools) => {
  const attempts = sendable.map(({ attempt }) => attempt)
  const waitOf = await takeDeliveryPlaces(drizzle(client), attempts, nowMs)
  const open = sendable.filter(({ attempt }) => waitOf(attempt) === 0)
  const waiting = attempts.filter((attempt) => waitOf(attempt) !== 0)
  return {
    open: open.map(({ attempt, message }) => ({ attempt: withoutPlace(attempt), message })),
    deferred: waiting.map((attempt) => deferred(attempt, waitOf(attempt), nowMs)),
  }
}

const deferred = (attempt: Attempt, waitMs: number | null, nowMs: number): EndedAttempt => {
  const { limits } = attempt
  if (waitMs === null) return rejected(attempt, { kind: 'over-limit', reason: tooLateReason(limits) })
  const outcome = { kind: 'deferred', reason: deferralReason(limits), waitSeconds: waitMs / 1000 } as const
  return rejected(withPlace(attempt, nowMs), outcome)
}

const subjectOfDraft = ({ draft }: Attempt): SubjectFor | undefined => {
  if (draft === null) return undefined
  const { values } = draft
  return () => ({ values, summary: summarizeTest(values) })
}

/** Or the reason why there is none. */
const messageOf = (
  attempt: Attempt,
  subjectFor: SubjectFor | undefined,
  { retries }: OpenTools,
): Message | { kind: 'failed' | 'muted'; reason: string } => {
  if (attempt.isMuted) return { kind: 'muted', reason: mutedMessage }
  const rejection = rejectionOf(attempt, subjectFor !== undefined, retries.waitsSeconds.length + 1)
  const { setting, deliveryId, accountId, subjectId, occasion, createdAt, slackChannel } = attempt
  if (rejection !== null || setting === null || subjectFor === undefined)
    return { kind: 'failed', reason: rejection ?? 'There is nothing to send.' }
  return { deliveryId, accountId, subjectId, occasion, createdAt, setting, slackChannel, ...subjectFor(attempt) }
}

/** As what it is counted against the plan, or why it is not sent now. */
const count = async (
  client: pg.PoolClient,
  attempt: Attempt,
  tools: OpenTools & { begunToWait: BegunToWait },
): Promise<Pick<Attempt, 'counted'> | EndedAttempt['outcome']> => {
  const { queue, publicOrigin, nowMs } = tools
  const db = drizzle(client)
  const consumed = await consumePlanUsage(db, attempt, nowMs)
  if (consumed !== 'used-up') {
    const { counted, isInLastTenth } = consumed
    const joined = isInLastTenth ? await waitForTurn(client, attempt, tools) : null
    if (joined === null) return { counted }
    if (counted !== null) await refundUsage(db, counted)
    return joined
  }
  const { type, accountId, limits, taskId, receiverId, occasion } = attempt
  const kind = limitedKindOf(type)
  const unsent = { taskId, receiverId, state: occasion === 'REQUEST' ? null : wordsOf(attempt).state }
  if (kind !== null) await notifyLimitReached(queue, client, { kind, accountId, limits, publicOrigin, nowMs, unsent })
  return overLimit(attempt)
}

const overLimit = ({ type, limits }: Attempt): EndedAttempt['outcome'] => ({
  kind: 'over-limit',
  reason: usageLimitMessage(limitedKindOf(type) ?? 'email', limits),
})

const rejected = (attempt: Attempt, outcome: EndedAttempt['outcome']): EndedAttempt => ({
  attempt,
  outcome,
  isMade: false,
})
