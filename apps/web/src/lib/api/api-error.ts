import { errorCodes } from '@knockwire/domain/error-codes'
import type { ErrorCode, ErrorView, FieldErrors } from '@knockwire/domain/errors'

interface Details {
  status: number
  code: ErrorCode
  message: string
  errors?: FieldErrors | undefined
  retryAfter?: number | undefined
  current?: unknown
  isExplained?: boolean
}

/** A call that was rejected or did not get through. `status` 0: there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode
  /** One message for each field key; empty where the rejection is about no field. */
  readonly errors: FieldErrors
  /** Seconds; undefined where the server named none. */
  readonly retryAfter: number | undefined
  /** Of a save that started from an older version: what is stored now. */
  readonly current: unknown
  /** Whether the message is the server's own, rather than what is said of such a status. */
  readonly isExplained: boolean

  constructor({ status, code, message, errors = {}, retryAfter, current, isExplained = false }: Details) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
    this.current = current
    this.isExplained = isExplained
  }

  /** The same rejection, with what is stored now as it was checked. */
  withCurrent(current: unknown): ApiError {
    const { status, code, message, errors, retryAfter, isExplained } = this
    return new ApiError({ status, code, message, errors, retryAfter, isExplained, current })
  }
}

/** Parses an error response. It may also come from a proxy, with a body of another form. */
export function readApiError(status: number, body: unknown, retryAfterHeader: string | null): ApiError {
  const retryAfter = retryAfterSeconds(retryAfterHeader)
  if (isErrorView(body)) {
    const { code, message, errors, current } = body
    return new ApiError({ status, code, message, errors, current, retryAfter, isExplained: true })
  }
  return new ApiError({ status, code: codeOfStatus(status), message: unreadableMessage(status), retryAfter })
}

type RejectionView = Pick<ErrorView, 'code' | 'message' | 'errors' | 'current'>

/** Checked by hand rather than by its schema, with which the pages of visitors would load the schema library. */
function isErrorView(body: unknown): body is RejectionView {
  if (!isRecord(body)) return false
  const { code, message, errors } = body
  return (
    errorCodes.some((known) => known === code) &&
    typeof message === 'string' &&
    (errors === undefined || (isRecord(errors) && Object.values(errors).every((text) => typeof text === 'string')))
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const unreachableError = () =>
  new ApiError({
    status: 0,
    code: 'UNAVAILABLE',
    message: 'The server cannot be reached. Check your connection and try again.',
  })

/** What to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong. Try again.'

/** The message for each invalid field; null where the error is about no field, or no rejection at all. */
export const fieldErrorsIn = (error: unknown): FieldErrors | null =>
  error instanceof ApiError && Object.keys(error.errors).length > 0 ? error.errors : null

/**
 * What is stored now, where a save was rejected since it was changed elsewhere meanwhile; null for any other error. It is
 * of the type with which the save would have been answered, and was checked as that.
 */
export const storedNowIn = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'OUT_OF_DATE' ? (error.current ?? null) : null

/** Seconds that the server asked to wait; undefined where it did not. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.retryAfter : undefined

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status

/** For deletions: what was deleted already, in another window perhaps, is deleted. */
export function ignoreNotFound(error: unknown): void {
  if (!isStatus(error, 404)) throw error
}

function retryAfterSeconds(header: string | null): number | undefined {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'SIGNED_OUT'
  if (status === 404) return 'NOT_FOUND'
  if (status === 413) return 'TOO_LARGE'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 502 || status === 503 || status === 504) return 'UNAVAILABLE'
  return status < 500 ? 'MALFORMED' : 'INTERNAL'
}

const unreadableMessage = (status: number) =>
  status >= 500
    ? `Something went wrong on our side (${status}). Try again in a moment.`
    : `Something went wrong (${status}). Try again.`
