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

/** The newest receivers that the server's search finds. */
export const paletteReceiversQuery = (search: string) =>
  queryOptions({
    queryKey: ['command-palette', 'receivers', search],
    queryFn: ({ signal }) =>
      api.get(
        `/api/v1/receivers?${new URLSearchParams({ size: String(pageSizes.receivers), search })}`,
        schemaOf('ReceiverPage'),
        { signal },
      ),
  })
