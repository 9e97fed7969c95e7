import { useId, type ReactNode } from 'react'
import classes from './dialog.module.css'

/** A part of the dialog under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={classes.section}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}
