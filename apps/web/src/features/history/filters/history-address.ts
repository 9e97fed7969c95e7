import { receivedMethods } from '@knockwire/domain/receivers/receiver-rules'
import {
  type AddressParam,
  type AddressState,
  pageParam,
  readAddress,
  textParam,
  writeAddress,
} from '../../../lib/navigation/address-state.ts'
import type { Owner } from '../../../lib/api/query-keys.ts'
import type { CommonFilterName, HistoryKind, OwnFilterName } from '@knockwire/domain/history/filters'
import { historyResults } from '@knockwire/domain/history/history-rules'

const results = historyResults.join('|')
const methods = receivedMethods.join('|')

/** ISO 8601 in UTC. */
function isTime(text: string): boolean {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)) return false
  // A day that the calendar does not have is read as one of the next month.
  return new Date(atMs).toISOString().startsWith(text.slice(0, 10))
}

type FilterParam = AddressParam<string | undefined>

/** What narrows every history down, by the names that addresses and the API give it; values as the API takes them. */
const commonParams = {
  status: textParam((text) => new RegExp(`^(${results})(,(${results}))*$`).test(text)),
  code: textParam((text) => /^([1-9]xx|[1-9]\d\d)(,([1-9]xx|[1-9]\d\d))*$/.test(text)),
  notified: textParam((text) => text === 'true' || text === 'false'),
  from: textParam(isTime),
  to: textParam(isTime),
  text: textParam((text) => text.length >= 1 && text.length <= 200),
} satisfies Record<CommonFilterName, FilterParam>
/** What only the history of one kind of owner has: the API rejects it for the others. */
const ownParams = {
  task: { trigger: textParam((text) => text === 'SCHEDULE' || text === 'TEST') },
  receiver: { method: textParam((text) => new RegExp(`^(${methods})(,(${methods}))*$`).test(text)) },
} satisfies { [Kind in HistoryKind]: Record<OwnFilterName<Kind>, FilterParam> }
const filterParams = { ...commonParams, ...ownParams.task, ...ownParams.receiver }
const historyParams = { ...filterParams, page: pageParam }

export type HistoryFilters = Partial<AddressState<typeof filterParams>>

/** Those that the history of such an owner has. */
export const readFilters = (search: URLSearchParams, kind: Owner['kind']): HistoryFilters => ({
  ...readAddress(commonParams, search),
  ...readAddress(ownParams[kind], search),
})

/** Counts from 0. */
export const readHistoryPage = (search: URLSearchParams): number => readAddress(historyParams, search).page

/**
 * The address of a part of a history; `page` counts from 0. Of `present`, the address as it is, what is not the history's own stays,
 * such as what the chart shows.
 */
export const writeHistoryAddress = (
  filters: HistoryFilters,
  page: number,
  present: URLSearchParams = new URLSearchParams(),
): URLSearchParams => writeAddress(historyParams, { ...filters, page }, present)

/** For the API, which gives filters the same names. */
export const filterQuery = (filters: HistoryFilters): URLSearchParams => writeAddress(filterParams, filters)

/** What somebody typed as codes, as the API takes it; null where it names none. */
export function codesOf(typed: string): string | null {
  const code = typed
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map((one) => (/^[1-9]$/.test(one) ? `${one}xx` : one))
    .join(',')
  return readAddress(commonParams, new URLSearchParams({ code })).code ?? null
}
