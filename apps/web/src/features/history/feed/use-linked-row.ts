import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api/api-client.ts'
import { isStatus } from '../../../lib/api/api-error.ts'
import type { LoadSchema } from '../../../lib/api/schemas.ts'
import { linkedKey, type Owner } from '../../../lib/api/query-keys.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { feedOf, type FeedRow, type WholePage } from './feed.ts'
import { executionPath } from '../table/row-details.tsx'
import { feedKey } from './use-feed.ts'

interface LinkedRowOptions<T> {
  owner: Owner
  /** The row that the URL names, if it names one. */
  rowId: string | undefined
  schema: LoadSchema<{ id: string; _embedded: WholePage<T> }>
  /** Where the history without the row is shown: it is opened instead of a row that is not there any more. */
  listPath: string
}

/** The row that the URL names, with the page that it stands on; not cached, since newer rows push it down the pages. */
export function useLinkedRow<T extends FeedRow>({ owner, rowId, schema, listPath }: LinkedRowOptions<T>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const linked = useQuery<{ id: string; page: number }>({
    queryKey: linkedKey(owner, rowId),
    enabled: rowId !== undefined,
    // Fetched once: when all is fetched again, as after an outage, what is read stays and the page's polls tell what came.
    staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { id, _embedded } = await api.get(executionPath(owner, rowId ?? ''), schema, { signal })
      const { page } = _embedded
      client.setQueryData(feedKey(owner, { page, filters: {}, until: undefined }), feedOf(_embedded))
      return { id, page }
    },
  })
  const isMissing = isStatus(linked.error, 404)
  useEffect(() => {
    if (!isMissing) return
    snackbar.warning('Execution detail is not available, showing latest entries instead.')
    void navigate(listPath, { replace: true })
  }, [isMissing, listPath, navigate])
  return {
    isPending: rowId !== undefined && linked.isPending,
    data: linked.data,
    error: isMissing ? null : linked.error,
  }
}
