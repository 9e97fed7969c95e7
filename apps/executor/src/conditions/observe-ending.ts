import type { Observation } from '@knockwire/domain/conditions/sources/source'
import { observationOf } from '@knockwire/domain/executions/observation'
import type { CallOutcome } from '../run/execution.ts'

const noAnswer: Observation = { statusCode: null, responseTimeMs: null, headers: null, body: null }

/** What conditions look at of a run. The body is only read where a condition asks for it. */
export const observeOutcome = (result: CallOutcome): Observation => {
  if (result.status === 'FAILED') return noAnswer
  const { statusCode, headers, body: responseBody, isTruncated } = result.response
  const { responseTimeMs } = result
  const read = () => observationOf({ statusCode, responseTimeMs, responseHeaders: headers, responseBody, isTruncated })
  let body: { text: string | null } | undefined
  return {
    statusCode,
    responseTimeMs,
    headers,
    get body() {
      body ??= { text: read().body }
      return body.text
    },
  }
}
