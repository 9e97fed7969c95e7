import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { taskKey } from '../../../lib/api/query-keys.ts'
import { refetchEvery } from '../../../lib/api/query-state.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'

/** What is missed is noted with the next run, so this need not be asked often. */
const refetchMs = 60_000

/** What became of a task's planned times: of those that did not run, the last hundred ranges. */
export const plannedRunsQuery = (taskId: string) =>
  queryOptions({
    queryKey: [...taskKey(taskId), 'planned-runs'],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/tasks/${taskId}/planned-runs?size=100`, schemaOf('PlannedRunsView'), { signal }),
    refetchInterval: refetchEvery(refetchMs),
  })
