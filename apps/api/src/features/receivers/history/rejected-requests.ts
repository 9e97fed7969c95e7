import { accounts } from '@knockwire/db/schema/accounts'
import { receivers, rejectedRequests } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import { plans } from '@knockwire/domain/plans/plans'
import type { RejectedRequestsView, RejectionReason } from '@knockwire/domain/receivers/rejections'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { isMine } from '../owned-receiver.ts'

/** How many requests a receiver rejected in the last hour and in the last 24 hours, by reason. */
export const countRejectedRequests = async (
  { db }: ApiContext,
  caller: Caller,
  { receiverId }: { receiverId: string },
): Promise<RejectedRequestsView> => {
  const { reason, minute, count } = rejectedRequests
  const [owner] = await db
    .select({ plan: accounts.plan })
    .from(receivers)
    .innerJoin(accounts, eq(accounts.id, receivers.accountId))
    .where(isMine(caller, receiverId))
  if (owner === undefined) throw notFound('receiver')
  const counted = await db
    .select({
      reason,
      lastHour: sql<number>`coalesce(sum(${count}) filter (where ${minute} > now() - interval '1 hour'), 0)::float8`,
      lastDay: sql<number>`sum(${count})::float8`,
    })
    .from(rejectedRequests)
    .where(and(eq(rejectedRequests.receiverId, receiverId), gt(minute, sql`now() - interval '24 hours'`)))
    .groupBy(reason)
  const countsOf = (span: 'lastHour' | 'lastDay'): Record<RejectionReason, number> => ({
    OVER_LIMIT: 0,
    TOO_LARGE: 0,
    METHOD_NOT_ALLOWED: 0,
    DISABLED: 0,
    ...Object.fromEntries(counted.map((one) => [one.reason, one[span]])),
  })
  return {
    requestsPerMinute: plans[owner.plan].receiverCallsPerMinute,
    lastHour: countsOf('lastHour'),
    lastDay: countsOf('lastDay'),
  }
}
