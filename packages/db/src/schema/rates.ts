import type { LoanPurpose, RateProduct } from '@knockwire/domain/rates/loan'
import type { RateSourceKind, RateType } from '@knockwire/domain/rates/rate-row'
import type { SentRates, TriggeringRate } from '@knockwire/domain/rates/rate-subscription'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { timestamp } from './columns.ts'

/** The declared sources as the executors know them, and how each is doing. */
export const rateSources = pgTable('rate_sources', {
  key: text().primaryKey(),
  lender: text().notNull(),
  name: text().notNull(),
  kind: text().$type<RateSourceKind>().notNull(),
  rateType: text('rate_type').$type<RateType>().notNull(),
  url: text().notNull(),
  licence: text().notNull(),
  /** False once no executor is configured with it any more: its rates are shown no longer, its history is kept. */
  isEnabled: boolean('is_enabled').notNull(),
  nextFetchAt: timestamp('next_fetch_at').notNull(),
  /** The executor that fetches it; another may take it over once `leasedUntil` has passed. */
  leaseToken: uuid('lease_token'),
  leasedUntil: timestamp('leased_until'),
  lastFetchedAt: timestamp('last_fetched_at'),
  lastSuccessAt: timestamp('last_success_at'),
  /** When its next success is overdue; null where it has had none. */
  staleAt: timestamp('stale_at'),
  /** Null where the last fetch succeeded. */
  lastError: text('last_error'),
  /** Fetches in a row that did not succeed. */
  failures: integer().notNull().default(0),
})

/** What a series of observations is of. Bounds are US dollars, both inclusive. */
const seriesColumns = () => ({
  sourceKey: text('source_key')
    .notNull()
    .references(() => rateSources.key, { onDelete: 'cascade' }),
  product: text().$type<RateProduct>().notNull(),
  purpose: text().$type<LoanPurpose>().notNull(),
  minLoanAmount: doublePrecision('min_loan_amount').notNull(),
  maxLoanAmount: doublePrecision('max_loan_amount').notNull(),
})

const valueColumns = () => ({
  rate: doublePrecision().notNull(),
  effectiveDate: date('effective_date', { mode: 'string' }).notNull(),
  fetchedAt: timestamp('fetched_at').notNull(),
  sourceUrl: text('source_url').notNull(),
})

/** Every rate that was read: the history. One for each effective date, the last word on it. */
export const rateObservations = pgTable(
  'rate_observations',
  {
    id: uuid().primaryKey(),
    ...seriesColumns(),
    ...valueColumns(),
    /** Why it is not believed and never shown; null of all others. */
    quarantineReason: text('quarantine_reason'),
  },
  (t) => {
    const series = [t.sourceKey, t.product, t.purpose, t.minLoanAmount, t.maxLoanAmount, t.effectiveDate] as const
    return [
      uniqueIndex('rate_observations_once')
        .on(...series)
        .where(sql`quarantine_reason is null`),
      uniqueIndex('rate_observations_quarantined_once')
        .on(...series)
        .where(sql`quarantine_reason is not null`),
      index('rate_observations_date').on(t.effectiveDate),
    ]
  },
)

/** The rate of each series that is shown: replaced by each fetch that succeeds, left alone by one that does not. */
export const currentRates = pgTable(
  'current_rates',
  {
    ...seriesColumns(),
    ...valueColumns(),
    /** From then on it is marked as stale. */
    staleAt: timestamp('stale_at').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'current_rates_pk',
      columns: [t.sourceKey, t.product, t.purpose, t.minLoanAmount, t.maxLoanAmount],
    }),
  ],
)

/** Who gets the daily email, and for which loan. */
export const rateSubscriptions = pgTable(
  'rate_subscriptions',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    loanAmount: doublePrecision('loan_amount').notNull(),
    loanPurpose: text('loan_purpose').$type<LoanPurpose>().notNull(),
    createdAt: timestamp('created_at').notNull(),
    /** The last day, in UTC, whose email was queued: set in the transaction that queues it, so that nobody gets two. */
    lastSentDay: date('last_sent_day', { mode: 'string' }),
    /** What that email said, so that the next can say what changed. */
    lastSent: jsonb('last_sent').$type<SentRates>(),
  },
  (t) => [index('rate_subscriptions_day').on(t.lastSentDay)],
)

/** To be notified once, when a rate is at or below the named one. */
export const rateAlerts = pgTable(
  'rate_alerts',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    loanAmount: doublePrecision('loan_amount').notNull(),
    loanPurpose: text('loan_purpose').$type<LoanPurpose>().notNull(),
    product: text().$type<RateProduct>().notNull(),
    rate: doublePrecision().notNull(),
    createdAt: timestamp('created_at').notNull(),
    triggeredAt: timestamp('triggered_at'),
    triggeredBy: jsonb('triggered_by').$type<TriggeringRate>(),
  },
  (t) => [
    index('rate_alerts_account').on(t.accountId, t.id.desc()),
    index('rate_alerts_waiting')
      .on(t.product, t.rate)
      .where(sql`triggered_at is null`),
  ],
)
