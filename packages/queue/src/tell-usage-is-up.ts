import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { claimUsageNotice, type UsageKind } from '@knockwire/db/usage'
import { usageLimitMail } from '@knockwire/domain/notifications/usage-limit'
import type { Plan } from '@knockwire/domain/plans/plans'
import { and, eq, isNull } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Queue } from './queue.ts'

interface UsageThatIsUp {
  kind: UsageKind
  accountId: string
  plan: Plan
  /** The dashboard's. */
  publicOrigin: string
  nowMs: number
}

/**
 * Tells the owner that the plan's limit is reached: one mail a period, whoever finds it out and however often, where
 * the owner's address is confirmed and wants mail.
 */
export const tellUsageIsUp = async (queue: Queue, client: pg.PoolClient, usage: UsageThatIsUp): Promise<void> => {
  const db = drizzle(client)
  if (!(await claimUsageNotice(db, usage))) return
  const ownAddress = and(eq(verifiedEmails.accountId, accounts.id), eq(verifiedEmails.address, accounts.email))
  const [owner] = await db
    .select({ to: verifiedEmails.address })
    .from(accounts)
    .innerJoin(verifiedEmails, ownAddress)
    .where(and(eq(accounts.id, usage.accountId), isNull(verifiedEmails.unsubscribedAt)))
  if (owner === undefined) return
  const mail = usageLimitMail(usage.kind, usage.plan, usage.publicOrigin)
  await queue.send(client, 'system-mail', [{ ...owner, ...mail }])
}
