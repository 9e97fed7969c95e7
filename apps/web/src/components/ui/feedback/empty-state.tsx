import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  /** The exact text that the screen owes, or what is missing here. */
  title: string
  /** What this is and why one would want it. */
  children?: ReactNode
  /** What to do about it. */
  action?: ReactNode
  icon?: ReactNode
}

export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.body}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

interface ErrorStateProps {
  /** What happened: "The task list could not be loaded." */
  title?: string
  error?: unknown
  onRetry?: () => void
}

/** What happened, whether anything was lost, and what to do. */
export function ErrorState({ title = 'This could not be loaded.', error, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={24} />}
        title={title}
        action={
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {error !== undefined && <p>{messageOf(error)}</p>}
      </EmptyState>
    </div>
  )
}
