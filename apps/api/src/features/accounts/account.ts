import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { networkOutages } from '@knockwire/db/schema/outages'
import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import type {
  AccountView,
  UpdateSettingsInput,
  UsageView,
  UpdateProfileInput,
} from '@knockwire/domain/accounts/account'
import { plans } from '@knockwire/domain/plans/plans'
import type { Plan } from '@knockwire/domain/plans/plan'
import { storedBytesOf } from '@knockwire/services/usage/stored-bytes'
import { accountPace } from '@knockwire/services/usage/account-pace'
import { readTaken } from '@knockwire/services/usage/pace'
import { readUsage as readPeriodUsage } from '@knockwire/services/usage/usage'
import { and, asc, eq, gt, isNull, not, sql } from 'drizzle-orm'
import { createdOf } from '../receivers/owned-receiver.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/route-config.ts'

/** The messages of the plan's running period. */
const messageUsageOf = async (
  { db, now }: ApiContext,
  accountId: string,
  plan: Plan,
): Promise<AccountView['usage']> => {
  const of = { accountId, plan, nowMs: now() }
  const [emailCount, smsCount] = await Promise.all([
    readPeriodUsage(db, { ...of, kind: 'email' }),
    readPeriodUsage(db, { ...of, kind: 'sms' }),
  ])
  return { emailCount, smsCount }
}

/** What the caller uses of everything that the plan limits by count or size. */
export const readUsage = async (context: ApiContext, { accountId }: Caller): Promise<UsageView> => {
  const { db } = context
  const account = await findAccount(context, accountId)
  if (account === undefined) throw signedOut()
  const [messages, slackAndHttpCount, taskCount, receiverCount, [stored]] = await Promise.all([
    messageUsageOf(context, accountId, account.plan),
    readTaken(db, accountPace(accountId, account.plan), context.now()),
    db.$count(tasks, and(eq(tasks.accountId, accountId), not(tasks.isDraft))),
    db.$count(receivers, createdOf(accountId)),
    storedBytesOf(db, [accountId]),
  ])
  return { ...messages, slackAndHttpCount, taskCount, receiverCount, storedBytes: stored?.bytes ?? 0 }
}

type AccountRow = typeof accounts.$inferSelect

const findAccount = async ({ db }: ApiContext, accountId: string): Promise<AccountRow | undefined> => {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  return account
}

/** Those that may still be sent to, the oldest first. */
const listVerifiedEmails = async ({ db }: ApiContext, accountId: string): Promise<string[]> => {
  const { accountId: owner, address, verifiedAt, unsubscribedAt } = verifiedEmails
  const rows = await db
    .select({ address })
    .from(verifiedEmails)
    .where(and(eq(owner, accountId), isNull(unsubscribedAt)))
    .orderBy(asc(verifiedAt), asc(address))
  return rows.map((row) => row.address)
}

const presentAccount = (
  account: AccountRow,
  verifiedAddresses: string[],
  usage: AccountView['usage'],
  server: AccountView['server'],
): AccountView => ({
  id: account.id,
  plan: account.plan,
  maxTaskNumber: plans[account.plan].tasks,
  user: { email: account.email, firstName: account.firstName, lastName: account.lastName },
  isEmailVerified: verifiedAddresses.includes(account.email),
  verifiedEmails: verifiedAddresses,
  usage,
  taskListSortKey: account.taskListSortKey,
  settings: { isAdvancedConditionEnabled: account.isAdvancedConditionEnabled },
  server,
})

/** Executors say every ten seconds that an outage lasts; where they are all gone, nobody ends it. */
const findNetworkOutage = async ({ db }: ApiContext): Promise<string | null> => {
  const { fromAt, lastAt, endedAt } = networkOutages
  const [outage] = await db
    .select({ fromAt })
    .from(networkOutages)
    .where(and(isNull(endedAt), gt(lastAt, sql`now() - interval '1 minute'`)))
  return outage?.fromAt.toISOString() ?? null
}

/** The caller's account as it is shown; 401 where it was deleted under an open session. */
export const readAccount = async (context: ApiContext, { accountId }: Caller): Promise<AccountView> => {
  const account = await findAccount(context, accountId)
  if (account === undefined) throw signedOut()
  const [verifiedAddresses, usage, networkOutageSince] = await Promise.all([
    listVerifiedEmails(context, accountId),
    messageUsageOf(context, accountId, account.plan),
    findNetworkOutage(context),
  ])
  const isSlackConfigured = context.settings.slack !== null
  return presentAccount(account, verifiedAddresses, usage, { isSlackConfigured, networkOutageSince })
}

export const updateProfile = async (
  { db }: ApiContext,
  { accountId }: Caller,
  { firstName, lastName }: UpdateProfileInput,
): Promise<void> => {
  await db.update(accounts).set({ firstName, lastName }).where(eq(accounts.id, accountId))
}

export const updateSettings = async (
  { db }: ApiContext,
  { accountId }: Caller,
  { taskListSortKey, isAdvancedConditionEnabled }: UpdateSettingsInput,
) => {
  const changes = {
    ...(taskListSortKey !== undefined && { taskListSortKey }),
    ...(isAdvancedConditionEnabled !== undefined && { isAdvancedConditionEnabled }),
  }
  await db.update(accounts).set(changes).where(eq(accounts.id, accountId))
}
