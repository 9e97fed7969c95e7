// Where rows are cards, a browser takes them for no table: the roles are written out.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { type ReactNode, Suspense, useState } from 'react'
import classes from './history-table.module.css'
import { DetailsSkeleton } from './row-details.tsx'
import { useBringIntoView } from './use-bring-into-view.ts'

interface OpenedRowProps {
  id: string
  isOpen: boolean
  /** Of the table. */
  columns: number
  children: ReactNode
}

/** What a row opens to. It opens and closes within 120 ms, without a movement where the reader wants none. */
export function OpenedRow({ id, isOpen, columns, children }: OpenedRowProps) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [isClosing, setIsClosing] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    setIsClosing(!isOpen && !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  }
  const row = useBringIntoView(isOpen)
  if (!isOpen && !isClosing) return null
  const content = <Suspense fallback={<DetailsSkeleton />}>{children}</Suspense>
  return (
    <tr ref={row} role="row" id={id} data-row-details className={classes.detailRow} inert={!isOpen}>
      <td role="cell" colSpan={columns} className={classes.detailCell}>
        <Unfolding isOpen={isOpen} onClosed={() => setIsClosing(false)}>
          {content}
        </Unfolding>
      </td>
    </tr>
  )
}

interface UnfoldingProps {
  isOpen: boolean
  /** It has closed. */
  onClosed: () => void
  children: ReactNode
}

const Unfolding = ({ isOpen, onClosed, children }: UnfoldingProps) => (
  <div
    className={classes.opening}
    data-closing={!isOpen || undefined}
    onAnimationEnd={({ target, currentTarget }) => {
      if (target === currentTarget && !isOpen) onClosed()
    }}
  >
    <div>{children}</div>
  </div>
)
