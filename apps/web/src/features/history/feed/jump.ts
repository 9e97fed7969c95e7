import { api } from '../../../lib/api/api-client.ts'
import type { LoadSchema } from '../../../lib/api/schemas.ts'
import type { Owner } from '../../../lib/api/query-keys.ts'
import type { FeedRow, Poll } from './feed.ts'
import { filterQuery, type HistoryFilters } from '../filters/history-address.ts'
import { historyPath } from './use-feed.ts'

/** The history in which a moment is looked for. */
export interface JumpWithin {
  owner: Owner
  filters: HistoryFilters
  /** Rows per page. */
  size: number
  schema: LoadSchema<Poll<FeedRow>>
  /** Opens a page as of a row, and points at another. */
  show: (page: number, place: { until: string | undefined; pointedAt: string | undefined }) => Promise<void>
}

/** Opens the page where a moment (ISO 8601) stands, and points at its row. */
export async function jumpTo({ owner, filters, size, schema, show }: JumpWithin, at: string): Promise<void> {
  const query = filterQuery(filters)
  query.set('at', at)
  query.set('size', String(size))
  const found = await api.get(`${historyPath(owner)}?${query.toString()}`, schema)
  const row = found.results.find(({ id }) => id <= idAt(at)) ?? found.results.at(-1)
  await show(found.page, { until: found.newest ?? undefined, pointedAt: row?.id })
}

/** The greatest id of that millisecond: ids are UUIDv7. */
const idAt = (at: string): string => {
  const hex = Date.parse(at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7fff-ffff-ffffffffffff`
}
