import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { billingAccounts, stripeEvents } from '@knockwire/db/schema/billing'
import { isOffered } from '@knockwire/domain/plans/plans'
import type { Plan } from '@knockwire/domain/plans/plan'
import { eq, sql } from 'drizzle-orm'
import type { Billing } from './billing.ts'
import { mailOwners, paymentFailedMail, planEndedMail } from './billing-mails.ts'
import { type BillingLease, type BillingRow, ownsLease, leaseLost } from './lease.ts'
import type { StripeState } from './stripe-state.ts'
import { type AuditActor, type AuditEvent, recordEvent } from '../audit/record-event.ts'

export interface RecordOptions {
  /** The account's owner or the operator has just changed it: the change is finished, and needs no mail. */
  isOwnChange?: boolean
  /** The event that led here; recorded with it, or neither is. */
  event?: { id: string; type: string }
  /** Who changes it; Stripe's own events are the system's. */
  actor?: AuditActor
  /** What is recorded in the audit log besides a change of the plan. */
  done?: AuditEvent
}

/** Recorded as a whole, in one transaction: Stripe's word, the plan that follows from it, and the mail about it. */
export const recordState = (
  billing: Billing,
  lease: BillingLease,
  state: StripeState,
  { isOwnChange = false, event, actor = { kind: 'SYSTEM' }, done }: RecordOptions = {},
): Promise<{ row: BillingRow; plan: Plan | null }> =>
  billing.db.transaction(async (tx) => {
    const now = new Date(billing.now())
    const row = await writeRow(tx, lease, { ...columnsOf(state), syncedAt: now }, isOwnChange)
    if (event !== undefined)
      await tx
        .insert(stripeEvents)
        .values({ ...event, handledAt: now })
        .onConflictDoNothing()
    const { before, plan } = await writePlan(billing, tx, lease, state)
    const { accountId } = lease
    if (before !== null && plan !== null && plan !== before)
      await recordEvent(tx, [accountId], actor, planChanged(before, plan), billing.now())
    if (done !== undefined) await recordEvent(tx, [accountId], actor, done, billing.now())
    if (!isOwnChange) await mailAbout(billing, tx, lease, { row, before, plan })
    return { row, plan }
  })

/** As an event of the audit log. */
export const planChanged = (before: Plan, after: Plan): AuditEvent => ({
  action: 'account.plan_changed',
  changes: [{ field: 'plan', before, after }],
})

const columnsOf = ({ isDeleted, card, subscription }: StripeState) => ({
  ...(isDeleted && { customerId: null }),
  subscriptionId: subscription?.id ?? null,
  subscriptionStatus: subscription?.status ?? null,
  paymentMethodId: card?.paymentMethodId ?? null,
  cardLastFour: card?.lastFour ?? null,
  nextBillingAt: subscription?.nextBillingAt ?? null,
  endsAt: subscription?.endsAt ?? null,
  paymentFailedAt: subscription?.unpaid?.failedAt ?? null,
  nextPaymentAttemptAt: subscription?.unpaid?.nextAttemptAt ?? null,
})

const writeRow = async (
  tx: Transaction,
  lease: BillingLease,
  columns: Partial<BillingRow>,
  isFinished: boolean,
): Promise<BillingRow> => {
  const changeNumber = isFinished ? { changeNumber: sql`${billingAccounts.changeNumber} + 1` } : {}
  const [row] = await tx
    .update(billingAccounts)
    .set({ ...columns, ...changeNumber })
    .where(ownsLease(lease))
    .returning()
  if (row === undefined) throw leaseLost()
  return row
}

/** A plan that the operator has set stays, whatever is subscribed to. */
const planFor = (before: Plan, { subscription }: StripeState, { row }: BillingLease): Plan => {
  if (!isOffered(before)) return before
  if (subscription !== null) return subscription.plan ?? before
  return row.subscriptionId === null ? before : 'FREE'
}

/** Null where the account was deleted. */
const writePlan = async ({ log }: Billing, tx: Transaction, lease: BillingLease, state: StripeState) => {
  const { accountId } = lease
  const own = eq(accounts.id, accountId)
  const [account] = await tx.select({ plan: accounts.plan }).from(accounts).where(own).for('no key update')
  if (account === undefined) return { before: null, plan: null }
  const plan = planFor(account.plan, state, lease)
  if (plan !== account.plan) {
    await tx.update(accounts).set({ plan }).where(own)
    log.info({ event: 'plan changed', accountId, from: account.plan, to: plan }, 'plan changed')
  }
  return { before: account.plan, plan }
}

const mailAbout = async (
  billing: Billing,
  tx: Transaction,
  { accountId, row: earlier }: BillingLease,
  { row, before, plan }: { row: BillingRow; before: Plan | null; plan: Plan | null },
) => {
  if (before === null || plan === null) return
  const { publicOrigin } = billing
  if (plan === 'FREE' && before !== 'FREE')
    await mailOwners(billing, tx, accountId, planEndedMail(before, publicOrigin))
  const isNewFailure =
    row.paymentFailedAt !== null && earlier.paymentFailedAt?.getTime() !== row.paymentFailedAt.getTime()
  if (isNewFailure) {
    await mailOwners(billing, tx, accountId, paymentFailedMail(plan, row.nextPaymentAttemptAt, publicOrigin))
  }
}
