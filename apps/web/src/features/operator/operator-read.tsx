import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconLock } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { NotFound } from '../../components/layouts/page-states.tsx'
import { EmptyState, ErrorState } from '../../components/ui/feedback/empty-state.tsx'
import { Panel } from '../../components/ui/layout/panel.tsx'
import { SkeletonRows } from '../../components/ui/feedback/skeleton-rows.tsx'
import { isStatus } from '../../lib/api/api-error.ts'
import { isConfirmationNeeded, operatorKey } from './queries.ts'

interface OperatorReadProps<T> {
  /** What is read, as a message about it begins: "The accounts". */
  thing: string
  query: { data: T | undefined; error: unknown; refetch: (options: { throwOnError: true }) => Promise<unknown> }
  /** Of a page that is made of panels: what stands in their place has one, too. */
  hasOwnPanels?: boolean
  children: (data: T) => ReactNode
}

/** What an operator's page has read; or why not, and what to do about it. */
export function OperatorRead<T>({ thing, query, hasOwnPanels = false, children }: OperatorReadProps<T>) {
  const { data, error, refetch } = query
  const read = () => refetch({ throwOnError: true })
  const { open, dialog } = useProof(read)
  // While it is read again there is no error, and the dialog stays.
  const isProofNeeded = isConfirmationNeeded(error) || open.isPending
  const Frame = hasOwnPanels ? Panel : Fragment
  return (
    <>
      {(isProofNeeded || data === undefined) && (
        <Frame>
          {isProofNeeded ? (
            <ConfirmToSee isOpening={open.isPending} onConfirm={() => open.mutate()} />
          ) : (
            <NotRead thing={thing} error={error} onRetry={() => void read().catch(() => {})} />
          )}
        </Frame>
      )}
      {data !== undefined && children(data)}
      {dialog}
    </>
  )
}

/** The proof of who it is holds for ten minutes; a new one opens this page, and all the others. */
function useProof(read: () => Promise<unknown>) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const open = useMutation({
    mutationFn: () => confirmation.run(read),
    onSuccess: () => client.invalidateQueries({ queryKey: operatorKey }),
  })
  return { open, dialog: confirmation.dialog }
}

interface NotReadProps {
  thing: string
  error: unknown
  onRetry: () => void
}

function NotRead({ thing, error, onRetry }: NotReadProps) {
  if (error === null) return <SkeletonRows label={`Loading: ${thing.toLowerCase()}…`} rows={5} />
  if (isStatus(error, 404)) return <NotFound />
  return <ErrorState title={`${thing} could not be loaded.`} error={error} onRetry={onRetry} />
}

const ConfirmToSee = ({ isOpening, onConfirm }: { isOpening: boolean; onConfirm: () => void }) => (
  <EmptyState
    icon={<IconLock size={24} />}
    title="Confirm it’s you to see this page."
    action={
      <Button loading={isOpening} onClick={onConfirm}>
        Confirm
      </Button>
    }
  >
    <p>This page shows other people’s data, so it asks again every ten minutes.</p>
  </EmptyState>
)
