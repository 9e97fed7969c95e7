import { watchKey } from '@knockwire/domain/history/history'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { ErrorState } from '../../components/ui/empty-state.tsx'
import { api } from '../../lib/api-client.ts'
import { type Owner, ownerKey } from '../../lib/query-keys.ts'
import { refetchEvery } from '../../lib/refetch-every.ts'
import { pollMs } from './feed.ts'

/** Milliseconds that the details of a closed row, which may hold bodies of 1 MiB, are remembered. */
const rememberedMs = 60_000

export const executionPath = ({ kind, id }: Owner, rowId: string) =>
  `/api/v1/${kind}s/${encodeURIComponent(id)}/executions/${encodeURIComponent(rowId)}`

interface Details {
  notificationResults: readonly { status: string }[]
}

const hasPendingDelivery = (details: Details | undefined) =>
  details?.notificationResults.some(({ status }) => status === 'PENDING') === true

interface RowDetailsProps<S extends z.ZodType<Details>> {
  owner: Owner
  row: Parameters<typeof watchKey>[0]
  schema: S
  /** Loads the code of what the row opens to, which is fetched beside it. */
  preload: () => Promise<unknown>
  children: (details: z.output<S>) => ReactNode
}

/**
 * What a row opens to: fetched with its bodies as it opens, and again where the row has changed. Data and code are waited
 * for together, in a state of its own: React holds back for 300 ms whatever comes after a fallback of Suspense.
 */
export function RowDetails<S extends z.ZodType<Details>>(props: RowDetailsProps<S>) {
  const { owner, row, schema, preload, children } = props
  const { data, error, refetch } = useQuery<z.output<S>>({
    queryKey: [...ownerKey(owner), 'details', row.id, watchKey(row)],
    staleTime: Infinity,
    gcTime: rememberedMs,
    placeholderData: (previous) => previous,
    // What is sent again can fail as it did before: its row then looks as before too, and brings no new details.
    refetchInterval: (query) => hasPendingDelivery(query.state.data) && refetchEvery(pollMs)(query),
    queryFn: async ({ signal }) => {
      const [details] = await Promise.all([api.get(executionPath(owner, row.id), schema, { signal }), preload()])
      return details
    },
  })
  if (data !== undefined) return children(data)
  return error === null ? (
    <DetailsSkeleton />
  ) : (
    <ErrorState title="The details could not be loaded." error={error} onRetry={() => void refetch()} />
  )
}

export const DetailsSkeleton = () => (
  <Stack gap="sm" py="md" aria-busy>
    <Text role="status" size="sm" c="dimmed">
      Loading…
    </Text>
    <Skeleton height={16} width="60%" />
    <Skeleton height={160} />
  </Stack>
)
