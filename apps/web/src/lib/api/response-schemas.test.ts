import { expect, it } from 'vitest'
import { z } from 'zod'
import { responseSchemas } from './response-schemas.ts'

/** Kinds of schema that give a value back as it came; an object leaves out what it does not know, which the API never sends. */
const unchanging: ReadonlySet<string> = new Set([
  'any',
  'array',
  'boolean',
  'enum',
  'literal',
  'never',
  'null',
  'nullable',
  'number',
  'object',
  'optional',
  'record',
  'string',
  'tuple',
  'union',
  'unknown',
])

/**
 * Where a schema makes another value of the one that it parses. A default does not: it stands in for what is missing, and
 * the API rejects what is missing as it writes the response.
 */
function changesIn(schema: z.core.$ZodType, path: string): string[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
  const overwrites = ((def['checks'] ?? []) as z.core.$ZodCheck[]).some((check) => check._zod.def.check === 'overwrite')
  const isKnown = unchanging.has(def.type) || def.type === 'default'
  const own =
    isKnown && !overwrites && def['coerce'] !== true ? [] : [`${path}: ${overwrites ? 'overwrite' : def.type}`]
  return [...own, ...innerOf(def).flatMap(([name, inner]) => changesIn(inner, `${path}.${name}`))]
}

/** The schemas of which a schema consists. */
const innerOf = (def: Record<string, unknown>): [string, z.core.$ZodType][] =>
  Object.entries(def).flatMap(([name, value]): [string, z.core.$ZodType][] => {
    if (name === 'shape') return Object.entries(value as z.core.$ZodShape)
    const parts: unknown[] = Array.isArray(value) ? value : [value]
    return parts.flatMap((part) => (part instanceof z.core.$ZodType ? [[name, part]] : []))
  })

it.each(Object.entries(responseSchemas))('a response is the same whether it is checked or not: %s', (name, schema) => {
  expect(changesIn(schema, name)).toEqual([])
})

it.each([
  ['a transformation', z.object({ a: z.string().transform(Number) })],
  ['an overwritten text', z.array(z.object({ a: z.string().trim().nullable() }))],
  ['a coerced number', z.union([z.string(), z.coerce.number()])],
  ['a date', z.tuple([z.date()])],
  ['what stands in for a wrong value', z.record(z.string(), z.string().catch(''))],
])('a schema with %s would change a response', (_what, schema) => {
  expect(changesIn(schema, 'it')).not.toEqual([])
})

it('a default stands in for nothing that the API sends', () => {
  const schema = z.object({ a: z.string().default('x') })
  expect(z.safeEncode(schema, {} as z.output<typeof schema>).success).toBe(false)
  expect(schema.parse({ a: '' })).toEqual({ a: '' })
})
