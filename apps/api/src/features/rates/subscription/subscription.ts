import { rateSubscriptions } from '@knockwire/db/schema/rates'
import { AppError } from '@knockwire/domain/errors'
import type { LoanInput } from '@knockwire/domain/rates/loan'
import type { RateSubscriptionView } from '@knockwire/domain/rates/rate-subscription'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { hasConfirmedAddress } from '../queries.ts'

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

/** Throws where the account's address was never confirmed: nobody gets mail for having been named by somebody else. */
export const subscribe = async (
  { db, now }: ApiContext,
  { accountId }: Caller,
  loan: LoanInput,
): Promise<RateSubscriptionView> => {
  if (!(await hasConfirmedAddress(db, accountId))) {
    throw new AppError('CONFLICT', 'Confirm your account’s email address first: the rates are sent to it.')
  }
  await db
    .insert(rateSubscriptions)
    .values({ accountId, ...loan, createdAt: new Date(now()) })
    .onConflictDoUpdate({ target: rateSubscriptions.accountId, set: loan })
  return { subscribed: true, ...loan }
}

export const endSubscription = async (
  { db }: ApiContext,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<RateSubscriptionView> => {
  await db.delete(rateSubscriptions).where(eq(rateSubscriptions.accountId, accountId))
  return { subscribed: false }
}
