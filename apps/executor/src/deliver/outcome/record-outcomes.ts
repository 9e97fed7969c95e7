import { beginningForPostgres, sanitizeForPostgres } from '@knockwire/db/postgres-text'
import { jsonArray, plainArray, textArray } from '@knockwire/db/sql-array'
import type { DeliveryStatus } from '@knockwire/domain/notifications/deliveries/delivery'
import type { Queue } from '@knockwire/queue/queue'
import type { SendOutcome } from '@knockwire/services/channels/channel'
import type { Attempt } from '../begin/begin-attempts.ts'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type { Joined } from '../begin/join-mails.ts'
import type pg from 'pg'
import { endAttemptsSql, endJoinedSql } from '@knockwire/services/deliveries/delivery-sql'
import { refundPlanUsage } from '../begin/plan-usage.ts'
import { nextWait, type RetryRules } from './retry-waits.ts'

/** It is sent when its turn comes. */
interface Deferred {
  kind: 'deferred'
  reason: string
  waitSeconds: number
}

/** Nothing was sent. */
type Unsent = { kind: 'over-limit'; reason: string } | { kind: 'muted'; reason: string } | Deferred | Joined

const unsentKinds: ReadonlySet<string> = new Set<Unsent['kind']>(['over-limit', 'muted', 'deferred', 'joined'])

export const isUnsent = (outcome: SendOutcome | Unsent): outcome is Unsent => unsentKinds.has(outcome.kind)

/** What became of an attempt. */
export interface EndedAttempt {
  attempt: Attempt
  outcome: SendOutcome | Unsent
  /** False where it was known beforehand that there is nothing to send: no attempt then. */
  isMade: boolean
}

export interface RecordTools {
  queue: Queue
  retries: RetryRules
  nowMs: number
}

/** The channel as it was used: another may be picked by now, or the same be connected again. */
const revokeSql = `
  update slack_channels s set revoked_at = now()
  from unnest($1::uuid[], $2::text[]) as used (id, token)
  where s.id = used.id and s.token = used.token::jsonb and s.revoked_at is null`

/** Characters of a provider's message that are kept. */
const longestReason = 1000

interface Result extends EndedAttempt {
  status: DeliveryStatus
  error: string | null
  waitSeconds: number | null
}

/** Writes what became of the attempts, and queues the next ones of those that may yet succeed; gives in how many seconds. */
export const recordOutcomes = async (
  client: pg.PoolClient,
  ended: readonly EndedAttempt[],
  { queue, retries }: RecordTools,
): Promise<number[]> => {
  const waiting = await writeOutcomes(client, ended, retries)
  await sendDeliveries(queue, client, waiting)
  return waiting.map(({ startAfterSeconds }) => startAfterSeconds)
}

/** A delivery whose next attempt is to be queued: it has one job at a time, so once its present one is completed. */
export type WaitingDelivery = ReturnType<typeof toJob>

/** The same, and returns those whose next attempt is yet to be queued. */
export const writeOutcomes = async (
  client: pg.PoolClient,
  ended: readonly EndedAttempt[],
  retries: RetryRules,
): Promise<WaitingDelivery[]> => {
  if (ended.length === 0) return []
  const results = ended.map((one) => ({ ...one, ...resultOf(one, retries) }))
  const recorded = await writeResults(client, results)
  await refundUnsent(client, recorded)
  await markRevoked(client, recorded)
  await markWithheld(client, recorded, await endJoined(client, recorded))
  return recorded.filter((result) => result.waitSeconds !== null && !isListedByAnother(result)).map(toJob)
}

/** It has no job of its own. */
const isListedByAnother = ({ outcome, attempt }: EndedAttempt) =>
  outcome.kind === 'joined' && outcome.joinedTo !== attempt.deliveryId

const resultOf = (
  { outcome, attempt }: EndedAttempt,
  retries: RetryRules,
): Pick<Result, 'status' | 'error' | 'waitSeconds'> => {
  if (outcome.kind === 'delivered') return { status: 'DELIVERED', error: null, waitSeconds: null }
  const error = beginningForPostgres(outcome.reason, longestReason)
  if (outcome.kind === 'over-limit') return { status: 'LIMIT_EXCEEDED', error, waitSeconds: null }
  if (outcome.kind === 'muted') return { status: 'MUTED', error, waitSeconds: null }
  if (outcome.kind === 'joined') return { status: 'PENDING', error, waitSeconds: outcome.waitSeconds }
  if (outcome.kind === 'deferred') {
    // Somebody looks on while a test is sent, and is not kept waiting.
    if (attempt.occasion === 'TEST') return { status: 'LIMIT_EXCEEDED', error, waitSeconds: null }
    return { status: 'PENDING', error, waitSeconds: outcome.waitSeconds }
  }
  if (outcome.kind === 'failed') return { status: 'FAILED', error, waitSeconds: null }
  // Somebody looks on while a test is sent: it says at once what is wrong.
  const waitSeconds = attempt.occasion === 'TEST' ? null : nextWait(retries, attempt.attempt, outcome.retryAfterSeconds)
  return { status: waitSeconds === null ? 'FAILED' : 'PENDING', error, waitSeconds }
}

