import { accounts } from '@knockwire/db/schema/accounts'
import { receivers, rejectedRequests } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import { limitsOf } from '@knockwire/domain/instance/limits'
import { rejectionDays } from '@knockwire/domain/receivers/receiver-rules'
import type { RejectedRequestsView } from '@knockwire/domain/receivers/rejections'
import { and, desc, eq, gt, sql, sum } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { isMine } from '../../../access/owned/owned-receiver.ts'

/** How many requests a receiver rejected in the last hour, 24 hours and week, and when, by reason. */
export const countRejectedRequests = async (
  { db, settings }: ApiContext,
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
  const since = (interval: string) =>
    sql<number>`coalesce(sum(${count}) filter (where ${minute} > now() - ${interval}::interval), 0)::float8`
  const lastAt = sql<Date>`max(${minute})`.mapWith(minute)
  const counted = await db
    .select({
      reason,
      lastHour: since('1 hour'),
      lastDay: since('24 hours'),
      lastWeek: sql<number>`sum(${count})::float8`,
      firstAt: sql<Date>`min(${minute})`.mapWith(minute),
      lastAt,
    })
    .from(rejectedRequests)
    .where(
      and(
        eq(rejectedRequests.receiverId, receiverId),
        gt(minute, sql`now() - make_interval(days => ${rejectionDays})`),
      ),
    )
    .groupBy(reason)
    .orderBy(desc(lastAt), desc(sum(count)))
  return {
    requestsPerMinute: limitsOf(owner.plan, settings).receiverCallsPerMinute,
    results: counted.map((one) => ({
      ...one,
      firstAt: one.firstAt.toISOString(),
      lastAt: one.lastAt.toISOString(),
    })),
  }
}
