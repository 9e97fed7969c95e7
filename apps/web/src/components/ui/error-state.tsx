import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { messageOf } from '../../lib/api-error.ts'
import { EmptyState } from './empty-state.tsx'

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
