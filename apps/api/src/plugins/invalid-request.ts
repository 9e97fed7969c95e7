import { AppError, type FieldErrors, invalidFields } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'
import type { FieldKeyOf } from './route-config.ts'

/** A wrong type or an unknown name is a broken client, not a form to correct. */
const malformedKeywords = new Set(['invalid_type', 'unrecognized_keys', 'invalid_union', 'invalid_key'])

const fieldErrorsOf = (
  issues: readonly ZodFastifySchemaValidationError[],
  fieldKeyOf: FieldKeyOf,
): FieldErrors | null => {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const key = malformedKeywords.has(issue.keyword) ? undefined : fieldKeyOf(issue.instancePath.split('/').slice(1))
    if (key === undefined) return null
    errors[key] ??= issue.message ?? 'Please correct this field.'
  }
  return errors
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')

const malformedBy = ([issue]: readonly ZodFastifySchemaValidationError[], where: string) => {
  const path = (issue?.instancePath ?? '').slice(1).replaceAll('/', '.')
  return new AppError(
    'MALFORMED',
    `The ${where} cannot be read${path === '' ? '' : ` at ${path}`}: ${withoutStop(issue?.message ?? 'it has another form')}.`,
  )
}

export const nothingThere = () => new AppError('NOT_FOUND', 'There is nothing at this address.')

/** What a schema refused, by the fields of the form where the route has one; null for any other error. */
export const invalidRequest = (error: unknown, request: FastifyRequest): AppError | null => {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const where = error.validationContext ?? 'body'
  if (where === 'params') return nothingThere()
  const { fieldKeyOf } = request.routeOptions.config
  const errors = where === 'body' && fieldKeyOf !== undefined ? fieldErrorsOf(error.validation, fieldKeyOf) : null
  return errors === null
    ? malformedBy(error.validation, where === 'querystring' ? 'query' : where)
    : invalidFields(errors)
}
