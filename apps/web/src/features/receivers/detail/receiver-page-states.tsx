import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { BackLink, PageHeader } from '../../../components/ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../components/ui/empty-state.tsx'
import { Panel } from '../../../components/ui/panel.tsx'
import { isStatus } from '../../../lib/api-error.ts'
import { receiversPath } from '../receiver-queries.ts'

const back = <BackLink to={receiversPath} place="Receivers" />

/** Holds the place of the URL and the settings. */
export function ReceiverSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Loading receiver...</VisuallyHidden>
      <PageHeader title="Receiver" before={back} />
      <Skeleton height={220} mb="md" maw={960} />
      <Skeleton height={240} maw={960} />
    </div>
  )
}

interface ReceiverFailureProps {
  error: unknown
  onRetry: () => void
}

export function ReceiverFailure({ error, onRetry }: ReceiverFailureProps) {
  return (
    <>
      <PageHeader title="Receiver" before={back} />
      <Panel>
        {isStatus(error, 404) ? (
          <EmptyState
            title="There is no such receiver"
            action={
              <Button component={Link} to={receiversPath} variant="default">
                Go to Receivers
              </Button>
            }
          >
            <p>It may have been deleted.</p>
          </EmptyState>
        ) : (
          <ErrorState title="The receiver could not be loaded." error={error} onRetry={onRetry} />
        )}
      </Panel>
    </>
  )
}
