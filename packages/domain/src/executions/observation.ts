import type { Observation } from '../conditions/sources/source.ts'
import type { ReadonlyHeaderList } from '../headers/header-list.ts'
import { contentTypeOf } from '../headers/read-headers.ts'
import { decodeBody } from '../charsets/decode-body.ts'

/** What an execution keeps of a body, decoded. One that is cut and shorter ended early. */
export const keptBodyBytes = 1_048_576

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
  const bytes = responseBody ?? new Uint8Array()
  const body = decodeBody(bytes, contentTypeOf(headers), isTruncated)
  const bodyProblem = isTruncated ? cutProblemOf(bytes) : body === null ? 'The body is not text.' : null
  return { statusCode, responseTimeMs, headers, body, bodyProblem }
}

/** What is left of a body that was cut says nothing about the rest of it. */
const cutProblemOf = ({ length }: Uint8Array): string =>
  length < keptBodyBytes
    ? 'The body is incomplete: the rest of it did not arrive.'
    : 'The body is too long: only its beginning is stored.'
