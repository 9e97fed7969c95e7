import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** Above the heading, such as a back link. */
  before?: ReactNode
  /** Beside the heading, such as a status. */
  aside?: ReactNode
  /** The page's buttons; one of them is primary at most. */
  actions?: ReactNode
  description?: ReactNode
}

/** One page, one heading; it also names the document. */
export function PageHeader({ title, before, aside, actions, description }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{`${title} · Knockwire`}</title>
      {before}
      <div className={classes.row}>
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          {aside}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {description && <p className={classes.description}>{description}</p>}
    </header>
  )
}

interface BackLinkProps {
  to: string
  /** "Tasks". */
  label: string
}

export function BackLink({ to, label }: BackLinkProps) {
  return (
    <Anchor component={Link} to={to} className={classes.back ?? ''}>
      {`< Back to ${label}`}
    </Anchor>
  )
}