const writeResults = async (client: pg.PoolClient, results: readonly Result[]): Promise<Result[]> => {
  const values = [
    plainArray(results.map(({ attempt }) => attempt.deliveryId)),
    plainArray(results.map(({ attempt }) => attempt.attempt)),
    plainArray(results.map(({ status }) => status)),
    textArray(results.map(({ error }) => error)),
    textArray(
      results.map(({ outcome }) => (outcome.kind === 'delivered' ? (outcome.providerMessageId ?? null) : null)),
    ),
    jsonArray(results.map(countToKeep)),
    plainArray(results.map(({ isMade }) => isMade)),
    plainArray(results.map(({ waitSeconds }) => waitSeconds)),
    jsonArray(results.map(({ outcome }) => responseOf(outcome))),
    plainArray(results.map(({ outcome }) => (outcome.kind === 'joined' ? outcome.joinedTo : null))),
  ]
  const { rows } = await client.query<{ id: string }>({ name: 'record_outcomes', text: endAttemptsSql, values })
  const ids = new Set(rows.map(({ id }) => id))
  return results.filter(({ attempt }) => ids.has(attempt.deliveryId))
}

/** What the target answered, as the database takes it. */
const responseOf = (outcome: EndedAttempt['outcome']): string | null => {
  if (isUnsent(outcome) || outcome.response === undefined) return null
  const { statusCode, body } = outcome.response
  return JSON.stringify({ statusCode, body: body === null ? null : sanitizeForPostgres(body) })
}

/** While it is known that no attempt was taken. */
const countToKeep = (result: Result): string | null => {
  const { status, attempt } = result
  return status === 'PENDING' && attempt.counted !== null && !mayBeSent(result) ? JSON.stringify(attempt.counted) : null
}

const toJob = ({ attempt, waitSeconds }: Result) => ({
  id: attempt.deliveryId,
  type: attempt.type,
  accountId: attempt.accountId,
  startAfterSeconds: waitSeconds ?? 0,
})

const markRevoked = async (client: pg.PoolClient, recorded: readonly Result[]) => {
  const used = recorded.flatMap(({ attempt: { slackChannel }, outcome }) =>
    slackChannel !== null && outcome.kind === 'failed' && outcome.isRevoked ? [slackChannel] : [],
  )
  if (used.length === 0) return
  const tokens = jsonArray(used.map(({ token }) => JSON.stringify(token)))
  await client.query(revokeSql, [plainArray(used.map(({ id }) => id)), tokens])
}

/** Where no provider has refused it, it may have been taken, though its answer did not arrive. */
const mayBeSent = ({ outcome }: EndedAttempt) =>
  outcome.kind === 'delivered' || (outcome.kind === 'retry' && !outcome.isRejected)

const isNotSent = (status: DeliveryStatus) => status === 'FAILED' || status === 'MUTED'

/** What was refused each time, or muted before it was sent, is not counted. */
const refundUnsent = async (client: pg.PoolClient, recorded: readonly Result[]) => {
  const unsent = recorded.filter((result) => isNotSent(result.status) && !mayBeSent(result))
  const attempts = unsent.map(({ attempt }) => attempt)
  await refundPlanUsage(client, attempts)
}

/** The notifications are locked, as by decisions, which read and write what their alerts remember. */
const withholdSql = `
  with locked as (
    select id from notifications where id = any ($1::uuid[]) order by id for no key update
  )
  update alert_states s set is_withheld = true from locked
  where s.notification_id = locked.id and s.is_notified and not s.is_withheld`

/**
 * Alerts that were due before their notification was muted are sent once it is not, if the condition still holds: those that
 * were to be sent by themselves, and those that a mail would have listed.
 */
const markWithheld = async (
  client: pg.PoolClient,
  recorded: readonly Result[],
  listed: readonly EndedWithMail[],
): Promise<void> => {
  const ended = [...recorded.map(({ status, attempt }) => ({ ...attempt, status })), ...listed]
  const withheld = ended.filter(({ status, occasion }) => status === 'MUTED' && occasion === 'HOLDS')
  if (withheld.length === 0) return
  await client.query(withholdSql, [plainArray(withheld.map(({ notificationId }) => notificationId))])
}

/** A delivery that a mail listed, ended as the mail. */
type EndedWithMail = Pick<Attempt, 'notificationId' | 'occasion'> & Pick<Result, 'status'>

/** What was listed by a mail has ended as that mail has. */
const endJoined = async (client: pg.PoolClient, recorded: readonly Result[]): Promise<EndedWithMail[]> => {
  const sent = recorded.filter(({ status, attempt }) => status !== 'PENDING' && attempt.joinedTo === attempt.deliveryId)
  if (sent.length === 0) return []
  const values = [plainArray(sent.map(({ attempt }) => attempt.deliveryId))]
  return (await client.query<EndedWithMail>(endJoinedSql, values)).rows
}
