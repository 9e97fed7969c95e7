import { pageSizes } from '@knockwire/domain/page-sizes'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api-client.ts'
import { schemaOf } from '../../lib/api/schemas.ts'

/** The first tasks that the server's search finds, those first that were opened last. */
export const paletteTasksQuery = (search: string) =>
  queryOptions({
    queryKey: ['command-palette', 'tasks', search],
    queryFn: ({ signal }) =>
      api.get(
        `/api/v1/tasks?${new URLSearchParams({ size: String(pageSizes.tasks), sortKey: 'lastOpenedAt', search })}`,
        schemaOf('TaskPage'),
        {
          signal,
        },
      ),
  })

/** All that an account may have, in one page. */
export const paletteReceiversQuery = queryOptions({
  queryKey: ['command-palette', 'receivers'],
  queryFn: ({ signal }) => api.get('/api/v1/receivers?size=100', schemaOf('ReceiverPage'), { signal }),
})
