import { ownerAddresses } from '../accounts/owner-addresses.ts'
import { sendSystemMails, type SystemMail } from '../mail/send-system-mails.ts'
import { claimUsageNotice, findUnnotified } from './usage.ts'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import type { MessageState } from '@knockwire/domain/notifications/alert-words'
import {
  type LimitedKind,
  type UnsentMessage,
  usageLimitMail,
} from '@knockwire/domain/notifications/allowance/usage-limit'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Queue } from '@knockwire/queue/queue'

interface ExhaustedUsage {
  kind: LimitedKind
  accountId: string
  /** The account's. */
  limits: AccountLimits
  /** The dashboard's. */
  publicOrigin: string
  nowMs: number
  /** The notification that is not sent: whose it is, and of an alert its state. */
  unsent: { taskId: string | null; receiverId: string | null; state: MessageState | null }
}

/** Null where it has been deleted, and for a notification that is tried out. */
const readUnsent = async (
  db: DatabaseOrTransaction,
  { unsent: { taskId, receiverId, state } }: ExhaustedUsage,
): Promise<UnsentMessage | null> => {
  const [owner] =
    taskId === null
      ? await db
          .select({ name: receivers.name })
          .from(receivers)
          .where(eq(receivers.id, receiverId ?? noId))
      : await db.select({ name: taskTitle }).from(tasks).where(eq(tasks.id, taskId))
  return owner === undefined ? null : { name: owner.name, state }
}

const noId = '00000000-0000-0000-0000-000000000000'

/** As everywhere, a task without a name goes by its URL. */
const taskTitle = sql<string>`coalesce(nullif(${tasks.name}, ''), ${tasks.request} ->> 'uri')`

/**
 * Mails the owners that the plan's limit is reached: one mail each a period, however often it is found out, where
 * their address is confirmed and wants mail.
 */
export const notifyLimitReached = (queue: Queue, client: pg.PoolClient, usage: ExhaustedUsage): Promise<void> =>
  notifyUsagesAreUp(queue, client, [usage])

/**
 * The same for many accounts. Only those that are notified now are locked, in the order of accounts and kinds, as everywhere. It may be
 * part of a commit that nobody else is to wait for, so its mails may be sent some seconds later.
 */
export const notifyUsagesAreUp = async (
  queue: Queue,
  client: pg.PoolClient,
  usages: readonly ExhaustedUsage[],
): Promise<void> => {
  const db = drizzle(client)
  const unnotified = await findUnnotified(db, usages)
  const addresses = await ownerAddresses(
    db,
    unnotified.map(({ accountId }) => accountId),
  )
  const mails: SystemMail[] = []
  for (const usage of unnotified.toSorted((a, b) => (lockKeyOf(a) < lockKeyOf(b) ? -1 : 1))) {
    const owners = addresses.get(usage.accountId)
    if (owners === undefined || !(await claimUsageNotice(db, usage))) continue
    const { kind, accountId, limits, publicOrigin } = usage
    const text = usageLimitMail(kind, limits, { publicOrigin, unsent: await readUnsent(db, usage) })
    const mail = { kind: 'limit reached', accountId, ...text } as const
    mails.push(...owners.map((to) => ({ ...mail, to })))
  }
  const [first] = usages
  if (first === undefined || mails.length === 0) return
  const { publicOrigin, nowMs } = first
  await sendSystemMails(db, mails, { queue, publicOrigin, nowMs, isQuiet: true })
}

const lockKeyOf = ({ accountId, kind }: ExhaustedUsage) => `${accountId} ${kind}`
