import { AppError, type ErrorCode, type ErrorView, type FieldErrors, invalidFields } from '@knockwire/domain/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { logIdsOf } from './log-ids.ts'

/** SQLSTATE classes and codes of a server that is away, restarting, or out of connections. */
const awaySqlState = /^(08...|57P0[123]|53300)$/
const awaySystemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
/** node-postgres gives these no code. */
const awayMessage =
  /timeout exceeded when trying to connect|connection terminated|Client has encountered a connection error/i

const isAway = (error: Error & { code?: unknown }) =>
  typeof error.code === 'string'
    ? awaySqlState.test(error.code) || awaySystemCodes.has(error.code)
    : awayMessage.test(error.message)

/** Whether an error, or what caused it, says that no database connection could be had: trying again later may help. */
const isDatabaseAway = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isAway(cause)) return true
    if (cause instanceof AggregateError) return cause.errors.some(isDatabaseAway)
  }
  return false
}

/** A wrong type or an unknown name is a broken client, not a form to correct. */
const malformedKeywords = new Set(['invalid_type', 'unrecognized_keys', 'invalid_union', 'invalid_key'])

const fieldErrorsOf = (
  issues: readonly ZodFastifySchemaValidationError[],
  keyOf: (path: readonly string[]) => string | undefined,
): FieldErrors | null => {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const key = malformedKeywords.has(issue.keyword) ? undefined : keyOf(issue.instancePath.split('/').slice(1))
    if (key === undefined) return null
    errors[key] ??= issue.message ?? 'Please correct this field.'
  }
  return errors
}

const withoutStop = (message: string) => message.replace(/\.$/, '')

const malformedBy = ([issue]: readonly ZodFastifySchemaValidationError[], where: string) => {
  const path = (issue?.instancePath ?? '').slice(1).replaceAll('/', '.')
  return new AppError(
    'MALFORMED',
    `The ${where} cannot be read${path === '' ? '' : ` at ${path}`}: ${withoutStop(issue?.message ?? 'it has another form')}.`,
  )
}

const pathNotFound = () => new AppError('NOT_FOUND', 'There is nothing at this address.')

/** What a schema refused, by the fields of the form where the route has one; null for any other error. */
export const invalidRequest = (error: unknown, request: FastifyRequest): AppError | null => {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const where = error.validationContext ?? 'body'
  if (where === 'params') return pathNotFound()
  const { fieldKeyOf } = request.routeOptions.config
  const errors =
    where === 'body' && fieldKeyOf !== undefined
      ? fieldErrorsOf(error.validation, (path) => fieldKeyOf(path, request.body))
      : null
  return errors === null
    ? malformedBy(error.validation, where === 'querystring' ? 'query' : where)
    : invalidFields(errors)
}

export const statusOf: Record<ErrorCode, number> = {
  MALFORMED: 400,
  INVALID_FIELDS: 422,
  SIGNED_OUT: 401,
  WRONG_CREDENTIALS: 401,
  FOREIGN_ORIGIN: 403,
  WRONG_HOST: 421,
  FORBIDDEN: 403,
  CONFIRMATION_NEEDED: 403,
  ADDRESS_UNCONFIRMED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  OUT_OF_DATE: 409,
  PLAN_LIMIT: 409,
  PAYMENT_FAILED: 402,
  RATE_LIMITED: 429,
  TOO_LARGE: 413,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

const asAppError = (error: FastifyError, request: FastifyRequest): AppError => {
  if (error instanceof AppError) return error
  const invalid = invalidRequest(error, request)
  if (invalid !== null) return invalid
  if (isDatabaseAway(error)) {
    return new AppError('UNAVAILABLE', 'The database cannot be reached just now. Please try again in a moment.', {
      retryAfterSeconds: 2,
      cause: error,
    })
  }
  if (error.statusCode === 413) return new AppError('TOO_LARGE', 'The request is too large.', { cause: error })
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('MALFORMED', 'The request cannot be read.', { cause: error })
  }
  return new AppError(
    'INTERNAL',
    `Something went wrong on our side. If it stays so, tell us this number: ${request.id}.`,
    { cause: error },
  )
}

const statusFor = (error: FastifyError, rejection: AppError) =>
  rejection.code === 'MALFORMED' && error.statusCode === 415 ? 415 : statusOf[rejection.code]

/** While the request or the answer was on its way: nobody is there to answer, and nothing is amiss. */
const hasCallerLeft = (error: FastifyError, { raw: request }: FastifyRequest, { raw: reply }: FastifyReply) =>
  request.errored === error || (reply.destroyed && error.code === 'ERR_STREAM_PREMATURE_CLOSE')

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was rejected, for the log; null while it was not. */
    rejectedAs: ErrorCode | null
  }
}

/** The one place where an error becomes a status code. */
export const installErrorHandler = (app: FastifyInstance) => {
  app.decorateRequest('rejectedAs', null)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const rejection = asAppError(error, request)
    const status = statusFor(error, rejection)
    const { url: route } = request.routeOptions
    request.rejectedAs = rejection.code
    if (hasCallerLeft(error, request, reply)) request.log.info({ ...logIdsOf(request), route }, 'client disconnected')
    else if (status >= 500) request.log.error({ ...logIdsOf(request), err: error, route }, 'request failed')
    return sendRejection(reply.code(status), rejection, request.routeOptions.config.hasErrorField)
  })
}

/** For an address that no route is even looked up for: it cannot be decoded, or a part of it is too long. */
export const answerUnreadableAddress = (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
  void sendRejection(reply.code(404), pathNotFound())

const sendRejection = (reply: FastifyReply, rejection: AppError, hasErrorField = false) => {
  reply.header('cache-control', 'no-store')
  if (rejection.retryAfterSeconds !== undefined) reply.header('retry-after', String(rejection.retryAfterSeconds))
  const view: ErrorView = {
    code: rejection.code,
    message: rejection.message,
    ...(rejection.errors && { errors: rejection.errors }),
    ...rejection.conflict,
    ...(hasErrorField && { error: rejection.message }),
  }
  // Already a string: the route's schema for this status, if any, is for its own answers.
  return reply
    .type('application/json; charset=utf-8')
    .serializer((payload: string) => payload)
    .send(JSON.stringify(view))
}
