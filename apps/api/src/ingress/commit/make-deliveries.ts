import type { Database } from '@knockwire/db/client'
import { findUsedUp } from '@knockwire/services/usage/usage'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { mutedMessage } from '@knockwire/domain/notifications/mute'
import {
  limitedKindOf,
  type LimitedKind,
  usageLimitMessage,
} from '@knockwire/domain/notifications/allowance/usage-limit'
import { type InstanceWithLimits, limitsOf } from '@knockwire/domain/instance/limits'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import type { Queue } from '@knockwire/queue/queue'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { insertDeliveries, type NewDelivery } from '@knockwire/services/deliveries/write-deliveries'
import { notifyUsagesAreUp } from '@knockwire/services/usage/usage-notice'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { ReceivedRequest } from '../received-request.ts'
import type { ReceiverNotification } from '../settings/receiver-settings.ts'

export interface DeliveryTools extends InstanceWithLimits {
  queue: Queue
  /** The dashboard's. */
  publicOrigin: string
  now: () => number
}

/** What its deliveries need of it. */
export type RecordedRequest = Pick<ReceivedRequest, 'id' | 'receiver'>

/**
 * The deliveries of recorded requests, with their jobs, in the transaction that records them. What is over its account's
 * limit of emails or text messages already or muted is put down as such at once, without a job that could only find that out again.
 */
export const makeDeliveries = async (
  client: pg.PoolClient,
  recorded: readonly RecordedRequest[],
  { queue, publicOrigin, limits, now }: DeliveryTools,
): Promise<void> => {
  const requests = recorded.filter(({ receiver }) => receiver.notifications.length > 0)
  if (requests.length === 0) return
  const nowMs = now()
  const db = drizzle(client)
  const usedUp = await accountsUsedUp(db, requests, { limits, nowMs })
  const made = requests.flatMap((request) => deliveriesOf(request, usedUp, nowMs))
  await insertDeliveries(db, made)
  await sendDeliveries(
    queue,
    client,
    made.filter(({ status }) => status === 'PENDING'),
  )
  const usages = [...usedUp.values()].map(({ receiverId, ...usage }) => ({
    ...usage,
    publicOrigin,
    unsent: { taskId: null, receiverId, state: null },
  }))
  await notifyUsagesAreUp(queue, client, usages)
}

const deliveriesOf = (
  { id: subjectId, receiver }: RecordedRequest,
  usedUp: ReadonlyMap<string, UsedUp>,
  nowMs: number,
): NewDelivery[] =>
  receiver.notifications.map((notification) => {
    const { id: notificationId, type, recipient } = notification
    const over = usedUp.get(usageKey(receiver.accountId, limitedKindOf(type)))
    return {
      id: uuidv7(nowMs),
      accountId: receiver.accountId,
      notificationId,
      subjectId,
      occasion: 'REQUEST',
      type,
      recipient,
      createdAt: new Date(nowMs),
      ...(isMuted(notification, nowMs)
        ? { status: 'MUTED', error: mutedMessage }
        : over !== undefined
          ? { status: 'LIMIT_EXCEEDED', error: usageLimitMessage(over.kind, over.limits) }
          : { status: 'PENDING' }),
    }
  })

const isMuted = ({ mutedUntilMs }: ReceiverNotification, nowMs: number) => mutedUntilMs !== null && mutedUntilMs > nowMs

interface UsedUp {
  kind: LimitedKind
  accountId: string
  limits: AccountLimits
  nowMs: number
  /** One whose message is not sent. */
  receiverId: string
}

const usageKey = (accountId: string, kind: LimitedKind | null) => `${accountId} ${kind}`

/** What accounts that would send one now have used up of this period, by account and kind of message. */
const accountsUsedUp = async (
  db: Database,
  requests: readonly RecordedRequest[],
  { limits, nowMs }: InstanceWithLimits & { nowMs: number },
): Promise<ReadonlyMap<string, UsedUp>> => {
  const usages = new Map<string, UsedUp>()
  for (const { receiver } of requests) {
    for (const notification of receiver.notifications) {
      const kind = limitedKindOf(notification.type)
      if (kind === null || isMuted(notification, nowMs)) continue
      const { accountId, plan, id: receiverId } = receiver
      usages.set(usageKey(accountId, kind), { kind, accountId, limits: limitsOf(plan, { limits }), nowMs, receiverId })
    }
  }
  const usedUp = await findUsedUp(db, [...usages.values()])
  return new Map(usedUp.map((one) => [usageKey(one.accountId, one.kind), one]))
}
