import { joinedHeader, type ReadonlyHeaderList } from '../headers/header-list.ts'
import type { ConditionSource } from './condition.ts'
import type { JsonValue } from './json-value.ts'

/** What conditions may look at of an execution; all null where no response came. */
export interface Observation {
  statusCode: number | null
  responseTimeMs: number | null
  headers: ReadonlyHeaderList | null
  /** Null also where the body is binary. */
  body: string | null
}

/**
 * The value that a source gives. A `problem` says why it could not be read within bounds (a bomb, a worker that ran out
 * of time); the value then counts as null.
 */
export interface Resolved {
  value: JsonValue
  problem: string | null
}

export const resolved = (value: JsonValue): Resolved => ({ value, problem: null })
export const unresolved = (problem: string): Resolved => ({ value: null, problem })

export type BodySource = 'response_body_json' | 'response_body_html_element'
export type PlainSource = Exclude<ConditionSource, BodySource>

/** Whether the source is read by parsing the body, which belongs in a bounded worker. */
export const parsesBody = (source: ConditionSource): source is BodySource =>
  source === 'response_body_json' || source === 'response_body_html_element'

const readers: Readonly<Record<PlainSource, (observation: Observation, property: string) => JsonValue>> = {
  response_code: ({ statusCode }) => statusCode,
  response_time: ({ responseTimeMs }) => responseTimeMs,
  response_header: headerValue,
  response_body_text: ({ body }) => body,
}

/** The value of a source for which nothing is parsed. */
export const resolvePlain = (source: PlainSource, property: string, observation: Observation) =>
  readers[source](observation, property)

function headerValue({ headers }: Observation, property: string): string | null {
  return joinedHeader(headers ?? [], property.trim())
}
