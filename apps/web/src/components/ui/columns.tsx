import type { ReactNode, Ref } from 'react'
import classes from './columns.module.css'

interface ColumnsProps {
  ref?: Ref<HTMLDivElement>
  children: ReactNode
  /** Beside the rest, or beneath it where there is no room. */
  aside: ReactNode
}

/** Settings, and what belongs to them. */
export const Columns = ({ ref, children, aside }: ColumnsProps) => (
  <div className={classes.columns} {...(ref && { ref })}>
    <div className={classes.main}>{children}</div>
    {aside}
  </div>
)
