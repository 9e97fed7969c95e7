import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { claimUsageNotice } from '@knockwire/db/usage'
import { type LimitedKind, usageLimitMail } from '@knockwire/domain/notifications/usage-limit'
import type { Plan } from '@knockwire/domain/plans/plans'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queue } from './queue.ts'

export interface ReachedLimit {
  kind: LimitedKind
  accountId: string
  plan: Plan
  nowMs: number
}

/** Tells an account's owner once a period that messages are held back, where the owner's address is confirmed and wants mail. */
export const tellLimit = async (
  db: DatabaseOrTransaction,
  { queue, publicOrigin }: { queue: Queue; publicOrigin: string },
  reached: ReachedLimit,
): Promise<void> => {
  if (!(await claimUsageNotice(db, reached))) return
  const { kind, accountId, plan } = reached
  const isOwn = and(eq(verifiedEmails.accountId, accounts.id), eq(verifiedEmails.address, accounts.email))
  const [owner] = await db
    .select({ to: verifiedEmails.address })
    .from(accounts)
    .innerJoin(verifiedEmails, isOwn)
    .where(and(eq(accounts.id, accountId), isNull(verifiedEmails.unsubscribedAt)))
  if (owner) await queue.send(db, 'system-mail', [{ ...owner, ...usageLimitMail(kind, plan, publicOrigin) }])
}
