import { accounts } from '@knockwire/db/schema/accounts'
import { billingAccounts, stripeEvents } from '@knockwire/db/schema/billing'
import { and, asc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Billing } from '@knockwire/services/billing/billing'
import { keyFor } from '@knockwire/services/billing/change'
import { type BillingLease, ownsLease, withBillingLease } from '@knockwire/services/billing/lease'
import { syncAccount } from '@knockwire/services/billing/sync-account'

const dayMs = 86_400_000
/** Stripe sends an event again for three days at most. */
const eventsKeptMs = 30 * dayMs
const pageSize = 100

/**
 * Makes up for webhooks that never came: each customer is read at Stripe once a day, and those of deleted accounts are
 * deleted there, which ends their subscriptions. Gives how many were changed or read.
 */
export const reconcile = async (billing: Billing): Promise<number> => {
  const closed = await forEach(billing, pageOfDeleted, closeAccount)
  const synced = await forEach(billing, pageOfStale, syncAccount)
  await billing.db.delete(stripeEvents).where(lt(stripeEvents.handledAt, new Date(billing.now() - eventsKeptMs)))
  return closed + synced
}

type Page = { accountId: string }[]
type FindPage = (billing: Billing, after: string) => Promise<Page>

const { accountId: id, customerId, syncedAt } = billingAccounts

const pageOfStale: FindPage = ({ db, now }, after) =>
  db
    .select({ accountId: id })
    .from(billingAccounts)
    .innerJoin(accounts, and(eq(accounts.id, id), isNull(accounts.deletedAt)))
    .where(and(gt(id, after), isNotNull(customerId), or(isNull(syncedAt), lt(syncedAt, new Date(now() - dayMs)))))
    .orderBy(asc(id))
    .limit(pageSize)

const pageOfDeleted: FindPage = ({ db }, after) =>
  db
    .select({ accountId: id })
    .from(billingAccounts)
    .leftJoin(accounts, eq(accounts.id, id))
    .where(and(gt(id, after), or(isNull(accounts.id), isNotNull(accounts.deletedAt))))
    .orderBy(asc(id))
    .limit(pageSize)

const closeAccount = (billing: Billing, accountId: string): Promise<void> =>
  withBillingLease(billing.db, accountId, async (lease) => {
    if (lease.row.customerId !== null) await deleteCustomer(billing, lease, lease.row.customerId)
    await billing.db.delete(billingAccounts).where(ownsLease(lease))
    billing.log.info({ event: 'billing closed', accountId }, 'billing of a deleted account closed')
  })

const deleteCustomer = async ({ stripe }: Billing, lease: BillingLease, customer: string) => {
  try {
    await stripe.customers.del(customer, {}, keyFor(lease, 'delete-customer'))
  } catch (error) {
    const isDeleted = error instanceof Error && 'code' in error && error.code === 'resource_missing'
    if (!isDeleted) throw error
  }
}

/** Where one fails, the others are still read, and it is read again the next time. */
const forEach = async (
  billing: Billing,
  findPage: FindPage,
  work: (billing: Billing, accountId: string) => Promise<void>,
): Promise<number> => {
  let done = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await findPage(billing, after)
    for (const { accountId } of page) {
      after = accountId
      try {
        await work(billing, accountId)
        done += 1
      } catch (error) {
        billing.log.error({ err: error, accountId }, 'billing could not be reconciled')
      }
    }
    if (page.length < pageSize) return done
  }
}
