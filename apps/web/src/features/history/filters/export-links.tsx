import type { Owner } from '../../../lib/api/query-keys.ts'
import type { RowNoun } from '../feed/feed-status.tsx'
import classes from '../table/history-panel.module.css'
import { filterQuery, type HistoryFilters } from './history-address.ts'
import { historyPath } from '../feed/use-feed.ts'

const labels = { jsonl: 'JSON lines', har: 'HAR' }

export type ExportFormat = keyof typeof labels

interface ExportLinksProps {
  owner: Owner
  filters: HistoryFilters
  noun: RowNoun
  formats: readonly ExportFormat[]
}

/** Downloads of the history, as the filters narrow it down. */
export function ExportLinks({ owner, filters, noun, formats }: ExportLinksProps) {
  const query = filterQuery(filters)
  const isFiltered = query.size > 0
  return (
    <div className={classes.exports} role="group" aria-label={`Export ${noun.many}`}>
      <span>{isFiltered ? `Export matching ${noun.many}:` : `Export all ${noun.many}:`}</span>
      {formats.map((format) => (
        <a
          key={format}
          className={classes.format}
          href={`${historyPath(owner)}/export?${addressQuery(query, format, formats)}`}
          download
        >
          {labels[format]}
        </a>
      ))}
    </div>
  )
}

/** Where there is one format only, the call takes none. */
const addressQuery = (filters: URLSearchParams, format: ExportFormat, formats: readonly ExportFormat[]): string => {
  const query = new URLSearchParams(filters)
  if (formats.length > 1) query.set('format', format)
  return query.toString()
}
