import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { isStatus } from '../../../lib/api/api-error.ts'
import { taskKey } from '../../../lib/api/query-keys.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'

/** What the task's notifications make of a run, and would send. */
export const runPreviewQuery = (taskId: string, executionId: string) =>
  queryOptions({
    queryKey: [...taskKey(taskId), 'run-preview', executionId],
    queryFn: ({ signal }) =>
      api.post('/api/v1/notifications/preview-execution', { taskId, executionId }, schemaOf('ExecutionPreviewList'), {
        signal,
      }),
    // The server renders few at a time.
    retry: (failures, error) => isStatus(error, 429) && failures < 5,
    retryDelay: 1_000,
    staleTime: Infinity,
  })
