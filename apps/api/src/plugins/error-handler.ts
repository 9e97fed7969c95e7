import { isDatabaseOutage } from '@knockwire/db/failures/database-outage'
import {
  AppError,
  type ErrorCode,
  type ErrorView,
  type FieldErrors,
  invalidFields,
  type Problem,
} from '@knockwire/domain/errors'
import { limitMessage } from '@knockwire/domain/schema-errors/zod-issues'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import { logIdsOf } from './observe/log-ids.ts'
import { bearerToken } from './origin/own-origin.ts'
import { fieldProblems, schemaProblems } from './rejection-problems.ts'

/** A wrong type or an unknown name is a broken client, not a form to correct. */
const malformedKeywords = new Set(['invalid_type', 'unrecognized_keys', 'invalid_union', 'invalid_key'])

type Issue = ZodFastifySchemaValidationError

const fieldErrorsOf = (
  issues: readonly Issue[],
  keyOf: (path: readonly string[]) => string | undefined,
): FieldErrors | null => {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const key = malformedKeywords.has(issue.keyword) ? undefined : keyOf(issue.instancePath.split('/').slice(1))
    if (key === undefined) return null
    errors[key] ??= issue.message ?? 'Correct this field.'
  }
  return errors
}

/** The sentences of `issueMessage` go on after the name of the field; a schema's own stand alone. */
const goesOn = /^(Must|Has|Is) /

const messageAbout = ({ instancePath, keyword, params, message = 'Is not accepted.' }: Issue, where: Problem['in']) => {
  const path = instancePath.slice(1).replaceAll('/', '.')
  const subject = path === '' ? `The ${where}` : path
  const rule = limitMessage(keyword, params) ?? message
  return goesOn.test(rule)
    ? `${subject} ${rule.charAt(0).toLowerCase()}${rule.slice(1)}`
    : `${subject} is not accepted: ${rule}`
}

const malformedBy = (issues: readonly Issue[], where: Problem['in']) => {
  const [first] = issues
  const message = first === undefined ? `The ${where} is not accepted.` : messageAbout(first, where)
  return new AppError('MALFORMED', message, { problems: schemaProblems(issues, where) })
}

const pathNotFound = () => new AppError('NOT_FOUND', 'There is no such address.')

/** What a schema refused, by the fields of the form where the route has one; null for any other error. */
export const invalidRequest = (error: unknown, request: FastifyRequest): AppError | null => {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const { validationContext = 'body' } = error
  if (validationContext === 'params') return pathNotFound()
  const where = partOf[validationContext] ?? 'body'
  const { fieldKeyOf } = request.routeOptions.config
  const errors =
    where === 'body' && fieldKeyOf !== undefined
      ? fieldErrorsOf(error.validation, (path) => fieldKeyOf(path, request.body))
      : null
  if (errors === null) return malformedBy(error.validation, where)
  return invalidFields(errors, undefined, schemaProblems(error.validation, where))
}

const partOf: Partial<Record<string, Problem['in']>> = { querystring: 'query', headers: 'headers' }

export const statusOf: Record<ErrorCode, number> = {
  MALFORMED: 400,
  INVALID_FIELDS: 422,
  SIGNED_OUT: 401,
  WRONG_CREDENTIALS: 401,
  FOREIGN_ORIGIN: 403,
  WRONG_HOST: 421,
  OTHER_ACCOUNT: 409,
  FORBIDDEN: 403,
  CONFIRMATION_NEEDED: 403,
  ADDRESS_UNCONFIRMED: 403,
  ACCOUNT_SUSPENDED: 403,
  SIGN_UPS_CLOSED: 403,
  INVITATION_NEEDED: 403,
  SIGN_IN_METHOD_OFF: 403,
  NOT_FOUND: 404,
  GONE: 410,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  OUT_OF_DATE: 409,
  PRECONDITION_FAILED: 412,
  PLAN_LIMIT: 409,
  PAYMENT_FAILED: 402,
  RATE_LIMITED: 429,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  NOT_SET_UP: 501,
  UNAVAILABLE: 503,
  INTERNAL: 500,
}

