import { useMediaQuery } from '@mantine/hooks'
import classes from './list-pages.module.css'
import { shownPages } from './shown-pages.ts'

interface PageLinksProps {
  pages: number
  /** Counts from 0. */
  page: number
  onChange: (page: number) => void
}

/** The first and the last page and, where there is room, those beside this one, between "previous" and "next". */
export function PageLinks({ pages, page, onChange }: PageLinksProps) {
  // A phone has room for seven links that a finger hits.
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  return (
    <div className={classes.links}>
      <button
        type="button"
        className={classes.link}
        aria-label="Previous page"
        disabled={page === 0}
        onClick={() => onChange(page - 1)}
      >
        <Arrow path="M10 3.5 5.5 8l4.5 4.5" />
      </button>
      {shownPages(pages, page + 1, isPhone ? 0 : 1).map((item, at) =>
        item === null ? (
          <span key={`gap ${at}`} className={classes.gap} aria-hidden>
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            className={classes.link}
            aria-label={`Page ${item}`}
            aria-current={item === page + 1 ? 'page' : undefined}
            onClick={() => onChange(item - 1)}
          >
            {item}
          </button>
        ),
      )}
      <button
        type="button"
        className={classes.link}
        aria-label="Next page"
        disabled={page >= pages - 1}
        onClick={() => onChange(page + 1)}
      >
        <Arrow path="m6 3.5 4.5 4.5L6 12.5" />
      </button>
    </div>
  )
}

const Arrow = ({ path }: { path: string }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
    <path d={path} />
  </svg>
)
