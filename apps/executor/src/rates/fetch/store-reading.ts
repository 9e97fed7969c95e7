import type { Database, Transaction } from '@knockwire/db/client'
import { currentRates, rateObservations, rateSources } from '@knockwire/db/schema/rates'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { judgeRate, maxMovePerDay, rateBounds } from '@knockwire/domain/rates/judge-rate'
import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { nextFetchMs, type Lease } from './lease.ts'
import type { Extracted, SourceDay } from './read-source.ts'

type Observation = typeof rateObservations.$inferInsert
type CurrentRate = typeof currentRates.$inferSelect

export interface Quarantined {
  product: string
  purpose: string
  reason: string
}

export interface Stored {
  /** Rates that are shown from now on. */
  accepted: number
  quarantined: Quarantined[]
}

/** The source was taken over by another executor meanwhile; nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const dayMs = 86_400_000
const rowsAtOnce = 1000

interface Reading {
  lease: Lease
  source: RateSourceFile
  days: readonly SourceDay[]
  nowMs: number
}

/** Records a reading, all of it or nothing: the history, what is shown, and when the source is fetched next. */
export const storeReading = (db: Database, reading: Reading): Promise<Stored> =>
  db.transaction(async (tx) => {
    const { lease, source, days, nowMs } = reading
    const staleAt = new Date(nextFetchMs(source, nowMs) + dayMs)
    await completeLease(tx, lease, { source, nowMs, staleAt })
    const known = await tx.select().from(currentRates).where(eq(currentRates.sourceKey, lease.key))
    const judged = (days.at(-1)?.values ?? []).flatMap((value) => judge(value, days.at(-1)?.date ?? '', reading, known))
    const accepted = judged.filter(({ quarantineReason }) => quarantineReason === null)
    const quarantined = judged.filter(({ quarantineReason }) => quarantineReason !== null)
    await writeHistory(
      tx,
      days.slice(0, -1).flatMap((day) => earlier(day, reading)),
    )
    await writeObservations(tx, accepted, isNull(rateObservations.quarantineReason))
    await writeObservations(tx, quarantined, isNotNull(rateObservations.quarantineReason))
    await replaceCurrent(tx, { key: lease.key, accepted, kept: quarantined, staleAt })
    if (quarantined.length > 0) await noteQuarantine(tx, lease.key, quarantined)
    return { accepted: accepted.length, quarantined: quarantined.map(toQuarantined) }
  })

const completeLease = async (
  tx: Transaction,
  { key, token }: Lease,
  { source, nowMs, staleAt }: { source: RateSourceFile; nowMs: number; staleAt: Date },
) => {
  const now = new Date(nowMs)
  const released = await tx
    .update(rateSources)
    .set({
      leaseToken: null,
      leasedUntil: null,
      nextFetchAt: new Date(nextFetchMs(source, nowMs)),
      lastFetchedAt: now,
      lastSuccessAt: now,
      staleAt,
      lastError: null,
      failures: 0,
    })
    .where(and(eq(rateSources.key, key), eq(rateSources.leaseToken, token)))
    .returning({ key: rateSources.key })
  if (released.length === 0) throw new LeaseLost(`Another executor fetches ${key}.`)
}

const toQuarantined = ({ product, purpose, quarantineReason }: Observation): Quarantined => ({
  product,
  purpose,
  reason: quarantineReason ?? '',
})

/** For the operator: the source was read, and yet not all of it is believed. */
const noteQuarantine = async (tx: Transaction, key: string, quarantined: readonly Observation[]) => {
  const [first] = quarantined
  const example = `${first?.product}, ${first?.purpose}: ${first?.quarantineReason}`
  const lastError = `${quarantined.length} in quarantine, such as ${example}`
  await tx.update(rateSources).set({ lastError }).where(eq(rateSources.key, key))
}

type Series = Pick<Observation, 'product' | 'purpose' | 'minLoanAmount' | 'maxLoanAmount'>

const isSameSeries = (a: Series, b: Series) =>
  a.product === b.product &&
  a.purpose === b.purpose &&
  a.minLoanAmount === b.minLoanAmount &&
  a.maxLoanAmount === b.maxLoanAmount

/** One for each purpose that the extraction is for; none where it gave no rate. */
const toObservations = ({ extraction, rate }: Extracted, date: string, { source, nowMs }: Reading): Observation[] => {
  if (rate === null) return []
  return extraction.purposes.map((purpose) => ({
    id: uuidv7(nowMs),
    sourceKey: source.key,
    product: extraction.product,
    purpose,
    minLoanAmount: extraction.loanAmount.min,
    maxLoanAmount: extraction.loanAmount.max,
    rate,
    effectiveDate: date,
    fetchedAt: new Date(nowMs),
    sourceUrl: source.url,
    quarantineReason: null,
  }))
}

