import type { ReactNode } from 'react'
import { SearchField } from '../../ui/fields/search-field.tsx'
import classes from './list-tools.module.css'

interface ListToolsProps {
  /** What is searched, as in "Search tasks". */
  things: string
  search: string
  onSearch: (typed: string) => void
  /** There is nothing to search. */
  isEmpty: boolean
  /** What stands beside the search, such as the choice of an order. */
  children?: ReactNode
}

/** What stands between the heading of a list and its rows. */
export const ListTools = ({ things, search, onSearch, isEmpty, children }: ListToolsProps) => (
  <div className={classes.tools} role="search" data-idle={isEmpty || undefined}>
    <SearchField
      value={search}
      onSearch={onSearch}
      label={`Search ${things}`}
      placeholder="Name or URL"
      className={classes.search}
      hint={
        <kbd aria-hidden className={classes.slash}>
          /
        </kbd>
      }
    />
    {children}
  </div>
)
