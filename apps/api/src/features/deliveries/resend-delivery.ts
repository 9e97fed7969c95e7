import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { AppError, notFound } from '@knockwire/domain/errors'
import type { DeliveryView, NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import { limitedKindOf, usedUpMessage } from '@knockwire/domain/notifications/allowance/usage-limit'
import { limitsOf } from '@knockwire/domain/instance/limits'
import { announceDeliveries, sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { restartDelivery } from '@knockwire/services/deliveries/write-deliveries'
import { findUsedUp } from '@knockwire/services/usage/usage'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { throwIfAddressUnconfirmed } from '../../access/owned/confirmed-account.ts'
import { throttle } from '../../access/throttle.ts'
import { presentDelivery } from './load-deliveries.ts'
import { audit } from '../../access/audit.ts'
import { maskUri } from '@knockwire/domain/audit/mask-requests'

/** Sends and resends of an account together: each may call somebody else's server. */
const perMinute = 20

export const throttleSending = (context: ApiContext, { accountId }: Caller) =>
  throttle(context, [{ key: `send-delivery:${accountId}`, limit: perMinute, perMs: 60_000 }])

const isMine = ({ accountId }: Caller, id: string) => and(eq(deliveries.id, id), eq(deliveries.accountId, accountId))

export const viewDelivery = async ({ db }: ApiContext, caller: Caller, id: string): Promise<DeliveryView> => {
  const [found] = await db.select().from(deliveries).where(isMine(caller, id))
  if (found === undefined) throw notFound('delivery')
  return presentDelivery(found)
}

/** Its attempts would find the mute, and send nothing. */
const throwIfMuted = async (tx: Transaction, notificationId: string): Promise<void> => {
  const isMuted = and(eq(notifications.id, notificationId), gt(notifications.mutedUntil, sql`now()`))
  const [muted] = await tx.select({ id: notifications.id }).from(notifications).where(isMuted)
  if (muted !== undefined) throw new AppError('CONFLICT', 'This notification is muted. Unmute it, then send again.')
}

/** Its attempt would find nothing left of the plan's, and send nothing. */
const throwIfUsedUp = async (
  { settings }: ApiContext,
  tx: Transaction,
  { accountId, type, nowMs }: { accountId: string; type: NotificationType; nowMs: number },
): Promise<void> => {
  const kind = limitedKindOf(type)
  if (kind === null) return
  const [account] = await tx.select({ plan: accounts.plan }).from(accounts).where(eq(accounts.id, accountId))
  if (account === undefined) return
  const limits = limitsOf(account.plan, settings)
  const [usedUp] = await findUsedUp(tx, [{ kind, accountId, limits, nowMs }])
  if (usedUp !== undefined) throw new AppError('PLAN_LIMIT', usedUpMessage(kind, limits))
}

/** Sends what has failed or was not sent once more, from its first attempt on; it counts against the plan again. */
export const resendDelivery = async (context: ApiContext, caller: Caller, id: string): Promise<DeliveryView> => {
  const { status, type } = await viewDelivery(context, caller, id)
  await throwIfAddressUnconfirmed(context, context.db, caller.accountId, 'send notifications')
  await throttleSending(context, caller)
  const resent = await context.db.transaction(async (tx) => {
    const row = await restartDelivery(tx, { id, accountId: caller.accountId })
    if (row === undefined)
      throw new AppError('CONFLICT', `Only failed deliveries can be sent again. This one is ${status.toLowerCase()}.`)
    await throwIfMuted(tx, row.notificationId)
    await throwIfUsedUp(context, tx, { accountId: caller.accountId, type, nowMs: context.now() })
    await sendDeliveries(context.queue, tx, [{ id, type, accountId: caller.accountId }])
    const object = { type: 'DELIVERY', id, name: maskUri(row.recipient) } as const
    await audit(context, tx, caller, { action: 'delivery.resent', object })
    return presentDelivery(row)
  })
  announceDeliveries(context.queue, [type])
  return resent
}
