import type { ReactNode } from 'react'
import { EmptyState } from '../../components/ui/feedback/empty-state.tsx'
import { ListPages } from '../../components/ui/layout/list-pages.tsx'
import { SearchField } from '../../components/ui/fields/search-field.tsx'
import classes from './operator.module.css'
import { OperatorRead } from './operator-read.tsx'
import { operatorPageSize } from './queries.ts'
import type { useListAddress } from './use-list-address.ts'

interface Page<T> {
  results: T[]
  total: number
  page: number
}

interface OperatorListProps<T> {
  /** "accounts". */
  things: string
  list: ReturnType<typeof useListAddress>
  query: Parameters<typeof OperatorRead<Page<T>>>[0]['query']
  children: (rows: readonly T[]) => ReactNode
}

/** A list of accounts or users, with a search above it and its pages below. */
export function OperatorList<T>({ things, list, query, children }: OperatorListProps<T>) {
  const { address, search, goTo } = list
  return (
    <>
      <div className={classes.search}>
        <SearchField
          label={`Search ${things}`}
          placeholder="Address, name or id"
          value={address.search}
          onSearch={search}
        />
      </div>
      <OperatorRead thing={`The ${things}`} query={query}>
        {({ results, total }) => (
          <>
            {results.length === 0 ? (
              <EmptyState title={`No ${things} match.`}>
                <p>Search for a part of an address or a name, or for an id.</p>
              </EmptyState>
            ) : (
              children(results)
            )}
            <ListPages
              total={total}
              pageSize={operatorPageSize}
              page={address.page}
              things={things}
              onChange={(page) => goTo(page)}
            />
          </>
        )}
      </OperatorRead>
    </>
  )
}
