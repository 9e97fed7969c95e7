import { z } from 'zod'
import { errorCodes } from './error-codes.ts'

export const ErrorCode = z.enum(errorCodes)
export type ErrorCode = z.infer<typeof ErrorCode>

/** One message for each field key of section 5 of the specification. */
export const FieldErrors = z.record(z.string(), z.string())
export type FieldErrors = z.infer<typeof FieldErrors>

/**
 * The key of section 5 of the specification for a path in a call's body (`['request', 'target', 'uri']`), if it has one.
 * `body`: as it was sent, so of any form.
 */
export type FieldKeyOf = (path: readonly string[], body?: unknown) => string | undefined

/**
 * One reason for a rejection. `path`: the JSON Pointer (RFC 6901) of the value in the body, the query or the headers; null
 * where no single value is to blame. `key`: the key of the same message in `errors`.
 */
export const Problem = z.object({
  in: z.enum(['body', 'query', 'headers']),
  path: z.string().nullable(),
  key: z.string().optional(),
  /** `invalid_value` for a rule of the product, otherwise what the schema found, such as `invalid_type`. */
  code: z.string(),
  message: z.string(),
  /** The values that are accepted there, where they can be listed. */
  allowed: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  /** Of a body that is no JSON: where it stops being JSON. `offset` counts UTF-16 units from 0, the others count from 1. */
  position: z.object({ offset: z.number().int(), line: z.number().int(), column: z.number().int() }).optional(),
})
export type Problem = z.infer<typeof Problem>

/** Every rejection on the wire. */
export const ErrorView = z.object({
  code: ErrorCode,
  message: z.string(),
  errors: FieldErrors.optional(),
  /** Every reason at once, each with its place. */
  problems: z.array(Problem).optional(),
  /** By which the server's operator finds the call in its log; also in the header `X-Request-Id`. */
  requestId: z.string().optional(),
  /** The message again, of the calls whose rejections the specification names so. */
  error: z.string().optional(),
  /** Of a save that started from an older version: what is stored now, as the call that reads it answers. */
  current: z.unknown().optional(),
  /** Beside `current`: the dotted paths of the fields that were changed meanwhile. */
  changedFields: z.array(z.string()).optional(),
  /** Of a history that is followed, where rows behind the caller's cursor were deleted: the cursor to go on with. */
  cursor: z.string().optional(),
  /** Beside `cursor`: how many rows are gone; null where that is not known. */
  missed: z.number().int().nullable().optional(),
})
export type ErrorView = z.infer<typeof ErrorView>

interface Conflict {
  current: object
  changedFields: string[]
}

/** Rows of a history that were deleted before somebody who follows it read them; see `ErrorView`. */
export interface Gap {
  cursor: string
  missed: number | null
}

interface Details {
  conflict?: Conflict
  gap?: Gap
  errors?: FieldErrors
  problems?: Problem[]
  /** The methods that the address takes. */
  allow?: readonly string[]
  retryAfterSeconds?: number
  cause?: unknown
}

/** A rejected command. `message` is shown to the user, so it says what to do about it. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly errors: FieldErrors | undefined
  readonly problems: Problem[] | undefined
  readonly allow: readonly string[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly conflict: Conflict | undefined
  readonly gap: Gap | undefined

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.errors = details.errors
    this.problems = details.problems
    this.allow = details.allow
    this.retryAfterSeconds = details.retryAfterSeconds
    this.conflict = details.conflict
    this.gap = details.gap
  }
}

/** Rejects a form: `errors` maps each field key to its message. */
export const invalidFields = (errors: FieldErrors, message = 'Correct the marked fields.', problems?: Problem[]) =>
  new AppError('INVALID_FIELDS', message, { errors, ...(problems && { problems }) })

/** Throws where there is an error. The first message is the error's own too, for where no form is shown. */
export const throwIfInvalid = (errors: FieldErrors): void => {
  const [first] = Object.values(errors)
  if (first !== undefined) throw invalidFields(errors, first)
}

/** Also what another account's object is, so that ids cannot be probed. */
export const notFound = (thing: string) => new AppError('NOT_FOUND', `There is no such ${thing}.`)