const asAppError = (error: FastifyError, request: FastifyRequest): AppError => {
  if (error instanceof AppError) return error
  const invalid = invalidRequest(error, request)
  if (invalid !== null) return invalid
  if (isDatabaseOutage(error)) {
    return new AppError('UNAVAILABLE', 'The database cannot be reached or is busy. Try again in a moment.', {
      retryAfterSeconds: 2,
      cause: error,
    })
  }
  if (error.statusCode === 414) return new AppError('TOO_LARGE', 'The address is too long.', { cause: error })
  if (error.statusCode === 415) {
    return new AppError('UNSUPPORTED_TYPE', 'Send the body as JSON, with the header Content-Type: application/json.', {
      cause: error,
    })
  }
  if (error.statusCode === 413) return new AppError('TOO_LARGE', 'The request is too large.', { cause: error })
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('MALFORMED', 'The request cannot be read.', { cause: error })
  }
  return new AppError(
    'INTERNAL',
    `Something went wrong on our side. If it keeps happening, send us this number: ${request.id}.`,
    { cause: error },
  )
}

/** Statuses that say more than the code does. */
const statusesOfFastify: ReadonlySet<number> = new Set([414])

const statusFor = ({ statusCode }: FastifyError, rejection: AppError) =>
  statusCode !== undefined && statusesOfFastify.has(statusCode) ? statusCode : statusOf[rejection.code]

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
export const installErrorHandler = (
  app: FastifyInstance,
  /** Called with an error that no route expects, and its route. */
  onUnexpected: (error: Error, route: string) => void = () => {},
) => {
  app.decorateRequest('rejectedAs', null)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const rejection = asAppError(error, request)
    const status = statusFor(error, rejection)
    const { url: route } = request.routeOptions
    request.rejectedAs = rejection.code
    if (hasCallerLeft(error, request, reply)) request.log.info({ ...logIdsOf(request), route }, 'client disconnected')
    else if (status >= 500) {
      request.log.error({ ...logIdsOf(request), err: error, route }, 'request failed')
      if (rejection.code === 'INTERNAL') onUnexpected(error, `${request.method} ${route ?? ''}`)
    }
    return sendRejection(reply.code(status), rejection, request)
  })
}

/** `routableUrl` leaves nothing to this; Fastify's own answer would repeat the address. */
export const answerUnreadableAddress = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  void sendRejection(reply.code(404), pathNotFound(), request)

/** Errors by key are given their places in the body as well, for programs that know no form. */
const problemsOf = ({ errors, problems }: AppError, { body, routeOptions }: FastifyRequest) =>
  problems ?? (errors && fieldProblems(errors, body, routeOptions.config.fieldKeyOf))

/** RFC 9110, 15.5.2: a 401 names a way to sign in. The scheme makes no browser ask for a password. */
const challenge = ({ headers }: FastifyRequest) =>
  bearerToken(headers) === null ? 'Bearer realm="Knockwire"' : 'Bearer realm="Knockwire", error="invalid_token"'

const sendRejection = (reply: FastifyReply, rejection: AppError, request: FastifyRequest) => {
  const { hasErrorField = false } = request.routeOptions.config
  const problems = problemsOf(rejection, request)
  reply.header('cache-control', 'no-store').header('x-request-id', request.id)
  if (reply.statusCode === 401) reply.header('www-authenticate', challenge(request))
  if (rejection.allow !== undefined) reply.header('allow', rejection.allow.join(', '))
  if (rejection.retryAfterSeconds !== undefined) reply.header('retry-after', String(rejection.retryAfterSeconds))
  const view: ErrorView = {
    code: rejection.code,
    message: rejection.message,
    ...(rejection.errors && { errors: rejection.errors }),
    ...(problems && { problems }),
    requestId: request.id,
    ...rejection.conflict,
    ...rejection.gap,
    ...(hasErrorField && { error: rejection.message }),
  }
  // Already a string: the route's schema for this status, if any, is for its own answers.
  return reply
    .type('application/json; charset=utf-8')
    .serializer((payload: string) => payload)
    .send(JSON.stringify(view))
}
