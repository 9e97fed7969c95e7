import { loadCurrentRates } from '@knockwire/services/rates/current-rates'
import { type HistoryRange, historyRangeDays } from '@knockwire/domain/rates/rate-history'
import type { LoanPurpose } from '@knockwire/domain/rates/loan'
import type { CurrentRate } from '@knockwire/domain/rates/rates-for-loan'
import { LRUCache } from 'lru-cache'
import type { ApiContext } from '../../context.ts'
import { type HistoryPoint, loadHistory, loadRateSources, type RateSourceRow } from './queries.ts'

/** How long an answer may be older than the database. */
const maxAgeMs = 30_000
const dayMs = 86_400_000

export interface HistoryKey {
  loanPurpose: LoanPurpose
  range: HistoryRange
}

export interface RateCache {
  currentRates: () => Promise<CurrentRate[]>
  sources: () => Promise<RateSourceRow[]>
  history: (key: HistoryKey) => Promise<HistoryPoint[]>
}

/**
 * What the public calls read, whole: amounts are distinguished in memory, so that neither the number of calls nor what they
 * ask for reaches the database. It is read once however many wait for it, and while the database is away the last
 * reading stands.
 */
export const createRateCache = ({ db, now }: ApiContext): RateCache => {
  const cached = <K extends string, T extends object>(load: (key: K) => Promise<T>) => {
    const options = { max: 16, ttl: maxAgeMs, ttlResolution: 0, perf: { now } }
    const cache = new LRUCache<K, T>({ ...options, allowStaleOnFetchRejection: true, fetchMethod: load })
    return (key: K): Promise<T> => cache.forceFetch(key)
  }
  const currentRates = cached(() => loadCurrentRates(db))
  const sources = cached(() => loadRateSources(db))
  const history = cached((key: `${LoanPurpose} ${HistoryRange}`) => {
    const [purpose, range] = key.split(' ') as [LoanPurpose, HistoryRange]
    return loadHistory(db, purpose, new Date(now() - historyRangeDays[range] * dayMs))
  })
  return {
    currentRates: () => currentRates(''),
    sources: () => sources(''),
    history: ({ loanPurpose, range }) => history(`${loanPurpose} ${range}`),
  }
}

/** Whether it is known that there are no sources. It is read behind the answer: no document waits for the database. */
export const sourcesCheck = (context: ApiContext, cache: Pick<RateCache, 'sources'>): (() => boolean) => {
  let isWithout = false
  return () => {
    context.background.run('rate sources looked for', async () => {
      const sources = await cache.sources().catch(() => null)
      isWithout = sources?.length === 0
    })
    return isWithout
  }
}
