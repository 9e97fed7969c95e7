import { type ReactNode, Suspense } from 'react'
import { ListPages } from '../ui/layout/list-pages.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { SectionBoundary } from '../ui/feedback/section-boundary.tsx'
import rows from './rows.module.css'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'
import type { MatchingRows } from './selection-bar.tsx'
import type { BulkActions } from './use-bulk-actions.tsx'
import type { Selection } from './use-selection.ts'

// Loaded with the first row that is chosen.
const SelectionBar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar)

interface ListFrameProps {
  /** What is listed: "task". */
  thing: string
  selection: Selection
  actions: BulkActions
  /** Where something can be done with all that the list's filter matches. */
  matching?: MatchingRows | undefined
  /** Another page is being loaded. */
  isStale: boolean
  /** Undefined until it is loaded. */
  total: number | undefined
  pageSize: number
  page: number
  onPage: (page: number) => void
  children: ReactNode
}

/** What stands around the rows of a list: what can be done with those that are selected, and its pages. */
export const ListFrame = ({
  thing,
  selection,
  actions,
  matching,
  isStale,
  total,
  onPage,
  children,
  ...pages
}: ListFrameProps) => (
  <SectionBoundary section={`The ${thing} list`}>
    <div data-stale={isStale || undefined} className={rows.list}>
      <Panel flush>{children}</Panel>
      {selection.ids.length > 0 && (
        <Suspense fallback={null}>
          <SelectionBar thing={thing} selection={selection} actions={actions} matching={matching} />
        </Suspense>
      )}
      {total !== undefined && total > 0 && (
        <ListPages {...pages} total={total} things={`${thing}s`} onChange={onPage} />
      )}
    </div>
  </SectionBoundary>
)
