import type { SimpleCondition } from './condition.ts'
import { extractHtml } from './extract-html.ts'
import { extractJson } from './extract-json.ts'
import { type Observation, parsesBody, resolved, type Resolved, resolvePlain } from './resolve-value.ts'

/** The value of any source. For those that parse the body this belongs in a worker with a deadline. */
export function extractValue(
  operand: Pick<SimpleCondition, 'source' | 'property'>,
  observation: Observation,
): Resolved {
  const { source, property } = operand
  if (!parsesBody(source)) return resolved(resolvePlain(source, property, observation))
  return source === 'response_body_json'
    ? extractJson(observation.body, property)
    : extractHtml(observation.body, property)
}
