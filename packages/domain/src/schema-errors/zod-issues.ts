import type { z } from 'zod'

/** What a value of each type is called in a sentence; others are called as the schema library calls them. */
const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
}

const formatNames: Record<string, string> = {
  uuid: 'an id (a UUID)',
  email: 'an email address',
  url: 'a URL',
  datetime: 'a time in ISO 8601, such as 2026-01-31T12:00:00Z',
  date: 'a date, such as 2026-01-31',
  base64: 'base64',
}

const quoted = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

/** More of a list than this is left out, so that a message stays one line. */
const mostListed = 30

const listOf = (values: readonly unknown[]) =>
  `${values.slice(0, mostListed).map(quoted).join(', ')}${values.length > mostListed ? ', …' : ''}`

const wrongType = ({ expected, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>) =>
  input === undefined ? 'Is required.' : `Must be ${typeNames[expected] ?? expected}.`

const wrongValue = ({ values }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>) =>
  values.length === 1 ? `Must be ${listOf(values)}.` : `Must be one of ${listOf(values)}.`

const wrongFormat = ({ format, pattern }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>) =>
  format === 'regex' ? `Must match ${pattern}.` : `Must be ${formatNames[format] ?? format}.`

const wrongUnion = (issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>) => {
  const { options } = issue as { options?: unknown }
  return Array.isArray(options) && options.length > 0
    ? `Must be one of ${listOf(options)}.`
    : 'Must have one of the forms that the API reference lists.'
}

/**
 * What is wrong with a value that a form cannot have sent: sentences for those who write programs, which go on after the
 * name of the field ("taskId must be an id (a UUID)"). Undefined for the limits, whose sentences are for forms, too.
 */
export const issueMessage = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue)
    case 'invalid_value':
      return wrongValue(issue)
    case 'invalid_format':
      return wrongFormat(issue)
    case 'invalid_union':
      return wrongUnion(issue)
    case 'unrecognized_keys':
      return `Has no ${issue.keys.length === 1 ? 'field' : 'fields'} ${listOf(issue.keys)}.`
    case 'invalid_key':
      return 'Has a name that is not accepted.'
    case 'invalid_element':
      return 'Has a value that is not accepted.'
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'too_big':
    case 'too_small':
      return undefined
    default:
      return 'Is not accepted.'
  }
}

interface Limit {
  origin?: unknown
  minimum?: unknown
  maximum?: unknown
}

/** The limits in the same words, for a query or a header, which no form shows. */
export const limitMessage = (code: string, { origin, minimum, maximum }: Limit): string | undefined => {
  const unit = origin === 'string' ? ' characters' : origin === 'array' ? ' items' : null
  if (code === 'too_small')
    return unit === null ? `Must be ${String(minimum)} or more.` : `Must have at least ${String(minimum)}${unit}.`
  if (code === 'too_big')
    return unit === null ? `Must be ${String(maximum)} or less.` : `Must have at most ${String(maximum)}${unit}.`
  return undefined
}
