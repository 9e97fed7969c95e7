import { receivedMethods } from '@knockwire/domain/receivers/receiver-rules'
import { historyResults } from '@knockwire/domain/history/history-rules'

/** What narrows a history down, by the names that addresses and the API give it; values as the API takes them. */
export interface HistoryFilters {
  status?: string | undefined
  code?: string | undefined
  trigger?: string | undefined
  method?: string | undefined
  notified?: string | undefined
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
}

const results = historyResults.join('|')
const methods = receivedMethods.join('|')

/** ISO 8601 in UTC. */
function isTime(text: string): boolean {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)) return false
  // A day that the calendar does not have is read as one of the next month.
  return new Date(atMs).toISOString().startsWith(text.slice(0, 10))
}

/** What an address may hold; anything else in it is passed over. */
const isValid: Record<keyof HistoryFilters, (text: string) => boolean> = {
  status: (text) => new RegExp(`^(${results})(,(${results}))*$`).test(text),
  code: (text) => /^([1-9]xx|[1-9]\d\d)(,([1-9]xx|[1-9]\d\d))*$/.test(text),
  trigger: (text) => text === 'SCHEDULE' || text === 'TEST',
  method: (text) => new RegExp(`^(${methods})(,(${methods}))*$`).test(text),
  notified: (text) => text === 'true' || text === 'false',
  from: isTime,
  to: isTime,
  text: (text) => text.length >= 1 && text.length <= 200,
}

export const filterNames = ['status', 'code', 'trigger', 'method', 'notified', 'from', 'to', 'text'] as const

export function readFilters(params: URLSearchParams): HistoryFilters {
  const found = filterNames.flatMap((name) => {
    const value = params.get(name)
    return value !== null && isValid[name](value) ? [[name, value] as const] : []
  })
  return Object.fromEntries(found)
}

/** The page that an address names, where pages count from 1; counted from 0 as the API does. */
export function readHistoryPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page - 1 : 0
}

/**
 * The first page is left out, so that the plain history has a plain address. `page` counts from 0. Of `present`, the
 * address as it is, what is not the history's own stays, such as what the chart shows.
 */
export function writeHistoryAddress(
  filters: HistoryFilters,
  page: number,
  present: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const params = filterParams(filters)
  const own: readonly string[] = [...filterNames, 'page']
  for (const [name, value] of present) if (!own.includes(name)) params.append(name, value)
  if (page > 0) params.set('page', String(page + 1))
  return params
}

export const filterParams = (filters: HistoryFilters): URLSearchParams =>
  new URLSearchParams(
    filterNames.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]] as [string, string]])),
  )
