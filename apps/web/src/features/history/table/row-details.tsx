import { watchKey } from '@knockwire/domain/history/history-rules'
import { Skeleton, Stack, Text } from '@mantine/core'
import { queryOptions, replaceEqualDeep, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { api } from '../../../lib/api/api-client.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { detailsKey, detailsVersionKey, type Owner } from '../../../lib/api/query-keys.ts'
import type { LoadSchema } from '../../../lib/api/schemas.ts'
import { pollUntil } from '../../../lib/api/query-state.ts'
import { pollMs } from '../feed/feed.ts'

/** Milliseconds that the details of a closed row, which may hold bodies of 1 MiB, are remembered. */
const rememberedMs = 60_000

export const executionPath = ({ kind, id }: Owner, rowId: string) =>
  `/api/v1/${kind}s/${encodeURIComponent(id)}/executions/${encodeURIComponent(rowId)}`

interface Details {
  notificationResults: readonly { status: string }[]
  /** Of an execution that waits for its completion. */
  waitsUntil?: string | null
}

const isSettled = (details: Details | undefined) =>
  details?.notificationResults.some(({ status }) => status === 'PENDING') !== true && !details?.waitsUntil

/** Once the time of what waits is over, it may have become longer. */
const nextPollMs = (details: Details | undefined) =>
  Math.max(pollMs, details?.waitsUntil ? Date.parse(details.waitsUntil) - Date.now() + pollMs : 0)

interface WithPage {
  _embedded: unknown
}

/** Where a row's details come from. */
export interface DetailsSource<T extends Details> {
  owner: Owner
  row: Parameters<typeof watchKey>[0]
  /** Of the row with the page that it stands on. */
  schema: LoadSchema<T & WithPage>
  /** Loads the code of what the row opens to, which is fetched beside it; gives what begins to read the bodies in it. */
  preload: () => Promise<(details: T) => void>
}

/**
 * The details are fetched with their bodies as a row opens, or is pressed, and again where the row has changed. What has
 * not changed stays the same object then, under another key too: a body that is shown is not read again, nor folded again.
 */
const detailsQuery = <T extends Details>(source: DetailsSource<T>) => {
  const { owner, row, schema, preload } = source
  const key = detailsKey(owner, row.id)
  return queryOptions({
    queryKey: detailsVersionKey(owner, row.id, watchKey(row)),
    staleTime: Infinity,
    gcTime: rememberedMs,
    queryFn: async ({ signal }): Promise<T> => {
      // The page changes with each new row, and the details do not.
      const [{ _embedded: _page, ...fetched }, prepare] = await Promise.all([
        api.get(executionPath(owner, row.id), schema, { signal }),
        preload(),
      ])
      const last = queryClient.getQueriesData<T>({ queryKey: key }).findLast(([, data]) => data)?.[1]
      const details = replaceEqualDeep(last, fetched as unknown as T)
      // At once: what reads them is at work while this page draws the rest.
      prepare(details)
      return details
    },
  })
}

/** Before the row opens. What fails is fetched again, and reported, as it does. */
export const prefetchDetails = <T extends Details>(source: DetailsSource<T>) =>
  void queryClient.prefetchQuery(detailsQuery(source))

interface RowDetailsProps<T extends Details> {
  source: DetailsSource<T>
  children: (details: T) => ReactNode
}

/**
 * What a row opens to. Data and code are waited for together, in its own state: React holds back for 300 ms whatever
 * comes after a fallback of Suspense.
 */
export function RowDetails<T extends Details>({ source, children }: RowDetailsProps<T>) {
  const { data, error, refetch } = useQuery({
    ...detailsQuery(source),
    placeholderData: (previous) => previous,
    // What is sent again can fail as it did before: its row then looks as before too, and brings no new details.
    refetchInterval: (query) => pollUntil(nextPollMs(query.state.data), isSettled)(query),
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
