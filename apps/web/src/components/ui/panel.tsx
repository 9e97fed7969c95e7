import type { ReactNode } from 'react'
import classes from './panel.module.css'

interface PanelProps {
  children: ReactNode
  /** No padding, for tables that reach the edges. */
  flush?: boolean
}

/** A surface on the page's canvas. */
export function Panel({ children, flush = false }: PanelProps) {
  return (
    <div className={classes.panel} data-flush={flush || undefined}>
      {children}
    </div>
  )
}
