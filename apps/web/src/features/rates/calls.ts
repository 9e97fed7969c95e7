import type { LoanInput } from '@knockwire/domain/rates/loan'
import type { HistoryRange, RateHistoryView } from '@knockwire/domain/rates/rate-history'
import type { RateRow, RateSourceView } from '@knockwire/domain/rates/rate-row'
import type { CreateRateAlertInput, RateAlertView } from '@knockwire/domain/rates/rate-subscription'
import { api } from '../../lib/api/api-client.ts'

// What is read here is read tolerantly rather than checked by a schema, even of another build (see `rateText`): one figure
// that is none leaves the others readable.

const path = '/api/v1/mortgage-rates'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Throws where it is not a list [ER-35]. */
const listOf = <T>(answer: unknown): T[] => {
  if (!Array.isArray(answer)) throw new Error('Received unexpected data format from the server.')
  return answer
}

const listAt = <T>(answer: unknown, key: string): T[] => listOf(isRecord(answer) ? answer[key] : null)

export interface FoundRates {
  rows: RateRow[]
  /** There are no rows since no source could ever be read. */
  isUnread: boolean
}

export const fetchRates = async (loan: LoanInput, signal: AbortSignal): Promise<FoundRates> => {
  const rows = listOf<RateRow>(await api.read(path, { signal }, loan))
  return { rows, isUnread: rows.length === 0 && (await wasNoSourceRead(signal)) }
}

/** False where that is not known. */
const wasNoSourceRead = async (signal: AbortSignal): Promise<boolean> => {
  const sources = await fetchSources(signal).catch(() => [])
  return sources.length > 0 && sources.every(({ lastReadAt, isFailing }) => lastReadAt === null && isFailing)
}

export const fetchHistory = async (loan: LoanInput, range: HistoryRange, signal: AbortSignal) => {
  const query = new URLSearchParams({ loanAmount: String(loan.loanAmount), loanPurpose: loan.loanPurpose, range })
  return listAt<RateHistoryView['series'][number]>(await api.read(`${path}/history?${query}`, { signal }), 'series')
}

export const fetchSources = async (signal: AbortSignal) =>
  listAt<RateSourceView>(await api.read(`${path}/sources`, { signal }), 'results')

export interface Visitor {
  isSignedIn: boolean
  isSubscribed: boolean
  /** They may not change what the account gets. */
  isViewer: boolean
}

/** Errors of the account's call are ignored: a caller who cannot be identified is a visitor [ER-45]. */
export const fetchVisitor = async (signal: AbortSignal): Promise<Visitor> => {
  const account = await api.read('/api/v1/accounts/me', { signal }).catch(() => null)
  if (account === null) return { isSignedIn: false, isSubscribed: false, isViewer: false }
  const subscription = await api.read(`${path}/subscription`, { signal }).catch(() => null)
  const isSubscribed = isRecord(subscription) && subscription['subscribed'] === true
  return { isSignedIn: true, isSubscribed, isViewer: isRecord(account) && account['role'] === 'VIEWER' }
}

export const subscribe = (loan: LoanInput) => api.send(`${path}/subscribe`, loan)
export const unsubscribe = () => api.delete(`${path}/subscription`)

export const fetchAlerts = async (signal: AbortSignal) =>
  listAt<RateAlertView>(await api.read(`${path}/alerts`, { signal }), 'results')
export const createAlert = (alert: CreateRateAlertInput) => api.send(`${path}/alerts`, alert)
export const deleteAlert = (id: string) => api.delete(`${path}/alerts/${encodeURIComponent(id)}`)
