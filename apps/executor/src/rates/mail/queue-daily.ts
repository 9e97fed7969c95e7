import { loadCurrentRates } from '@knockwire/services/rates/current-rates'
import type { Database, Transaction } from '@knockwire/db/client'
import { rateSubscriptions } from '@knockwire/db/schema/rates'
import { createUnsubscribeTokens, type UnsubscribeTokens } from '@knockwire/services/secrets/unsubscribe-token'
import type { RateMailJob } from '@knockwire/domain/jobs'
import type { LoanPurpose } from '@knockwire/domain/rates/loan'
import { type CurrentRate, ratesForLoan } from '@knockwire/domain/rates/rates-for-loan'
import type { SentRates } from '@knockwire/domain/rates/rate-subscription'
import { eq, sql } from 'drizzle-orm'
import type { ExecutorContext } from '../../context.ts'
import { dailyMail, sentRates } from './daily-mail.ts'

type Context = Pick<ExecutorContext, 'database' | 'queue' | 'settings' | 'log'>

const dayMs = 86_400_000
/** However long fetches take, nobody waits longer than that for their email. */
const waitForFetchesMs = 3_600_000
const batchSize = 100

/** Whether today's emails may go: their time has come, and every source has been fetched for the day, or had its chance. */
export const isDailyDue = async (db: Database, sendAtMinute: number, nowMs: number): Promise<boolean> => {
  const sendAtMs = Math.floor(nowMs / dayMs) * dayMs + sendAtMinute * 60_000
  if (nowMs < sendAtMs) return false
  if (nowMs >= sendAtMs + waitForFetchesMs) return true
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from rate_sources
    where is_enabled and (next_fetch_at <= ${new Date(nowMs)} or leased_until > now())`)
  return rows[0]?.count === 0
}

/**
 * Queues today's email of every subscriber who has not got it, in batches: each marks its subscribers and sends their
 * jobs in one transaction. A process that dies half way has queued some, and the next one queues the others. Gives how
 * many were queued.
 */
export const queueDaily = async (context: Context, nowMs: number): Promise<number> => {
  const rates = await loadCurrentRates(context.database.db)
  if (rates.length === 0) return 0
  const tokens = createUnsubscribeTokens(context.settings.keyring, 'rates')
  let queued = 0
  for (;;) {
    const batch = await context.database.db.transaction((tx) => queueBatch(context, tx, { rates, tokens, nowMs }))
    queued += batch.queued
    if (batch.taken < batchSize) return queued
  }
}

interface Subscriber extends Record<string, unknown> {
  account_id: string
  loan_amount: number
  loan_purpose: LoanPurpose
  last_sent_day: string | null
  last_sent: SentRates | null
  email: string
}

interface Day {
  rates: readonly CurrentRate[]
  tokens: UnsubscribeTokens
  nowMs: number
}

const lockSubscribers = async (tx: Transaction, day: string): Promise<Subscriber[]> => {
  const { rows } = await tx.execute<Subscriber>(sql`
    select s.account_id, s.loan_amount, s.loan_purpose, s.last_sent_day::text as last_sent_day, s.last_sent, a.email
    from rate_subscriptions s
    join account_owners a on a.account_id = s.account_id
    join verified_emails v on v.account_id = a.account_id and v.address = a.email and v.unsubscribed_at is null
    where s.last_sent_day is null or s.last_sent_day < ${day}::date
    order by s.account_id limit ${batchSize} for update of s skip locked`)
  return rows
}

const queueBatch = async ({ queue, settings, log }: Context, tx: Transaction, day: Day) => {
  const today = new Date(day.nowMs).toISOString().slice(0, 10)
  const subscribers = await lockSubscribers(tx, today)
  const jobs: RateMailJob[] = []
  for (const subscriber of subscribers) {
    const { job, sent } = composeOrLog(subscriber, day, settings.publicOrigin, log)
    if (job !== null) jobs.push(job)
    await tx
      .update(rateSubscriptions)
      // Without a rate for the loan nothing is said, and what was said before stays what the next is compared with.
      .set({ lastSentDay: today, ...(sent !== null && { lastSent: sent }) })
      .where(eq(rateSubscriptions.accountId, subscriber.account_id))
  }
  await queue.send(tx, 'rate-mail', jobs)
  return { taken: subscribers.length, queued: jobs.length }
}

/**
 * A stored email that cannot be compared with is left aside; a subscriber whose email cannot be composed at all has none
 * today, and holds up nobody behind.
 */
const composeOrLog = (subscriber: Subscriber, day: Day, publicOrigin: string, log: ExecutorContext['log']) => {
  for (const lastSent of [subscriber.last_sent, null]) {
    try {
      return composeFor({ ...subscriber, last_sent: lastSent }, day, publicOrigin)
    } catch (error) {
      log.error({ err: error, accountId: subscriber.account_id }, 'daily rate email could not be composed')
    }
  }
  return { job: null, sent: null }
}

const composeFor = (
  { account_id: accountId, email, ...subscriber }: Subscriber,
  { rates, tokens, nowMs }: Day,
  publicOrigin: string,
): { job: RateMailJob | null; sent: SentRates | null } => {
  const today = new Date(nowMs).toISOString().slice(0, 10)
  const loan = { loanAmount: subscriber.loan_amount, loanPurpose: subscriber.loan_purpose }
  const rows = ratesForLoan(rates, loan, nowMs)
  if (rows.length === 0) return { job: null, sent: null }
  const unsubscribeUrl = `${publicOrigin}/unsubscribe/rates/${tokens.issue({ accountId, address: email })}`
  const ratesUrl = `${publicOrigin}/rates`
  const before = beforeOf(subscriber.last_sent, subscriber.last_sent_day, loan)
  const job: RateMailJob = {
    kind: 'DAILY',
    accountId,
    to: email,
    ...dailyMail({ loan, rows, day: today, before, ratesUrl, unsubscribeUrl }),
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    messageId: `<rates-${today}-${accountId}@${new URL(publicOrigin).hostname}>`,
  }
  return { job, sent: sentRates(loan, rows) }
}

/** Another loan's rates are nothing to compare with. */
const beforeOf = (
  sent: SentRates | null,
  day: string | null,
  loan: { loanAmount: number; loanPurpose: LoanPurpose },
) => {
  if (sent === null || day === null) return null
  const isSameLoan = sent.loanAmount === loan.loanAmount && sent.loanPurpose === loan.loanPurpose
  return isSameLoan ? { day, rates: sent.rates } : null
}
