import { type ReactNode, useId } from 'react'
import { Panel } from './panel.tsx'
import classes from './panel-section.module.css'

interface PanelSectionProps {
  title: string
  /** What it is for, in a sentence or two. */
  lead?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

export function PanelSection({ title, lead, action, children }: PanelSectionProps) {
  const titleId = useId()
  return (
    <Panel>
      <section aria-labelledby={titleId}>
        <div className={classes.head}>
          <div className={classes.headText}>
            <h2 id={titleId} className={classes.title}>
              {title}
            </h2>
            {lead && <p className={classes.lead}>{lead}</p>}
          </div>
          {action}
        </div>
        {children}
      </section>
    </Panel>
  )
}

interface TagProps {
  tone?: 'ok' | 'bad' | 'accent' | 'idle'
  children: ReactNode
}

/** A word about an item, beside its name. */
export function Tag({ tone = 'idle', children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  )
}
