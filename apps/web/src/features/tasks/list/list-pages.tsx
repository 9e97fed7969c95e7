import { pageSizes } from '@knockwire/domain/page'
import { Pagination } from '@mantine/core'
import classes from './task-list.module.css'

interface ListPagesProps {
  total: number
  /** Counts from 0. */
  page: number
  onChange: (page: number) => void
}

/** "11–20 of 23" and the pages; nothing to choose where all fits on one. */
export function ListPages({ total, page, onChange }: ListPagesProps) {
  const first = page * pageSizes.tasks + 1
  const last = Math.min(total, first + pageSizes.tasks - 1)
  const pages = Math.ceil(total / pageSizes.tasks)
  return (
    <nav className={classes.pages} aria-label="Pages">
      <span className={classes.muted}>{first > total ? `${total} tasks` : `${first}–${last} of ${total}`}</span>
      <Pagination
        total={Math.max(pages, 1)}
        value={page + 1}
        onChange={(value) => onChange(value - 1)}
        siblings={1}
        boundaries={1}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
      />
    </nav>
  )
}
