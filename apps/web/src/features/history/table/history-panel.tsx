import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { SearchedTextContext } from '../../../components/inspect/text/searched-text.ts'
import { EmptyState, ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { ListPages } from '../../../components/ui/layout/list-pages.tsx'
import { Panel } from '../../../components/ui/layout/panel.tsx'
import type { Feed, FeedRow } from '../feed/feed.ts'
import { type ExportFormat, ExportLinks } from '../filters/export-links.tsx'
import { FeedStatus, type RowNoun } from '../feed/feed-status.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import classes from './history-panel.module.css'
import { readersZone } from './row-time.tsx'
import type { Owner } from '../../../lib/api/query-keys.ts'
import type { HistoryOf } from '../feed/use-history.ts'

interface HistoryPanelProps<T extends FeedRow> {
  history: HistoryOf<T>
  data: Feed<T>
  noun: RowNoun
  /** Said where nothing can come; null where something can. */
  disabled: string | null
  kind: Owner['kind']
  /** What the whole history can be downloaded as. */
  exportAs: readonly ExportFormat[]
  /** What else can be done with the whole history. */
  actions?: ReactNode
  /** Below "No requests match.", where something may be missing for another reason. */
  noRowsHint?: ReactNode
  /** The table of these rows. */
  children: ReactNode
}

/** A history's table with what narrows it down above it, and its pages below. */
export function HistoryPanel<T extends FeedRow>(props: HistoryPanelProps<T>) {
  const { history, data, noun, disabled, kind, exportAs, actions, noRowsHint, children } = props
  const [zone] = useState(() => readersZone(Date.now()))
  const { feed, filters, page, size } = history
  return (
    <div>
      <Panel flush>
        <div className={classes.bar}>
          <FilterBar filters={filters} onChange={history.setFilters} jump={history.jump} kind={kind} />
          <FeedStatus
            noun={noun}
            disabled={disabled}
            isPaused={history.isPaused}
            holdReason={history.holdReason}
            onPause={history.setIsPaused}
            waiting={data.waiting}
            onShowNew={history.showNew}
            arrived={data.arrivedInARow}
            error={feed.error}
            retryAt={feed.retryAt}
          />
        </div>
        <div data-loading={feed.isPlaceholderData || undefined} className={classes.rows}>
          {isRejected(history) ? (
            <ErrorState title="The search failed." error={feed.error} />
          ) : data.rows.length === 0 && !feed.isPlaceholderData ? (
            <NoRows history={history} noun={noun} hint={noRowsHint} />
          ) : (
            <SearchedTextContext value={filters.text ?? ''}>{children}</SearchedTextContext>
          )}
        </div>
      </Panel>
      <ListPages
        total={Math.max(0, data.total - (page === 0 ? 0 : data.waiting))}
        pageSize={size}
        page={page}
        things={noun.many}
        onChange={history.goToPage}
      />
      <div className={classes.foot}>
        <p className={classes.zone}>Times are in {zone}.</p>
        <div className={classes.whole}>
          <ExportLinks owner={history.owner} filters={filters} noun={noun} formats={exportAs} />
          {actions}
        </div>
      </div>
    </div>
  )
}

/** A search that the server gave up or did not understand; the rows of the one before are no answer to it. */
const isRejected = <T extends FeedRow>({ feed, isFiltered }: HistoryOf<T>): boolean =>
  isFiltered && feed.error !== null && feed.isPlaceholderData

interface NoRowsProps<T extends FeedRow> extends Pick<HistoryPanelProps<T>, 'history' | 'noun'> {
  hint: ReactNode
}

function NoRows<T extends FeedRow>({ history, noun, hint }: NoRowsProps<T>) {
  if (history.isFiltered) {
    return (
      <EmptyState
        title={`No ${noun.many} match.`}
        action={
          <Button variant="default" onClick={() => history.setFilters({})}>
            Clear filters
          </Button>
        }
      >
        {hint}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={`There are no ${noun.many} on this page.`}
      action={
        <Button variant="default" onClick={() => history.goToPage(0)}>
          Show the latest
        </Button>
      }
    />
  )
}
