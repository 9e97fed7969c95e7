import type { Transaction } from '@knockwire/db/client'
import { rateAlerts } from '@knockwire/db/schema/rates'
import type { RateMailJob } from '@knockwire/domain/jobs'
import { rateProductLabels } from '@knockwire/domain/rates/labels'
import type { LoanPurpose, RateProduct } from '@knockwire/domain/rates/loan'
import type { RateSourceKind } from '@knockwire/domain/rates/rate-row'
import { eq, sql } from 'drizzle-orm'
import type { ExecutorContext } from '../../context.ts'
import { mailHtml } from '@knockwire/services/mail/mail-frame'
import { dateText, loanText, percentText, sourceText } from './daily-mail.ts'

type Context = Pick<ExecutorContext, 'database' | 'queue' | 'settings'>

const batchSize = 100

interface Triggered extends Record<string, unknown> {
  id: string
  account_id: string
  loan_amount: number
  loan_purpose: LoanPurpose
  product: RateProduct
  namedRate: number
  email: string
  lender: string
  kind: RateSourceKind
  rate: number
  source_url: string
  effective_date: string
}

/**
 * Queues a mail for every alert whose rate is reached, by the best rate, and marks it in the same transaction: it is
 * notified once. Stale rates trigger nothing. Gives how many were triggered.
 */
export const triggerAlerts = async (context: Context, nowMs: number): Promise<number> => {
  let triggered = 0
  for (;;) {
    const taken = await context.database.db.transaction((tx) => triggerBatch(context, tx, nowMs))
    triggered += taken
    if (taken < batchSize) return triggered
  }
}

const lockReached = async (tx: Transaction, nowMs: number): Promise<Triggered[]> => {
  const { rows } = await tx.execute<Triggered>(sql`
    select a.id, a.account_id, a.loan_amount, a.loan_purpose, a.product, a.rate as "namedRate", o.email, best.*
    from rate_alerts a
    join account_owners o on o.account_id = a.account_id
    join verified_emails v on v.account_id = o.account_id and v.address = o.email and v.unsubscribed_at is null
    cross join lateral (
      select s.lender, s.kind, c.rate, c.source_url, c.effective_date::text as effective_date
      from current_rates c join rate_sources s on s.key = c.source_key and s.is_enabled
      where c.product = a.product and c.purpose = a.loan_purpose and c.rate <= a.rate
        and a.loan_amount between c.min_loan_amount and c.max_loan_amount and c.stale_at > ${new Date(nowMs)}
      order by c.rate, s.kind desc, s.lender limit 1
    ) best
    where a.triggered_at is null
    order by a.id limit ${batchSize} for update of a skip locked`)
  return rows
}

const triggerBatch = async ({ queue, settings }: Context, tx: Transaction, nowMs: number): Promise<number> => {
  const reached = await lockReached(tx, nowMs)
  for (const { id, lender, kind, rate, source_url: sourceUrl } of reached) {
    const triggeredBy = { lender, kind, rate, sourceUrl }
    await tx
      .update(rateAlerts)
      .set({ triggeredAt: new Date(nowMs), triggeredBy })
      .where(eq(rateAlerts.id, id))
  }
  const jobs = reached.map((alert) => alertMail(alert, settings.publicOrigin))
  await queue.send(tx, 'rate-mail', jobs)
  return reached.length
}

const alertMail = (alert: Triggered, publicOrigin: string): RateMailJob => {
  const label = rateProductLabels[alert.product]
  const loan = loanText({ loanAmount: alert.loan_amount, loanPurpose: alert.loan_purpose })
  const subject = `${label} is at ${percentText(alert.rate)}`
  const reached =
    `${label} for a loan of ${loan} is at ${percentText(alert.rate)}, ` +
    `at or below your target of ${percentText(alert.namedRate)}.`
  const origin = `${sourceText(alert)}, as of ${dateText(alert.effective_date)}`
  const ratesUrl = `${publicOrigin}/rates`
  const end = 'An alert is sent once. You can set another one on the rates page.'
  return {
    kind: 'ALERT',
    accountId: alert.account_id,
    to: alert.email,
    subject,
    text: [reached, `${origin}: ${alert.source_url}`, `All rates: ${ratesUrl}`, `--\n${end}\n`].join('\n\n'),
    html: mailHtml({
      states: [{ label: 'Rate reached', tone: 'good' }],
      heading: subject,
      facts: [['Source', origin]],
      body: `${reached}\n\nSource: ${alert.source_url}`,
      action: { label: 'All rates', url: ratesUrl },
      footer: { text: end },
    }),
    headers: {},
    messageId: `<rate-alert-${alert.id}@${new URL(publicOrigin).hostname}>`,
  }
}
