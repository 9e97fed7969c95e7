import type { Transaction } from '@knockwire/db/client'
import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { tasks } from '@knockwire/db/schema/tasks'
import { requiresConfirmedEmail } from '@knockwire/domain/instance/instance-rules'
import { recordEvents } from '@knockwire/services/audit/record-event'
import { disableActiveSchedulesOf } from '@knockwire/services/schedules/schedule'
import { inArray, sql } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'

type Stopping = Pick<ApiContext, 'db' | 'now' | 'log' | 'settings'>

/** Accounts with active tasks in which nobody who may change them has confirmed their own address. */
const unconfirmedAtWork = sql`
  select a.id from accounts a
  where exists (select from schedules s where s.account_id = a.id and s.status = 'ACTIVE')
    and not exists (
      select from memberships m
      join users u on u.id = m.user_id
      join memberships own on own.user_id = u.id
      join verified_emails v on v.account_id = own.account_id and v.address = u.email
      where m.account_id = a.id and m.role in ('OWNER', 'EDITOR'))
  order by a.id`

/**
 * Where an address decides who is let in (`requiresConfirmedEmail`), deactivates what somebody unconfirmed activated before that was so. They
 * can activate it again once their address is confirmed. Done at each start: from then on,
 * the API lets nobody unconfirmed activate one.
 */
export const stopUnconfirmedTasks = async (context: Stopping): Promise<void> => {
  const { db, settings, log } = context
  if (settings.isEmbedded || !requiresConfirmedEmail(settings.instance)) return
  const { rows } = await db.execute<{ id: string }>(unconfirmedAtWork)
  for (const { id: accountId } of rows) {
    const count = await retryOnDeadlock(() => db.transaction((tx) => stopTasksOf(context, tx, accountId)))
    log.warn({ event: 'unconfirmed tasks stopped', accountId, count }, 'tasks of an unconfirmed account deactivated')
  }
}

const stopTasksOf = async ({ now }: Stopping, tx: Transaction, accountId: string): Promise<number> => {
  const ids = await disableActiveSchedulesOf(tx, accountId, 'USER')
  if (ids.length === 0) return 0
  const name = sql<string>`coalesce(${tasks.name}, split_part(${tasks.request} ->> 'uri', '?', 1))`
  const stopped = await tx.select({ id: tasks.id, name }).from(tasks).where(inArray(tasks.id, ids))
  const events = stopped.map((task) => ({
    action: 'task.deactivated' as const,
    object: { type: 'TASK' as const, ...task },
  }))
  await recordEvents(tx, accountId, { kind: 'SYSTEM' }, events, now())
  return ids.length
}
