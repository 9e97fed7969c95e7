import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import type { SystemMailJob } from '@knockwire/domain/jobs'
import { type SystemMailKind, systemMailKinds, systemMailLimits } from '@knockwire/domain/mail/system-mail-kinds'
import type { Queue } from '@knockwire/queue/queue'
import { and, inArray } from 'drizzle-orm'
import { confirmedUsers } from '../accounts/owner-addresses.ts'
import { calendarWindow, countOne, fixedWindow } from '../usage/rate-window.ts'

/** A mail of the product itself. User's text in it has gone through `nameInMail`. */
export interface SystemMail extends SystemMailJob {
  kind: SystemMailKind
  /** The account that it is about; of a mail about what signs a user in, the user. */
  accountId: string
}

export interface SystemMailTools {
  queue: Queue
  /** The dashboard's. */
  publicOrigin: string
  nowMs: number
  /** Embedded mode's accounts count as confirmed. */
  isEmbedded?: boolean
  /** The caller announces `system-mail` after its commit. */
  isQuiet?: boolean
}

const hourMs = 3_600_000

/**
 * Queues mails of the product itself, within the caller's transaction, and gives those that it queued: the one way that they go.
 * An address that neither the account nor its own user has confirmed is mailed codes alone. Notices of one kind are counted by
 * account, and after the last one comes one that says that there were more; all are counted by address over all accounts. So
 * nobody can have us flood an address, be it theirs or not.
 */
export const sendSystemMails = async (
  db: DatabaseOrTransaction,
  mails: readonly SystemMail[],
  tools: SystemMailTools,
): Promise<SystemMail[]> => {
  const allowed = tools.isEmbedded === true ? [...mails] : await toConfirmed(db, mails)
  // Counts are locked until the transaction ends, so that all who send take them in one order: the accounts' before the
  // addresses'.
  const byAccount = await countedByAccount(db, allowed, tools)
  const queued = await countedByAddress(db, byAccount, tools.nowMs)
  const jobs = queued.map(({ to, subject, text, kind, accountId }) => ({ to, subject, text, kind, accountId }))
  await tools.queue.send(db, 'system-mail', jobs, { isQuiet: tools.isQuiet ?? false })
  return queued
}

const isCode = ({ kind }: SystemMail) => systemMailKinds[kind].type === 'code'

const toConfirmed = async (db: DatabaseOrTransaction, mails: readonly SystemMail[]): Promise<SystemMail[]> => {
  const notices = mails.filter((mail) => !isCode(mail))
  if (notices.length === 0) return [...mails]
  const { accountId, address } = verifiedEmails
  const accountIds = [...new Set(notices.map((mail) => mail.accountId))]
  const addresses = [...new Set(notices.map(({ to }) => to))]
  const rows = await db
    .select({ accountId, address })
    .from(verifiedEmails)
    .where(and(inArray(accountId, accountIds), inArray(address, addresses)))
  const confirmed = new Set(rows.map((row) => `${row.accountId} ${row.address}`))
  const own = await confirmedUsers(db, accountIds)
  const isConfirmed = ({ accountId: id, to }: SystemMail) => own.has(`${id} ${to}`) || confirmed.has(`${id} ${to}`)
  return mails.filter((mail) => isCode(mail) || isConfirmed(mail))
}

/** The groups of mails with one key, in the order of keys. */
const grouped = (mails: readonly SystemMail[], keyOf: (mail: SystemMail) => string): [string, SystemMail[]][] =>
  [...Map.groupBy(mails, keyOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** As many of them as the limit allows. One query beyond it is enough, however many there are. */
const counted = async (
  db: DatabaseOrTransaction,
  mails: readonly SystemMail[],
  limit: Parameters<typeof countOne>[1],
): Promise<SystemMail[]> => {
  for (const at of mails.keys()) if (!(await countOne(db, limit))) return mails.slice(0, at)
  return [...mails]
}

const countedByAccount = async (
  db: DatabaseOrTransaction,
  mails: readonly SystemMail[],
  { nowMs, publicOrigin }: SystemMailTools,
): Promise<SystemMail[]> => {
  const window = fixedWindow(nowMs, hourMs)
  const kept = mails.filter(isCode)
  const notices = mails.filter((mail) => !isCode(mail))
  for (const [key, group] of grouped(notices, ({ accountId, kind }) => `system-mail:${kind}:${accountId}`)) {
    const within = await counted(db, group, { key, window, limit: systemMailLimits.noticesPerHour })
    kept.push(...within)
    const next = group[within.length]
    if (next !== undefined && (await countOne(db, { key: `${key}:more`, window, limit: 1 }))) {
      kept.push(thereWereMore(next, publicOrigin, window.endMs))
    }
  }
  return kept
}

const countedByAddress = async (
  db: DatabaseOrTransaction,
  mails: readonly SystemMail[],
  nowMs: number,
): Promise<SystemMail[]> => {
  const kept: SystemMail[] = []
  const keyOf = (mail: SystemMail) => `system-mail:to:${isCode(mail) ? 'code' : mail.kind}:${mail.to}`
  for (const [key, group] of grouped(mails, keyOf)) {
    const limit = group.every(isCode)
      ? { key, window: calendarWindow(nowMs, 'day'), limit: systemMailLimits.codesToAddressPerDay }
      : { key, window: fixedWindow(nowMs, hourMs), limit: systemMailLimits.noticesToAddressPerHour }
    kept.push(...(await counted(db, group, limit)))
  }
  return kept
}

const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 16)

/** In the place of the first notice that is one too many. */
const thereWereMore = (mail: SystemMail, publicOrigin: string, untilMs: number): SystemMail => {
  const rules = systemMailKinds[mail.kind]
  if (rules.type === 'code') return mail
  return {
    ...mail,
    subject: `${rules.many} more than ${systemMailLimits.noticesPerHour} times`,
    text: [
      `${rules.many} more than ${systemMailLimits.noticesPerHour} times within an hour. ` +
        `You will get no further email about this before ${timeOf(untilMs)} (UTC).`,
      ...(rules.about === 'access' ? [`If it wasn't you, set a new password at ${publicOrigin}/forgot.`] : []),
      `See the current state: ${publicOrigin}${rules.page}`,
    ].join('\n\n'),
  }
}
