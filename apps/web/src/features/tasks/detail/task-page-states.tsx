import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { BackLink, PageHeader } from '../../../components/ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { isStatus } from '../../../lib/api-error.ts'

/** Holds the place of two sections. */
export function TaskSkeleton({ title, label }: { title: string; label: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <PageHeader title={title} before={<BackLink to="/dashboard/tasks" place="Tasks" />} />
      <Skeleton height={320} mb="md" maw={960} />
      <Skeleton height={160} maw={960} />
    </div>
  )
}

interface TaskFailureProps {
  title: string
  error: unknown
  onRetry: () => void
}

export function TaskFailure({ title, error, onRetry }: TaskFailureProps) {
  return (
    <>
      <PageHeader title={title} before={<BackLink to="/dashboard/tasks" place="Tasks" />} />
      <Panel>
        {isStatus(error, 404) ? (
          <EmptyState
            title="There is no such task"
            action={
              <Button component={Link} to="/dashboard/tasks" variant="default">
                Go to Tasks
              </Button>
            }
          >
            <p>It may have been deleted. A draft that nobody touches for 24 hours is deleted too.</p>
          </EmptyState>
        ) : (
          <ErrorState title="The task could not be loaded." error={error} onRetry={onRetry} />
        )}
      </Panel>
    </>
  )
}
