import type { ReactNode, Ref } from 'react'
import classes from './columns.module.css'

interface ColumnsProps {
  ref?: Ref<HTMLDivElement>
  children: ReactNode
  /** Beside the rest, or beneath it where there is no room. */
  aside: ReactNode
  /** Below both. */
  beneath?: ReactNode
}

/** Settings in two columns. */
export const Columns = ({ ref, children, aside, beneath }: ColumnsProps) => (
  <div className={classes.columns} {...(ref && { ref })}>
    <div className={classes.main}>{children}</div>
    {aside}
    {beneath !== undefined && <div className={classes.beneath}>{beneath}</div>}
  </div>
)
