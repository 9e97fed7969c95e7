import { randomBytes } from 'node:crypto'
import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { receivers } from '@knockwire/db/schema/receivers'
import { notifications } from '@knockwire/db/schema/notifications'
import { copyName } from '@knockwire/domain/copy-name'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { AppError } from '@knockwire/domain/errors'
import { defaultResponse } from '@knockwire/domain/receivers/receiver'
import { plans } from '@knockwire/domain/plans/plans'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { findReceiver } from './owned-receiver.ts'

/** The secret part of a URL: nobody finds it by trying. */
const newToken = () => randomBytes(16).toString('base64url')

/** A new receiver, within the plan; it answers nobody before it is activated. */
export const createReceiver = (context: ApiContext, { accountId }: Caller): Promise<{ id: string }> =>
  context.db.transaction(async (tx) => {
    const limit = await lockPlan(tx, accountId)
    const existing = await tx.$count(receivers, eq(receivers.accountId, accountId))
    if (existing >= limit) throw overPlan(limit)
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const now = new Date(nowMs)
    const name = await freeName(tx, accountId, existing)
    const { code, contentType, body } = defaultResponse
    const response = { responseCode: code, contentType, responseBody: body }
    const made = { id, accountId, token: newToken(), name, status: 'DISABLED', createdAt: now, updatedAt: now } as const
    await tx.insert(receivers).values({ ...made, ...response })
    return { id }
  })

/** A receiver that answers and notifies as another one does, under a URL of its own, within the plan; not active yet. */
export const duplicateReceiver = (
  context: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<{ id: string }> =>
  context.db.transaction(async (tx) => {
    const { accountId } = caller
    const limit = await lockPlan(tx, accountId)
    const { name, responseCode, contentType, responseBody } = await findReceiver(tx, caller, receiverId)
    if ((await tx.$count(receivers, eq(receivers.accountId, accountId))) >= limit) throw overPlan(limit)
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const moments = { createdAt: new Date(nowMs), updatedAt: new Date(nowMs) }
    const made = { id, accountId, token: newToken(), name: copyName(name), status: 'DISABLED', ...moments } as const
    await tx.insert(receivers).values({ ...made, responseCode, contentType, responseBody })
    const copied = await tx
      .select()
      .from(notifications)
      .where(eq(notifications.receiverId, receiverId))
      .orderBy(notifications.id)
    const copies = copied.map(({ type, setting }) => ({
      id: uuidv7(nowMs),
      accountId,
      receiverId: id,
      type,
      setting,
      ...moments,
    }))
    if (copies.length > 0) await tx.insert(notifications).values(copies)
    return { id }
  })

/** Held until the transaction ends: an account's creations are serialized, so that each counts the one before. */
const lockPlan = async (tx: Transaction, accountId: string) => {
  const own = eq(accounts.id, accountId)
  const [account] = await tx.select({ plan: accounts.plan }).from(accounts).where(own).for('no key update')
  if (account === undefined) throw new AppError('SIGNED_OUT', 'You are signed out. Please sign in.')
  return plans[account.plan].receivers
}

const overPlan = (limit: number) =>
  new AppError('PLAN_LIMIT', `Your plan includes ${limit} receivers. Delete one or upgrade your plan.`)

/** The first number that no other receiver of the account goes by, counting from how many there are. */
const freeName = async (tx: Transaction, accountId: string, existing: number) => {
  const rows = await tx.select({ name: receivers.name }).from(receivers).where(eq(receivers.accountId, accountId))
  const taken = new Set(rows.map(({ name }) => name))
  let number = existing + 1
  while (taken.has(`Receiver ${number}`)) number += 1
  return `Receiver ${number}`
}
