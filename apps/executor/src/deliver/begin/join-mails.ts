import { joinEveryMs, joinedMessage } from '@knockwire/domain/notifications/allowance/last-tenth'
import { limitedKindOf } from '@knockwire/domain/notifications/allowance/usage-limit'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { nextTurnMs, takeTurn } from '@knockwire/services/usage/rate-window'
import type { Attempt } from './begin-attempts.ts'

/** A mail that is not sent by itself now: it waits for its notification's next turn, or another one lists it. */
export interface Joined {
  kind: 'joined'
  reason: string
  /** The delivery whose mail lists it; its own id where others will join it. */
  joinedTo: string
  waitSeconds: number
}

/** The mails that began to wait in this transaction, by notification. */
export type BegunToWait = Map<string, Joined>

/**
 * A mail of the notification that waits for its turn. Others may join it at the same time, and none while it is begun, which
 * waits for their commits: a mail that is composed lists all that have joined.
 */
const waitingSql = `
  select id, greatest(0, extract(epoch from next_attempt_at - now()))::float8 as seconds from deliveries
  where notification_id = $1 and status = 'PENDING' and joined_to = id and next_attempt_at is not null
  for share skip locked limit 1`

/** A mail that is tried again had its turn. */
const isJoinable = ({ type, isRequested, attempt }: Attempt) =>
  limitedKindOf(type) === 'email' && !isRequested && attempt === 1

/**
 * The mail that lists this one since it waits for its turn; null where none does. That is so also once the plan's next period
 * has begun: no newer mail is sent before an older one.
 */
export const joinWaitingMail = async (
  client: pg.PoolClient,
  attempt: Attempt,
  begunToWait: BegunToWait,
): Promise<Joined | null> => {
  const { deliveryId, notificationId, joinedTo } = attempt
  if (!isJoinable(attempt) || joinedTo === deliveryId) return null
  return begunToWait.get(notificationId) ?? (await findWaiting(client, notificationId))
}

/**
 * Whether a mail in the last tenth of the plan's has to wait: each notification sends one an hour, with all that came
 * meanwhile. Null where it is sent now. Its account's count is locked, so that its mails are decided one after the other.
 */
export const waitForTurn = async (
  client: pg.PoolClient,
  attempt: Attempt,
  { nowMs, begunToWait }: { nowMs: number; begunToWait: BegunToWait },
): Promise<Joined | null> => {
  if (!isJoinable(attempt)) return null
  const { deliveryId, notificationId } = attempt
  const db = drizzle(client)
  const key = `joined-mail:${notificationId}`
  if (await takeTurn(db, { key, everyMs: joinEveryMs, nowMs })) return null
  // Another process may have made one wait before the count was locked.
  const waiting = await joinWaitingMail(client, attempt, begunToWait)
  if (waiting !== null) return waiting
  const waitSeconds = Math.max(1, ((await nextTurnMs(db, { key, nowMs })) - nowMs) / 1000)
  const joined: Joined = { kind: 'joined', reason: joinedMessage, joinedTo: deliveryId, waitSeconds }
  begunToWait.set(notificationId, joined)
  return joined
}

const findWaiting = async (client: pg.PoolClient, notificationId: string): Promise<Joined | null> => {
  const query = { name: 'waiting_mail', text: waitingSql, values: [notificationId] }
  const [found] = (await client.query<{ id: string; seconds: number }>(query)).rows
  return found ? { kind: 'joined', reason: joinedMessage, joinedTo: found.id, waitSeconds: found.seconds } : null
}
