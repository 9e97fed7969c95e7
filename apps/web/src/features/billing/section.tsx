import { useId, type ReactNode } from 'react'
import { Panel } from '../../components/ui/panel.tsx'
import classes from './billing.module.css'

interface SectionProps {
  title: string
  children: ReactNode
}

export function Section({ title, children }: SectionProps) {
  const titleId = useId()
  return (
    <Panel>
      <section aria-labelledby={titleId}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {children}
      </section>
    </Panel>
  )
}
