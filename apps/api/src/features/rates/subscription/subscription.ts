import { rateSubscriptions } from '@knockwire/db/schema/rates'
import { AppError } from '@knockwire/domain/errors'
import type { LoanInput } from '@knockwire/domain/rates/loan'
import type { RateSubscriptionView } from '@knockwire/domain/rates/rate-subscription'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { hasConfirmedAddress } from '../queries.ts'
import { audit } from '../../../access/audit.ts'
import { changesOf } from '@knockwire/domain/audit/changes'
import { type AuditActor, recordEvent } from '@knockwire/services/audit/record-event'

export const readSubscription = async (
  { db }: ApiContext,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<RateSubscriptionView> => {
  const { loanAmount, loanPurpose } = rateSubscriptions
  const [row] = await db
    .select({ loanAmount, loanPurpose })
    .from(rateSubscriptions)
    .where(eq(rateSubscriptions.accountId, accountId))
  return { subscribed: row !== undefined, ...row }
}

const subscriptionObject = { type: 'RATE_SUBSCRIPTION' } as const

/** Throws where the account's address was never confirmed: nobody gets mail for having been named by somebody else. */
export const subscribe = async (
  context: ApiContext,
  caller: Caller,
  loan: LoanInput,
): Promise<RateSubscriptionView> => {
  const { accountId } = caller
  if (!(await hasConfirmedAddress(context.db, accountId))) {
    throw new AppError('CONFLICT', 'Confirm your account’s email address first: the rates are sent to it.')
  }
  await context.db.transaction(async (tx) => {
    const { loanAmount, loanPurpose, accountId: owner } = rateSubscriptions
    const own = tx.select({ loanAmount, loanPurpose }).from(rateSubscriptions).where(eq(owner, accountId))
    const [before] = await own.for('no key update')
    await tx
      .insert(rateSubscriptions)
      .values({ accountId, ...loan, createdAt: new Date(context.now()) })
      .onConflictDoUpdate({ target: owner, set: loan })
    const changes = changesOf({ before: before ?? {}, after: loan })
    const action = before === undefined ? 'rate_subscription.started' : 'rate_subscription.changed'
    if (changes.length > 0) await audit(context, tx, caller, { action, object: subscriptionObject, changes })
  })
  return { subscribed: true, ...loan }
}

export const endSubscription = async (
  context: ApiContext,
  accountId: string,
  actor: AuditActor,
): Promise<RateSubscriptionView> => {
  await context.db.transaction(async (tx) => {
    const { accountId: owner } = rateSubscriptions
    const ended = await tx.delete(rateSubscriptions).where(eq(owner, accountId)).returning({ owner })
    const event = { action: 'rate_subscription.ended', object: subscriptionObject } as const
    if (ended.length > 0) await recordEvent(tx, [accountId], actor, event, context.now())
  })
  return { subscribed: false }
}
