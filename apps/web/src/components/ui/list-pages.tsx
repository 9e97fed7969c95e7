import { createElement, useEffect, useState } from 'react'
import classes from './list-pages.module.css'
import type { PageLinks } from './page-links.tsx'

let loaded: typeof PageLinks | undefined

/**
 * Undefined until they are loaded: after the rows, which would be heavier by them, and before there is a second page, when a
 * deployment may have removed their file. What fails is tried again with the next row.
 */
function usePageLinks(total: number) {
  const [pageLinks, setPageLinks] = useState(() => loaded)
  useEffect(() => {
    import('./page-links.tsx').then(
      (module) => setPageLinks(() => (loaded = module.PageLinks)),
      () => {},
    )
  }, [total])
  return pageLinks
}

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
  const pageLinks = usePageLinks(total)
  const first = page * pageSize + 1
  const last = Math.min(total, first + pageSize - 1)
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1 && page === 0) return null
  return (
    <nav className={classes.pages} aria-label="Pages">
      <span className={classes.count}>{first > total ? `${total} ${things}` : `${first}–${last} of ${total}`}</span>
      {pageLinks ? (
        createElement(pageLinks, { pages: Math.max(pages, 1), page, onChange })
      ) : (
        // As large as the links, so that nothing moves when they come: up to seven pages and gaps, between two arrows.
        <div className={classes.place}>
          {Array.from({ length: Math.min(pages, 7) + 2 }, (_, index) => (
            <span key={index} />
          ))}
        </div>
      )}
    </nav>
  )
}
