import type { HttpBody } from '@knockwire/domain/bodies/http-body'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { evaluateObserved } from '@knockwire/domain/conditions/evaluate'
import { operandsOf, usesPreviousValue } from '@knockwire/domain/conditions/condition-rules'
import { extractValue } from '@knockwire/domain/conditions/sources/readers'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { observationOf } from '@knockwire/domain/executions/observation'
import type { Client } from '../api/client.ts'
import type { DefinedObject } from '@knockwire/domain/file/export-file'

export interface MetCondition {
  key: string
  reason: string
}

const bytesOf = ({ base64, content, encoding }: HttpBody): Uint8Array =>
  base64 === undefined ? Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8') : Buffer.from(base64, 'base64')

const observe = ({ response, responseTimeMs }: ExecutionView): Observation =>
  observationOf({
    statusCode: response?.statusCode ?? null,
    responseTimeMs,
    responseHeaders: response?.headers ?? null,
    responseBody: response === null ? null : bytesOf(response.body),
    isTruncated: response?.body.isTruncated ?? false,
  })

/** The run that changes are compared with, and some before it. */
async function earlierRuns(client: Client, taskId: string, execution: ExecutionView): Promise<Observation[]> {
  const { results } = await client.listExecutions({ taskId, page: 0, size: 20, include: 'details' })
  // With their details, as asked for.
  return (results as ExecutionView[])
    .filter(({ id, status }) => id < execution.id && (status === 'SUCCEEDED' || status === 'FAILED'))
    .map(observe)
}

/** Which notifications of the task have a condition that this run meets. A test notifies nobody, so the server decides none. */
export async function metConditions(
  client: Client,
  task: DefinedObject,
  execution: ExecutionView,
): Promise<MetCondition[]> {
  const notifications = task.notifications as { key: string | null; id?: string; type: string; condition: Condition }[]
  const looksBack = notifications.some(({ condition }) => operandsOf(condition).some(usesPreviousValue))
  const earlier = looksBack ? await earlierRuns(client, task.id, execution) : []
  const current = observe(execution)
  return notifications.flatMap(({ key, id, type, condition }) => {
    const { holds, operands } = evaluateObserved(condition, current, earlier, extractValue)
    const reasons = operands.filter((operand) => operand.holds).map(({ reason }) => reason)
    return holds ? [{ key: key ?? id ?? type, reason: reasons.join('; ') }] : []
  })
}
