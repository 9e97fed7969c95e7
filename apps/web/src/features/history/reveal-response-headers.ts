import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { RevealedHeaders } from '@knockwire/domain/headers/revealed-headers'
import { api } from '../../lib/api-client.ts'

/** The headers of an execution's response with the values that its history masks. */
export const revealResponseHeaders = async ({ id, taskId }: ExecutionView) => {
  const path = `/api/v1/tasks/${taskId}/executions/${id}/reveal-headers`
  return (await api.post(path, undefined, RevealedHeaders)).headers
}
