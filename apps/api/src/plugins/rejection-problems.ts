import type { FieldErrors, FieldKeyOf, Problem } from '@knockwire/domain/errors'
import { intervalOptions } from '@knockwire/domain/schedules/schedule-choices'
import { limitMessage } from '@knockwire/domain/schema-errors/zod-issues'
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod'

/** What a schema has against a call: each value by its JSON Pointer (RFC 6901), an unknown field by its own. */
export const schemaProblems = (issues: readonly ZodFastifySchemaValidationError[], where: Problem['in']): Problem[] =>
  issues.flatMap(({ instancePath, keyword, message = 'Is not accepted.', params }) => {
    const { keys } = params
    const text = (where === 'body' ? undefined : limitMessage(keyword, params)) ?? message
    const parent = instancePath === '/' ? '' : instancePath
    const paths = Array.isArray(keys) ? keys.map((key) => parent + pointerOf([String(key)])) : [parent]
    const allowed = allowedIn(params)
    return paths.map((path) => ({ in: where, path, code: keyword, message: text, ...(allowed && { allowed }) }))
  })

type Allowed = NonNullable<Problem['allowed']>

/** The values of a list that a schema asks for one of. */
const allowedIn = ({ values }: ZodFastifySchemaValidationError['params']): Allowed | undefined =>
  Array.isArray(values) ? values.filter(isPlain) : undefined

const isPlain = (value: unknown): value is Allowed[number] =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** What the rules of a field take, where that is a list: their messages are for forms, which show it. */
const allowedByKey: Readonly<Record<string, Allowed>> = {
  intervalSecond: intervalOptions.map(({ intervalSecond }) => intervalSecond),
}

/** Values of a body that are looked at to find where an error belongs; a longer one leaves the path out. */
const mostValues = 10_000

/** What a rule has against fields: the errors by their keys, each with the place in the body that its key stands for. */
export const fieldProblems = (errors: FieldErrors, body: unknown, fieldKeyOf: FieldKeyOf | undefined): Problem[] => {
  const pathOfKey = fieldKeyOf === undefined ? new Map<string, string>() : pathsByKey(body, fieldKeyOf)
  return Object.entries(errors).map(([key, message]) => ({
    in: 'body',
    path: pathOfKey.get(key) ?? null,
    key,
    code: 'invalid_value',
    message,
    ...(allowedByKey[key] && { allowed: allowedByKey[key] }),
  }))
}

/** The first place for each key, outer values before inner ones. */
const pathsByKey = (body: unknown, fieldKeyOf: FieldKeyOf): Map<string, string> => {
  const found = new Map<string, string>()
  const waiting: { path: string[]; value: unknown }[] = [{ path: [], value: body }]
  for (const [index, { path, value }] of waiting.entries()) {
    if (index === mostValues) break
    const key = path.length === 0 ? undefined : fieldKeyOf(path, body)
    if (key !== undefined && !found.has(key)) found.set(key, pointerOf(path))
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (waiting.length < mostValues) waiting.push({ path: [...path, name], value: inner })
    }
  }
  return found
}

const pointerOf = (path: readonly string[]) =>
  path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
