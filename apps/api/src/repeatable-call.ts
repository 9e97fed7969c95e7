import type { Transaction } from '@knockwire/db/client'
import { idempotencyKeys } from '@knockwire/db/schema/limits'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { invalidFields } from '@knockwire/domain/errors'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from './context.ts'

/** A call whose caller named a key, so that it can be repeated where its response was lost. */
export interface RepeatableCall {
  key: string
  /** Keys of different API tokens, and of different members in their browsers, do not meet. */
  holder: string
  /** Equal for equal calls. */
  fingerprint: string
}

/**
 * Does the work of a call, or answers what the first call with its key answered. It has to be the first in the transaction
 * of the change: a repetition waits until that has ended, and what failed has used up no key. Throws where the key was
 * used for another call.
 */
export const once = async <T>(
  { secrets, now }: Pick<ApiContext, 'secrets' | 'now'>,
  tx: Transaction,
  { accountId }: Caller,
  { call, work }: { call: RepeatableCall | undefined; work: () => Promise<T> },
): Promise<T> => {
  if (call === undefined) return work()
  const { key, holder, fingerprint } = call
  const nowMs = now()
  const id = uuidv7(nowMs)
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({ id, accountId, key, holder, fingerprint, createdAt: new Date(nowMs) })
    .onConflictDoNothing()
    .returning({ id: idempotencyKeys.id })
  if (inserted.length === 0) return firstResponse<T>(secrets, tx, accountId, call)
  const response = await work()
  await tx
    .update(idempotencyKeys)
    .set({ response: secrets.encrypt(JSON.stringify(response)) })
    .where(eq(idempotencyKeys.id, id))
  return response
}

const firstResponse = async <T>(
  secrets: ApiContext['secrets'],
  tx: Transaction,
  accountId: string,
  { key, holder, fingerprint }: RepeatableCall,
): Promise<T> => {
  const isIt = and(
    eq(idempotencyKeys.accountId, accountId),
    eq(idempotencyKeys.holder, holder),
    eq(idempotencyKeys.key, key),
  )
  const [first] = await tx.select().from(idempotencyKeys).where(isIt)
  if (first?.fingerprint !== fingerprint || first.response === null) {
    const message = 'This Idempotency-Key was used for another call. Use a new key for each call.'
    const place = { in: 'headers', path: '/idempotency-key', code: 'invalid_value', message } as const
    throw invalidFields({ idempotencyKey: message }, message, [place])
  }
  return JSON.parse(secrets.decrypt(first.response)) as T
}
