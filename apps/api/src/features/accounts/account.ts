import { canSendMail } from '@knockwire/services/mail/mail-availability'
import type { Transaction } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { networkOutages } from '@knockwire/db/schema/outages'
import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { memberships, users } from '@knockwire/db/schema/users'
import type {
  AccountView,
  UpdateSettingsInput,
  UsageView,
  UpdateProfileInput,
} from '@knockwire/domain/accounts/account'
import { limitsOf } from '@knockwire/domain/instance/limits'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import { isConfirmedUser } from '@knockwire/services/accounts/owner-addresses'
import { storedBytesOf } from '@knockwire/services/usage/stored-bytes'
import { accountPace, readTaken } from '@knockwire/services/usage/pace'
import { readUsage as readPeriodUsage } from '@knockwire/services/usage/usage'
import { and, asc, eq, gt, isNull, not, sql } from 'drizzle-orm'
import { createdOf } from '../../access/owned/owned-receiver.ts'
import { requireRole } from '../../access/require-role.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/route-config.ts'
import { audit, auditOwnSignIn } from '../../access/audit.ts'
import { changesOf } from '@knockwire/domain/audit/changes'
import { isOperator } from '../../access/operators.ts'
import { presentState, readInstanceState } from '@knockwire/services/instance/instance-state'

/** The messages of the plan's running period. */
const messageUsageOf = async (
  { db, now }: ApiContext,
  accountId: string,
  limits: AccountLimits,
): Promise<AccountView['usage']> => {
  const of = { accountId, limits, nowMs: now() }
  const [emailCount, smsCount] = await Promise.all([
    readPeriodUsage(db, { ...of, kind: 'email' }),
    readPeriodUsage(db, { ...of, kind: 'sms' }),
  ])
  return { emailCount, smsCount }
}

/** What the caller uses of everything that the plan limits by count or size. */
export const readUsage = async (context: ApiContext, { accountId }: Caller): Promise<UsageView> => {
  const { db } = context
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  if (account === undefined) throw signedOut()
  const limits = limitsOf(account.plan, context.settings)
  const [messages, slackAndHttpCount, taskCount, receiverCount, [stored]] = await Promise.all([
    messageUsageOf(context, accountId, limits),
    readTaken(db, accountPace(accountId, limits), context.now()),
    db.$count(tasks, and(eq(tasks.accountId, accountId), not(tasks.isDraft))),
    db.$count(receivers, createdOf(accountId)),
    storedBytesOf(db, [accountId]),
  ])
  return { ...messages, slackAndHttpCount, taskCount, receiverCount, storedBytes: stored?.bytes ?? 0 }
}

/** The account in view, the user who views it, and whether their own address was confirmed. */
const findViewed = async ({ db }: ApiContext, { accountId, userId }: Pick<Caller, 'accountId' | 'userId'>) => {
  const [viewed] = await db
    .select({ account: accounts, user: users, role: memberships.role })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.accountId, accountId), eq(memberships.userId, userId)))
  if (viewed === undefined) throw signedOut()
  return viewed
}
type Viewed = Awaited<ReturnType<typeof findViewed>>

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
  { account, user, role }: Viewed,
  rest: Pick<AccountView, 'maxTaskNumber' | 'isEmailVerified' | 'verifiedEmails' | 'usage' | 'server' | 'isOperator'>,
): AccountView => ({
  id: account.id,
  name: account.name,
  role,
  plan: account.plan,
  user: { id: user.id, email: user.email, firstName: user.firstName, lastName: user.lastName },
  taskListSortKey: user.taskListSortKey,
  settings: { isAdvancedConditionEnabled: account.isAdvancedConditionEnabled },
  suspendedReason: account.suspendedReason,
  ...rest,
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
export const readAccount = async (
  context: ApiContext,
  caller: Pick<Caller, 'accountId' | 'userId'>,
): Promise<AccountView> => {
  const { accountId, userId } = caller
  const viewed = await findViewed(context, caller)
  const { email } = viewed.user
  const limits = limitsOf(viewed.account.plan, context.settings)
  const [verified, usage, networkOutageSince, isEmailVerified, sendsMail, state, isRunBy] = await Promise.all([
    listVerifiedEmails(context, accountId),
    messageUsageOf(context, accountId, limits),
    findNetworkOutage(context),
    isConfirmedUser(context.db, userId),
    canSendMail(context.db),
    readInstanceState(context.db),
    isOperator(context, { userId, email }),
  ])
  const { slack, stripe, makesCalls } = context.settings
  const server = {
    isSlackConfigured: slack !== null,
    isBillingConfigured: stripe !== null,
    canSendMail: sendsMail,
    makesCalls,
    networkOutageSince,
    ...presentState(state),
  }
  return presentAccount(viewed, {
    maxTaskNumber: limits.tasks,
    isEmailVerified,
    verifiedEmails: verified,
    usage,
    server,
    isOperator: isRunBy,
  })
}

export const updateProfile = async (
  context: ApiContext,
  caller: Caller,
  { firstName, lastName }: UpdateProfileInput,
): Promise<void> => {
  const { userId } = caller
  const isIt = eq(users.id, userId)
  const name = { firstName: users.firstName, lastName: users.lastName }
  await context.db.transaction(async (tx) => {
    const [before] = await tx.select(name).from(users).where(isIt).for('no key update')
    const [after] = await tx.update(users).set({ firstName, lastName }).where(isIt).returning(name)
    if (before === undefined || after === undefined) return
    const changes = changesOf({ before, after })
    if (changes.length > 0) await auditOwnSignIn(context, tx, caller, { action: 'user.profile_changed', changes })
  })
}

export const updateSettings = async (
  context: ApiContext,
  caller: Caller,
  { taskListSortKey, isAdvancedConditionEnabled }: UpdateSettingsInput,
): Promise<void> => {
  if (isAdvancedConditionEnabled !== undefined) requireRole(caller, 'EDITOR')
  await context.db.transaction(async (tx) => {
    if (taskListSortKey !== undefined) await setSortKey(context, tx, caller, taskListSortKey)
    if (isAdvancedConditionEnabled !== undefined)
      await setAdvancedConditions(context, tx, caller, isAdvancedConditionEnabled)
  })
}

const setSortKey = async (
  context: ApiContext,
  tx: Transaction,
  caller: Caller,
  taskListSortKey: typeof users.$inferSelect.taskListSortKey,
): Promise<void> => {
  const isIt = eq(users.id, caller.userId)
  const chosen = { taskListSortKey: users.taskListSortKey }
  const [before] = await tx.select(chosen).from(users).where(isIt).for('no key update')
  if (before === undefined) return
  await tx.update(users).set({ taskListSortKey }).where(isIt)
  const changes = changesOf({ before, after: { taskListSortKey } })
  if (changes.length > 0) await auditOwnSignIn(context, tx, caller, { action: 'user.preferences_changed', changes })
}

const setAdvancedConditions = async (
  context: ApiContext,
  tx: Transaction,
  caller: Caller,
  isAdvancedConditionEnabled: boolean,
): Promise<void> => {
  const isIt = eq(accounts.id, caller.accountId)
  const chosen = { isAdvancedConditionEnabled: accounts.isAdvancedConditionEnabled }
  const [before] = await tx.select(chosen).from(accounts).where(isIt).for('no key update')
  if (before === undefined) return
  await tx.update(accounts).set({ isAdvancedConditionEnabled }).where(isIt)
  const changes = changesOf({ before, after: { isAdvancedConditionEnabled } })
  if (changes.length > 0) await audit(context, tx, caller, { action: 'account.settings_changed', changes })
}
