import type { Observation } from '../conditions/sources/source.ts'
import type { ReadonlyHeaderList } from '../headers/header-list.ts'
import { contentTypeOf } from '../headers/read-headers.ts'
import { decodeBody } from '../charsets/decode-body.ts'

/** What is kept of an answer, its headers decrypted. */
export interface StoredResponse {
  statusCode: number | null
  responseTimeMs: number | null
  responseHeaders: ReadonlyHeaderList | null
  responseBody: Uint8Array | null
  isTruncated: boolean
}

/** An ended execution as conditions and templates look at it. */
export function observationOf(answer: StoredResponse): Observation {
  const { statusCode, responseTimeMs, responseHeaders, responseBody, isTruncated } = answer
  if (statusCode === null) return { statusCode: null, responseTimeMs: null, headers: null, body: null }
  const headers = responseHeaders ?? []
  const body = decodeBody(responseBody ?? new Uint8Array(), contentTypeOf(headers), isTruncated)
  return { statusCode, responseTimeMs, headers, body, bodyProblem: bodyProblemOf(body, isTruncated) }
}

/** What is left of a body that was cut says nothing about the rest of it. */
const bodyProblemOf = (body: string | null, isTruncated: boolean): string | null => {
  if (isTruncated) return 'The body is too long: it was cut.'
  return body === null ? 'The body is not text.' : null
}
