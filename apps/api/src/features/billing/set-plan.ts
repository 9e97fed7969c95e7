import type { Billing } from '@knockwire/services/billing/billing'
import { cancelSubscription } from '@knockwire/services/billing/change'
import { type BillingLease, withBillingLease } from '@knockwire/services/billing/lease'
import { planChanged, recordState } from '@knockwire/services/billing/record-state'
import { readStripeState } from '@knockwire/services/billing/stripe-state'
import type { Database } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { accountOwners } from '@knockwire/db/schema/users'
import { AppError, notFound } from '@knockwire/domain/errors'
import type { Plan } from '@knockwire/domain/plans/plan'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { type AuditActor, recordEvent } from '@knockwire/services/audit/record-event'

export interface PlanSet {
  from: Plan
  to: Plan
  /** A subscription was running, and nothing more will be charged. */
  isSubscriptionCancelled: boolean
}

interface SetPlan {
  accountId: string
  plan: Plan
  /** Who sets it; the command line knows no user. */
  actor?: AuditActor
}

interface Tools {
  db: Database
  billing: Billing | null
}

/**
 * Sets an account's plan as its operator wants it, whatever it was. A subscription that runs is cancelled, with a credit
 * for what is left: the plan is not paid by card any more. Throws where that cannot be done, or there is no such account.
 */
export const setPlan = async (
  { db, billing }: Tools,
  { accountId, plan, actor = { kind: 'OPERATOR' } }: SetPlan,
): Promise<PlanSet> => {
  const own = and(eq(accounts.id, accountId), isNull(accounts.deletedAt))
  const [account] = await db.select({ plan: accounts.plan }).from(accounts).where(own)
  if (account === undefined) throw notFound('account')
  return withBillingLease(db, accountId, async (lease) => {
    const isSubscriptionCancelled = await endSubscription(billing, lease, actor)
    await db.transaction(async (tx) => {
      const [before] = await tx.select({ plan: accounts.plan }).from(accounts).where(own).for('no key update')
      await tx.update(accounts).set({ plan }).where(own)
      if (before !== undefined && before.plan !== plan)
        await recordEvent(tx, [accountId], actor, planChanged(before.plan, plan), Date.now())
    })
    return { from: account.plan, to: plan, isSubscriptionCancelled }
  })
}

/** The same for the account that this address owns, or whose id it is. */
export const setPlanOfOwner = async (tools: Tools, { email, plan }: { email: string; plan: Plan }): Promise<PlanSet> =>
  setPlan(tools, { accountId: await findAccount(tools.db, email), plan })

/** The id of the account that an operator's command names, by its id or by the address of an owner. */
export const findAccount = async (db: Database, named: string): Promise<string> => {
  const { id, deletedAt } = accounts
  const text = named.trim().toLowerCase()
  const [account, another] = await db
    .selectDistinct({ id })
    .from(accounts)
    .innerJoin(accountOwners, eq(accountOwners.accountId, id))
    .where(and(or(eq(accountOwners.email, text), eq(sql`${id}::text`, text)), isNull(deletedAt)))
  if (account === undefined) throw notFound('account')
  if (another !== undefined) {
    throw new AppError('CONFLICT', 'This address owns more than one account. Name the account by its id.')
  }
  return account.id
}

const endSubscription = async (billing: Billing | null, lease: BillingLease, actor: AuditActor): Promise<boolean> => {
  const { customerId, subscriptionId } = lease.row
  if (customerId === null) return false
  if (billing === null) {
    if (subscriptionId === null) return false
    throw new AppError(
      'UNAVAILABLE',
      'The account has a subscription, which needs the STRIPE_ settings to be cancelled.',
    )
  }
  const { subscription } = await readStripeState(billing, customerId)
  if (subscription === null) return false
  await cancelSubscription(billing, lease, subscription)
  await recordState(billing, lease, await readStripeState(billing, customerId), {
    isOwnChange: true,
    actor,
  })
  return true
}
