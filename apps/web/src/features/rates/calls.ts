import type { LoanInput } from '@knockwire/domain/rates/loan'
import type { HistoryRange, RateHistoryView } from '@knockwire/domain/rates/rate-history'
import type { RateRow, RateSourceView } from '@knockwire/domain/rates/rate-row'
import type { CreateRateAlertInput, RateAlertView } from '@knockwire/domain/rates/rate-subscription'

// The page's own calls, without the dashboard's client: that one brings the schemas of every response, which is as much
// code again as this whole page. What is read here is read tolerantly instead (see `rateText`).

const timeoutMs = 30_000

/** A call that was rejected or failed. `status` 0: there was no response. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  /** The server's message; null where its response had none. */
  readonly serverMessage: string | null
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, body: unknown, message?: string) {
    const fromServer = textOf(body, 'error') ?? textOf(body, 'message')
    super(message ?? fromServer ?? `The server responded with ${status}.`)
    this.status = status
    this.serverMessage = fromServer
    this.fields = isRecord(body) && isRecord(body.errors) ? textsOf(body.errors) : {}
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOf = (body: unknown, key: string): string | null => {
  const value = isRecord(body) ? body[key] : null
  return typeof value === 'string' && value !== '' ? value : null
}

const textsOf = (errors: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fetchText = async (path: string, init: RequestInit, signal?: AbortSignal) => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`/api/v1${path}`, {
      ...init,
      credentials: 'include',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return { response, text: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0, null, 'The server cannot be reached. Check your connection and try again.')
  }
}

const call = async (method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> => {
  const init =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const { response, text } = await fetchText(path, init, signal)
  const answer = parse(text)
  if (!response.ok) throw new CallError(response.status, answer)
  return answer
}

export interface FoundRates {
  rows: RateRow[]
  /** There are no rows since no source could ever be read. */
  isUnread: boolean
}

/** Throws where the response is not a list [ER-35]. */
export const fetchRates = async (loan: LoanInput, signal: AbortSignal): Promise<FoundRates> => {
  const answer = await call('POST', '/mortgage-rates', loan, signal)
  if (!Array.isArray(answer)) throw new Error('Received unexpected data format from the server.')
  return { rows: answer, isUnread: answer.length === 0 && (await wasNoSourceRead(signal)) }
}

/** False where that is not known. */
const wasNoSourceRead = async (signal: AbortSignal): Promise<boolean> => {
  const sources = await fetchSources(signal).catch(() => [])
  return sources.length > 0 && sources.every(({ lastReadAt, isFailing }) => lastReadAt === null && isFailing)
}

const resultsOf = <T>(answer: unknown, key: string): T[] => {
  const list = isRecord(answer) ? answer[key] : null
  if (!Array.isArray(list)) throw new Error('Received unexpected data format from the server.')
  return list
}

export const fetchHistory = async (loan: LoanInput, range: HistoryRange, signal: AbortSignal) => {
  const query = new URLSearchParams({ loanAmount: String(loan.loanAmount), loanPurpose: loan.loanPurpose, range })
  const answer = await call('GET', `/mortgage-rates/history?${query.toString()}`, undefined, signal)
  return resultsOf<RateHistoryView['series'][number]>(answer, 'series')
}

export const fetchSources = async (signal: AbortSignal) =>
  resultsOf<RateSourceView>(await call('GET', '/mortgage-rates/sources', undefined, signal), 'results')

export interface Visitor {
  isSignedIn: boolean
  isSubscribed: boolean
  /** They may not change what the account gets. */
  isViewer: boolean
}

/** Errors of the account's call are ignored: a caller who cannot be identified is a visitor [ER-45]. */
export const fetchVisitor = async (signal: AbortSignal): Promise<Visitor> => {
  const account = await call('GET', '/accounts/me', undefined, signal).catch(() => null)
  if (account === null) return { isSignedIn: false, isSubscribed: false, isViewer: false }
  const subscription = await call('GET', '/mortgage-rates/subscription', undefined, signal).catch(() => null)
  const isSubscribed = isRecord(subscription) && subscription.subscribed === true
  return { isSignedIn: true, isSubscribed, isViewer: textOf(account, 'role') === 'VIEWER' }
}

export const subscribe = (loan: LoanInput) => call('POST', '/mortgage-rates/subscribe', loan)
export const unsubscribe = () => call('DELETE', '/mortgage-rates/subscription')

export const fetchAlerts = async (signal: AbortSignal) =>
  resultsOf<RateAlertView>(await call('GET', '/mortgage-rates/alerts', undefined, signal), 'results')
export const createAlert = (alert: CreateRateAlertInput) => call('POST', '/mortgage-rates/alerts', alert)
export const deleteAlert = (id: string) => call('DELETE', `/mortgage-rates/alerts/${encodeURIComponent(id)}`)
