import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useConfirmation } from '../../components/confirmation/confirm-identity.tsx'
import { NotFound } from '../../components/layouts/page-states.tsx'
import { EmptyState, ErrorState } from '../../components/ui/empty-state.tsx'
import { Panel } from '../../components/ui/panel.tsx'
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx'
import { isStatus } from '../../lib/api-error.ts'
import { isConfirmationNeeded, operatorKey } from './queries.ts'

interface OperatorReadProps<T> {
  /** What is read, as a message about it begins: "The accounts". */
  thing: string
  query: { data: T | undefined; error: unknown; refetch: (options: { throwOnError: true }) => Promise<unknown> }
  children: (data: T) => ReactNode
}

/** What an operator's page has read; or why not, and what to do about it. */
export function OperatorRead<T>({ thing, query: { data, error, refetch }, children }: OperatorReadProps<T>) {
  const read = () => refetch({ throwOnError: true })
  if (isStatus(error, 404)) return <NotFound />
  if (data !== undefined)
    return (
      <>
        {isConfirmationNeeded(error) && <ConfirmToSee read={read} />}
        {children(data)}
      </>
    )
  if (isConfirmationNeeded(error)) return <ConfirmToSee read={read} />
  if (error === null) return <SkeletonRows label={`Loading: ${thing.toLowerCase()}…`} rows={5} />
  return (
    <ErrorState title={`${thing} could not be loaded.`} error={error} onRetry={() => void read().catch(() => {})} />
  )
}

/** The proof of who it is holds for ten minutes; a new one opens this page, and all the others. */
function ConfirmToSee({ read }: { read: () => Promise<unknown> }) {
  const client = useQueryClient()
  const confirmation = useConfirmation()
  const open = useMutation({
    mutationFn: () => confirmation.run(read),
    onSuccess: () => client.invalidateQueries({ queryKey: operatorKey }),
  })
  return (
    <Panel>
      <EmptyState
        icon={<IconLock size={24} />}
        title="Confirm it’s you to see this page."
        action={
          <Button loading={open.isPending} onClick={() => open.mutate()}>
            Confirm
          </Button>
        }
      >
        <p>It shows what belongs to others, so it asks every ten minutes.</p>
      </EmptyState>
      {confirmation.dialog}
    </Panel>
  )
}
