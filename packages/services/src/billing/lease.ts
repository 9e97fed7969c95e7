import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { billingAccounts } from '@knockwire/db/schema/billing'
import { AppError } from '@knockwire/domain/errors'
import { and, eq, sql } from 'drizzle-orm'

export type BillingRow = typeof billingAccounts.$inferSelect

export interface BillingLease {
  accountId: string
  token: string
  /** As it was when the lease began. */
  row: BillingRow
}

/** Longer than any change takes: afterwards a process that died or hangs has lost it. */
const leaseSeconds = 150
const waitMs = 20_000
const lookAgainMs = 100

/**
 * Runs `work` as the only one, over all processes, that changes this account at Stripe or records what Stripe says about
 * it. A lease and not a lock, since Stripe is called within: no connection or transaction is kept open meanwhile, and
 * what is recorded is fenced by the lease's token.
 */
export const withBillingLease = async <T>(
  db: DatabaseOrTransaction,
  accountId: string,
  work: (lease: BillingLease) => Promise<T>,
): Promise<T> => {
  const lease = await waitForLease(db, accountId)
  try {
    return await work(lease)
  } finally {
    await db.update(billingAccounts).set({ leaseToken: null, leaseUntil: null }).where(ownsLease(lease))
  }
}

const waitForLease = async (db: DatabaseOrTransaction, accountId: string): Promise<BillingLease> => {
  const deadline = performance.now() + waitMs
  for (;;) {
    const lease = await tryLease(db, accountId)
    if (lease !== null) return lease
    if (performance.now() > deadline) throw busy()
    await sleep(lookAgainMs)
  }
}

const busy = () =>
  new AppError('UNAVAILABLE', 'Another change to this account’s billing is in progress. Try again in a moment.', {
    retryAfterSeconds: 10,
  })

const tryLease = async (db: DatabaseOrTransaction, accountId: string): Promise<BillingLease | null> => {
  const token = randomUUID()
  const fresh = { leaseToken: token, leaseUntil: sql`now() + make_interval(secs => ${leaseSeconds})` }
  const [row] = await db
    .insert(billingAccounts)
    .values({ accountId, ...fresh })
    .onConflictDoUpdate({
      target: billingAccounts.accountId,
      set: fresh,
      setWhere: sql`coalesce(${billingAccounts.leaseUntil} < now(), true)`,
    })
    .returning()
  return row === undefined ? null : { accountId, token, row }
}

export const ownsLease = ({ accountId, token }: BillingLease) =>
  and(eq(billingAccounts.accountId, accountId), eq(billingAccounts.leaseToken, token))

/** Another process has taken the lease: what this one knows may be out of date, and is not recorded. */
export const leaseLost = () =>
  new AppError('UNAVAILABLE', 'This took too long. Check whether it was done before you try again.')
