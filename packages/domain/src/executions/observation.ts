import type { Observation } from '../conditions/resolve-value.ts'
import { decodeBody } from './body-text.ts'

/** What is kept of an answer, as the database gives it. */
export interface KeptAnswer {
  statusCode: number | null
  responseTimeMs: number | null
  responseHeaders: Readonly<Record<string, string>> | null
  responseBody: Uint8Array | null
  isTruncated: boolean
}

/** An ended execution as conditions and templates look at it. */
export function observationOf(answer: KeptAnswer): Observation {
  const { statusCode, responseTimeMs, responseHeaders, responseBody, isTruncated } = answer
  if (statusCode === null) return { statusCode: null, responseTimeMs: null, headers: null, body: null }
  const headers = Object.entries(responseHeaders ?? {})
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const body = decodeBody(responseBody ?? new Uint8Array(), contentType, isTruncated)
  return { statusCode, responseTimeMs, headers, body }
}
