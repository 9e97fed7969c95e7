import { exactNumber } from '../../../lib/format/format.ts'
import classes from './list-pages.module.css'
import { PageLinks } from './page-links.tsx'

interface ListPagesProps {
  total: number
  pageSize: number
  /** Counts from 0. */
  page: number
  /** What is listed, for a page beyond the last: "tasks". */
  things: string
  onChange: (page: number) => void
}

/** "11–20 of 23" and the pages; nothing to choose where all fits on one. */
export function ListPages({ total, pageSize, page, things, onChange }: ListPagesProps) {
  const first = page * pageSize + 1
  const last = Math.min(total, first + pageSize - 1)
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1 && page === 0) return null
  return (
    <nav className={classes.pages} aria-label="Pages">
      <span className={classes.count}>
        {first > total
          ? `${exactNumber(total)} ${things}`
          : `${exactNumber(first)}–${exactNumber(last)} of ${exactNumber(total)}`}
      </span>
      <PageLinks pages={Math.max(pages, 1)} page={page} onChange={onChange} />
    </nav>
  )
}
