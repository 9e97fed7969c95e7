import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { configureZodErrors } from './zod-errors.ts'
import { issueMessage, limitMessage } from './zod-issues.ts'

beforeAll(() => configureZodErrors(issueMessage))
afterAll(() => void z.config({ customError: undefined }))

it.each<[string, z.ZodType, unknown]>([
  ['Is required.', z.string(), undefined],
  ['Must be a string.', z.string(), 7],
  ['Must be a number.', z.number(), 'x'],
  ['Must be a whole number.', z.int(), 1.5],
  ['Must be true or false.', z.boolean(), 'yes'],
  ['Must be an object.', z.object({}), []],
  ['Must be an array.', z.array(z.string()), {}],
  ['Must be "+1".', z.literal('+1'), '+2'],
  ['Must be one of "a", "b".', z.enum(['a', 'b']), 'c'],
  ['Must be one of 1, 5.', z.literal([1, 5]), 2],
  ['Must be an id (a UUID).', z.uuid(), 'mine'],
  ['Must be an email address.', z.email(), 'mine'],
  ['Must be a time in ISO 8601, such as 2026-01-31T12:00:00Z.', z.iso.datetime(), 'today'],
  ['Must match /^a/.', z.string().regex(/^a/), 'b'],
  ['Must be cidrv4.', z.cidrv4(), 'x'],
  ['Must be a multiple of 5.', z.number().multipleOf(5), 7],
  ['Has no field "b".', z.strictObject({}), { b: 1 }],
  ['Has no fields "b", "c".', z.strictObject({}), { b: 1, c: 2 }],
  ['Has a name that is not accepted.', z.record(z.string().regex(/^a/), z.string()), { b: '' }],
  ['Must have one of the forms that the API reference lists.', z.union([z.object({ a: z.string() }), z.string()]), 7],
])('the message of an issue that no form can cause: %s', (message, schema, value) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('an issue of a kind that is not known is said in general words', () => {
  expect(issueMessage({ code: 'custom', input: 1 })).toBe('Is not accepted.')
})

it('a long list of values is cut', () => {
  const many = z.enum(Array.from({ length: 31 }, (_, at) => `v${at}`))
  expect(many.safeParse('x').error?.issues[0]?.message).toMatch(/^Must be one of "v0", .*"v29", …\.$/)
})

it.each([
  ['too_small', { origin: 'number', minimum: 0 }, 'Must be 0 or more.'],
  ['too_big', { origin: 'number', maximum: 5 }, 'Must be 5 or less.'],
  ['too_small', { origin: 'string', minimum: 2 }, 'Must have at least 2 characters.'],
  ['too_big', { origin: 'array', maximum: 2 }, 'Must have at most 2 items.'],
  ['invalid_type', {}, undefined],
])('a limit of a query is said as a rule: %s %j', (code, limit, message) => {
  expect(limitMessage(code, limit)).toBe(message)
})