const judge = (value: Extracted, date: string, reading: Reading, known: readonly CurrentRate[]): Observation[] =>
  toObservations(value, date, reading).map((observation) => {
    const before = known.find((one) => isSameSeries(one, observation))
    const last = before === undefined ? null : { rate: before.rate, readAtMs: before.fetchedAt.getTime() }
    return { ...observation, quarantineReason: judgeRate(observation.rate, last, reading.nowMs) }
  })

/** A table's earlier rows, which a chart shows from the first day on. */
const earlier = ({ date, values }: SourceDay, reading: Reading): Observation[] =>
  values
    .flatMap((value) => toObservations(value, date, reading))
    .filter(({ rate }) => rate > rateBounds.min && rate <= rateBounds.max)

const seriesOfDay = [
  rateObservations.sourceKey,
  rateObservations.product,
  rateObservations.purpose,
  rateObservations.minLoanAmount,
  rateObservations.maxLoanAmount,
  rateObservations.effectiveDate,
]

const chunksOf = function* <T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce)
}

/** A source may correct its past, but not make another of it. */
const writeHistory = async (tx: Transaction, rows: readonly Observation[]) => {
  const correction = sql`abs(${rateObservations.rate} - excluded.rate) between 1e-9 and ${maxMovePerDay}`
  for (const chunk of chunksOf(rows)) {
    await tx
      .insert(rateObservations)
      .values(chunk)
      .onConflictDoUpdate({
        target: seriesOfDay,
        targetWhere: isNull(rateObservations.quarantineReason),
        set: { rate: sql`excluded.rate`, fetchedAt: sql`excluded.fetched_at` },
        setWhere: correction,
      })
  }
}

const writeObservations = async (
  tx: Transaction,
  rows: readonly Observation[],
  targetWhere: ReturnType<typeof isNull>,
) => {
  for (const chunk of chunksOf(rows)) {
    const set = {
      rate: sql`excluded.rate`,
      fetchedAt: sql`excluded.fetched_at`,
      sourceUrl: sql`excluded.source_url`,
      quarantineReason: sql`excluded.quarantine_reason`,
    }
    await tx.insert(rateObservations).values(chunk).onConflictDoUpdate({ target: seriesOfDay, targetWhere, set })
  }
}

interface Replacement {
  key: string
  accepted: readonly Observation[]
  /** In quarantine: what was shown before stays, and grows stale. */
  kept: readonly Series[]
  staleAt: Date
}

const replaceCurrent = async (tx: Transaction, { key, accepted, kept, staleAt }: Replacement) => {
  const isOfSource = eq(currentRates.sourceKey, key)
  const rows = (await tx.select().from(currentRates).where(isOfSource)).filter((row) =>
    kept.some((series) => isSameSeries(series, row)),
  )
  await tx.delete(currentRates).where(isOfSource)
  const fresh = accepted.map(({ id: _id, quarantineReason: _reason, ...value }) => ({ ...value, staleAt }))
  for (const chunk of chunksOf([...fresh, ...rows])) await tx.insert(currentRates).values(chunk)
}

const firstRetryMs = 5 * 60_000

/** A failure: what is shown stays, and it is tried again soon, then ever later, at the latest when it is due anyway. */
export const storeFailure = async (
  db: Database,
  { lease, source, problem, nowMs }: { lease: Lease; source: RateSourceFile; problem: string; nowMs: number },
): Promise<number> => {
  const scheduled = new Date(nextFetchMs(source, nowMs))
  const backoff = sql`${new Date(nowMs)}::timestamptz + make_interval(secs => ${firstRetryMs / 1000} * power(3, least(${rateSources.failures}, 4)))`
  const [row] = await db
    .update(rateSources)
    .set({
      leaseToken: null,
      leasedUntil: null,
      nextFetchAt: sql`least(${scheduled}::timestamptz, ${backoff})`,
      lastFetchedAt: new Date(nowMs),
      lastError: problem,
      failures: sql`${rateSources.failures} + 1`,
    })
    .where(and(eq(rateSources.key, lease.key), eq(rateSources.leaseToken, lease.token)))
    .returning({ failures: rateSources.failures })
  if (row === undefined) throw new LeaseLost(`Another executor fetches ${lease.key}.`)
  return row.failures
}
