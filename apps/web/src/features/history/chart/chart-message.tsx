import type { ReactNode } from 'react'
import classes from './chart.module.css'

interface ChartMessageProps {
  /** Pixels, of the chart in whose place it stands. */
  height: number
  children: ReactNode
}

/** Why there is no chart. */
export const ChartMessage = ({ height, children }: ChartMessageProps) => (
  <div className={classes.message} style={{ height }}>
    {children}
  </div>
)
