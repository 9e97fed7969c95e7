import type { Database } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { sendSystemMails, type SystemMail } from '../mail/send-system-mails.ts'
import { claimUsageNotice, findUnnotified } from './usage.ts'
import { type LimitedKind, usageLimitMail } from '@knockwire/domain/notifications/usage-limit'
import type { Plan } from '@knockwire/domain/plans/plan'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Queue } from '@knockwire/queue/queue'

interface ExhaustedUsage {
  kind: LimitedKind
  accountId: string
  plan: Plan
  /** The dashboard's. */
  publicOrigin: string
  nowMs: number
}

/**
 * Mails the owner that the plan's limit is reached: one mail a period, however often it is found out, where
 * the owner's address is confirmed and wants mail.
 */
export const notifyLimitReached = (queue: Queue, client: pg.PoolClient, usage: ExhaustedUsage): Promise<void> =>
  notifyUsagesAreUp(queue, client, [usage])

/**
 * The same for many accounts. Only those that are notified now are locked, in the order of accounts, as everywhere. It may be
 * part of a commit that nobody else is to wait for, so its mails may be sent some seconds later.
 */
export const notifyUsagesAreUp = async (
  queue: Queue,
  client: pg.PoolClient,
  usages: readonly ExhaustedUsage[],
): Promise<void> => {
  const db = drizzle(client)
  const unnotified = await findUnnotified(db, usages)
  const addresses = await ownAddresses(
    db,
    unnotified.map(({ accountId }) => accountId),
  )
  const mails: SystemMail[] = []
  for (const usage of unnotified.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))) {
    const to = addresses.get(usage.accountId)
    if (to === undefined || !(await claimUsageNotice(db, usage))) continue
    const { kind, accountId, plan, publicOrigin } = usage
    mails.push({ kind: 'limit reached', accountId, to, ...usageLimitMail(kind, plan, publicOrigin) })
  }
  const [first] = usages
  if (first === undefined || mails.length === 0) return
  const { publicOrigin, nowMs } = first
  await sendSystemMails(db, mails, { queue, publicOrigin, nowMs, isQuiet: true })
}

/** The accounts' own addresses, where they are confirmed and want mail. */
const ownAddresses = async (db: Database, accountIds: readonly string[]): Promise<Map<string, string>> => {
  if (accountIds.length === 0) return new Map()
  const ownAddress = and(eq(verifiedEmails.accountId, accounts.id), eq(verifiedEmails.address, accounts.email))
  const owners = await db
    .select({ id: accounts.id, address: verifiedEmails.address })
    .from(accounts)
    .innerJoin(verifiedEmails, ownAddress)
    .where(and(inArray(accounts.id, [...accountIds]), isNull(verifiedEmails.unsubscribedAt)))
  return new Map(owners.map(({ id, address }) => [id, address]))
}
