import { randomBytes } from 'node:crypto'
import type { Transaction } from '@knockwire/db/client'
import { receivers } from '@knockwire/db/schema/receivers'
import { notifications } from '@knockwire/db/schema/notifications'
import { copyName } from '@knockwire/domain/text/names'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { AppError } from '@knockwire/domain/errors'
import { defaultResponse } from '@knockwire/domain/receivers/receiver'
import { expectationOf } from '@knockwire/domain/heartbeats/expectation'
import { fullMessage, limitsOf } from '@knockwire/domain/instance/limits'
import { counted } from '@knockwire/domain/text/counted'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import { deleteWholeReceiver } from '@knockwire/services/receivers/delete-receiver'
import { desc, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { lockOwnAccount } from '../../access/owned/lock-account.ts'
import { insertCopies } from '../notifications/insert-copies.ts'
import { insertHeartbeat } from './heartbeat/save-heartbeat.ts'
import { createdOf, draftsOf, findReceiver } from '../../access/owned/owned-receiver.ts'
import { copiedReceiverColumns } from '../../access/owned/settings-columns.ts'
import { audit } from '../../access/audit.ts'

/** The secret part of a URL: nobody finds it by trying. */
export const newToken = () => randomBytes(16).toString('base64url')

/** More than anyone finishes in a day; beyond it the drafts that were left longest make room. */
export const maxReceiverDrafts = 20

interface Creation {
  /** Whether it is to be a draft until it is activated: it is not listed, does not count, and is deleted if it is left. */
  isDraft: boolean
}

/** A new receiver, within the plan; it answers nobody before it is activated. */
export const createReceiver = (context: ApiContext, caller: Caller, { isDraft }: Creation): Promise<{ id: string }> =>
  context.db.transaction(async (tx) => {
    const { accountId } = caller
    const existing = await countWithinLimit(tx, accountId, await lockLimits(context, tx, accountId))
    if (isDraft) await makeRoomForDraft(tx, accountId)
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const now = new Date(nowMs)
    const name = await freeName(tx, accountId, existing)
    const { code, contentType, body } = defaultResponse
    const response = { responseCode: code, contentType, responseBody: body }
    const made = { id, accountId, token: newToken(), name, status: 'DISABLED', isDraft } as const
    await tx.insert(receivers).values({ ...made, ...response, createdAt: now, updatedAt: now })
    const action = isDraft ? 'receiver.draft_created' : 'receiver.created'
    await audit(context, tx, caller, { action, object: { type: 'RECEIVER', id, name } })
    return { id }
  })

/** A receiver that answers and notifies as another one does, under its own URL, within the plan; not active yet. */
export const duplicateReceiver = (
  context: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<{ id: string }> =>
  context.db.transaction(async (tx) => {
    const { accountId } = caller
    const limits = await lockLimits(context, tx, accountId)
    const original = await findReceiver(tx, caller, receiverId)
    await countWithinLimit(tx, accountId, limits)
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const timestamps = { createdAt: new Date(nowMs), updatedAt: new Date(nowMs) }
    const made = {
      id,
      accountId,
      token: newToken(),
      name: copyName(original.name),
      status: 'DISABLED',
      ...timestamps,
    } as const
    await tx.insert(receivers).values({ ...copiedReceiverColumns(original), ...made })
    const expectation = original.heartbeat && expectationOf(original.heartbeat.expectation)
    // A copy has no history to tell what is usual.
    if (expectation && expectation.mode !== 'LEARNED') await insertHeartbeat(tx, made, expectation)
    await insertCopies(tx, { which: eq(notifications.receiverId, receiverId), to: { receiverIds: [id] }, nowMs })
    const object = { type: 'RECEIVER', id, name: made.name } as const
    const changes = [{ field: 'copiedFrom', before: null, after: receiverId }]
    await audit(context, tx, caller, { action: 'receiver.created', object, changes })
    return { id }
  })

/** Locked until the transaction ends: an account's creations are serialized, so that each counts the one before. */
export const lockLimits = async (
  { settings }: ApiContext,
  tx: Transaction,
  accountId: string,
): Promise<AccountLimits> => {
  const { plan } = await lockOwnAccount(tx, accountId, 'no key update')
  return limitsOf(plan, settings)
}

/** Gives how many receivers the account has, drafts not counted; fails where its limits leave room for no other one. */
export const countWithinLimit = async (tx: Transaction, accountId: string, limits: AccountLimits): Promise<number> => {
  const existing = await tx.$count(receivers, createdOf(accountId))
  if (existing < limits.receivers) return existing
  throw new AppError('PLAN_LIMIT', fullMessage(limits, counted(limits.receivers, 'receiver')))
}

/** The account is locked: creations count those before them, and a draft that is being created as a receiver is waited for. */
const makeRoomForDraft = async (tx: Transaction, accountId: string) => {
  const left = await tx
    .select({ id: receivers.id })
    .from(receivers)
    .where(draftsOf(accountId))
    .orderBy(desc(receivers.updatedAt))
    .offset(maxReceiverDrafts - 1)
    .for('update')
  for (const { id } of left) await deleteWholeReceiver(tx, id)
}

/** The first number that no other receiver of the account goes by, counting from how many there are. */
const freeName = async (tx: Transaction, accountId: string, existing: number) => {
  const rows = await tx.select({ name: receivers.name }).from(receivers).where(eq(receivers.accountId, accountId))
  const taken = new Set(rows.map(({ name }) => name))
  let number = existing + 1
  while (taken.has(`Receiver ${number}`)) number += 1
  return `Receiver ${number}`
}
