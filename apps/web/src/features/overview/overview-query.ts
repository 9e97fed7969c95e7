import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api-client.ts'
import { refetchEvery } from '../../lib/api/query-state.ts'
import { schemaOf } from '../../lib/api/schemas.ts'

const refreshEveryMs = 10_000

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => api.get('/api/v1/overview', schemaOf('OverviewView'), { signal }),
  refetchInterval: refetchEvery(refreshEveryMs),
})
