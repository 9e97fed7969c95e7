import type { Billing } from '@knockwire/services/billing/billing'
import { finishRejectedChange, keyFor } from '@knockwire/services/billing/change'
import { type BillingLease, type BillingRow, withBillingLease } from '@knockwire/services/billing/lease'
import { recordState } from '@knockwire/services/billing/record-state'
import { readStripeState, type StripeState } from '@knockwire/services/billing/stripe-state'
import { accounts } from '@knockwire/db/schema/accounts'
import { billingAccounts } from '@knockwire/db/schema/billing'
import { memberships, users } from '@knockwire/db/schema/users'
import type { Plan } from '@knockwire/domain/plans/plan'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { signedOut } from '../../plugins/route-config.ts'
import { isAnswered, isStripeServerError, paymentError } from './payment-error.ts'
import type { AuditActor, AuditEvent } from '@knockwire/services/audit/record-event'
import { actorOf } from '../../access/audit.ts'
import type { Caller } from '../../context.ts'

export interface Change {
  billing: Billing
  lease: BillingLease
  account: { email: string; name: string; plan: Plan }
  customerId: string
  /** As it was at Stripe when the change began: also what an earlier one left there that broke off. */
  state: StripeState
  actor: AuditActor
}

/**
 * Changes an account at Stripe, one change at a time, and records how Stripe has it afterwards. Throws an AppError where
 * Stripe rejects it.
 */
export const makeChange = (
  billing: Billing,
  caller: Caller,
  work: (change: Change) => Promise<void>,
  done?: AuditEvent,
): Promise<{ row: BillingRow; plan: Plan }> =>
  withBillingLease(billing.db, caller.accountId, async (lease) => {
    const account = await findAccount(billing, caller.accountId)
    const actor = actorOf(caller)
    try {
      const { customerId, state } = await openCustomer(billing, lease, account)
      await work({ billing, lease, account, customerId, state, actor })
      const { row, plan } = await recordState(billing, lease, await readStripeState(billing, customerId), {
        isOwnChange: true,
        actor,
        ...(done && { done }),
      })
      return { row, plan: plan ?? account.plan }
    } catch (error) {
      if (isAnswered(error) || isStripeServerError(error)) await finishRejectedChange(billing, lease)
      throw paymentError(error, billing.log)
    }
  })

const findAccount = async ({ db }: Billing, accountId: string) => {
  const { name, plan, deletedAt } = accounts
  const [account] = await db
    .select({ email: users.email, name, plan })
    .from(accounts)
    .innerJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.role, 'OWNER')))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(accounts.id, accountId), isNull(deletedAt)))
    .orderBy(asc(memberships.createdAt))
    .limit(1)
  if (account === undefined) throw signedOut()
  return account
}

/** The account's customer at Stripe; made where there is none, or where it was deleted there. */
const openCustomer = async (
  billing: Billing,
  lease: BillingLease,
  account: Change['account'],
): Promise<Pick<Change, 'customerId' | 'state'>> => {
  const known = lease.row.customerId
  if (known !== null) {
    const state = await readStripeState(billing, known)
    if (!state.isDeleted) return { customerId: known, state }
  }
  const { id } = await billing.stripe.customers.create(
    {
      email: account.email,
      name: account.name,
      metadata: { accountId: lease.accountId },
    },
    keyFor(lease, 'customer', known ?? 'first'),
  )
  // Kept at once: whatever fails from here on, the customer is this account's.
  await billing.db.update(billingAccounts).set({ customerId: id }).where(eq(billingAccounts.accountId, lease.accountId))
  return { customerId: id, state: { isDeleted: false, card: null, subscription: null, givenUp: [] } }
}
