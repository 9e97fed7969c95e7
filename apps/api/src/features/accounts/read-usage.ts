import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { storedBytesOf } from '@knockwire/services/usage/stored-bytes'
import { readUsage as readPeriodUsage } from '@knockwire/services/usage/usage'
import type { AccountView, UsageView } from '@knockwire/domain/accounts/account'
import type { Plan } from '@knockwire/domain/plans/plans'
import { and, eq, not } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/caller.ts'
import { findAccount } from './queries.ts'

/** The messages of the plan's running period. */
export const messageUsageOf = async (
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
  const [messages, taskCount, receiverCount, [stored]] = await Promise.all([
    messageUsageOf(context, accountId, account.plan),
    db.$count(tasks, and(eq(tasks.accountId, accountId), not(tasks.isDraft))),
    db.$count(receivers, eq(receivers.accountId, accountId)),
    storedBytesOf(db, [accountId]),
  ])
  return { ...messages, taskCount, receiverCount, storedBytes: stored?.bytes ?? 0 }
}
