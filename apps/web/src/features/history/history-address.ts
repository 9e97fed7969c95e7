import { HistoryResult } from '@knockwire/domain/history/history'
import { z } from 'zod'

/** What narrows a history down, by the names that addresses and the API give it; values as the API takes them. */
export interface HistoryFilters {
  status?: string | undefined
  code?: string | undefined
  trigger?: string | undefined
  notified?: string | undefined
  from?: string | undefined
  to?: string | undefined
  text?: string | undefined
}

const results = HistoryResult.options.join('|')

/** What an address may hold; anything else in it is passed over. */
const valid: Record<keyof HistoryFilters, z.ZodType<string>> = {
  status: z.string().regex(new RegExp(`^(${results})(,(${results}))*$`)),
  code: z.string().regex(/^([1-5]xx|[1-5]\d\d)(,([1-5]xx|[1-5]\d\d))*$/),
  trigger: z.enum(['SCHEDULE', 'TEST']),
  notified: z.enum(['true', 'false']),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  text: z.string().min(1).max(200),
}

export const filterNames = ['status', 'code', 'trigger', 'notified', 'from', 'to', 'text'] as const

export function readFilters(params: URLSearchParams): HistoryFilters {
  const found = filterNames.flatMap((name) => {
    const value = valid[name].safeParse(params.get(name) ?? undefined)
    return value.success ? [[name, value.data] as const] : []
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
