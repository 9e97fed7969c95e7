import { hostileText } from '@knockwire/domain/testing/fuzzing'
import fc from 'fast-check'

/** A part of a JSON Schema as the API's description has it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

const texts: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid({ version: 7 }),
  email: fc.emailAddress(),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  uri: fc.webUrl(),
}

const plain = (max = 60) => fc.string({ maxLength: Math.min(max, 60) })
/** A value of any other kind. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  hostileText(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 1e308, 2 ** 31, 0.5, null, true, [], {}),
)

const numberOf = ({ minimum, exclusiveMinimum, maximum }: Schema) => {
  const min = Math.max(minimum ?? exclusiveMinimum ?? -1000, Number.MIN_SAFE_INTEGER)
  const max = Math.min(maximum ?? min + 100_000, Number.MAX_SAFE_INTEGER)
  return fc.oneof(fc.integer({ min: Math.ceil(min), max: Math.floor(max) }), fc.constantFrom(min, max))
}

const textOfSchema = ({ format, maxLength }: Schema): fc.Arbitrary<string> => {
  const known = format === undefined ? undefined : texts[format]
  const longest = fc.constant('x'.repeat(Math.min(maxLength ?? 100, 20_000)))
  return known ?? fc.oneof({ weight: 6, arbitrary: plain(maxLength) }, longest, hostileText())
}

/** As the description asks, in most places; something else now and then, which a call has to refuse. */
export const inputsOf = (schema: Schema, resolve: (ref: string) => Schema, depth = 0): fc.Arbitrary<unknown> => {
  const valid = validInputs(schema, resolve, depth)
  return fc.oneof({ weight: 15, arbitrary: valid }, { weight: 1, arbitrary: anything })
}

const validInputs = (schema: Schema, resolve: (ref: string) => Schema, depth: number): fc.Arbitrary<unknown> => {
  const inputs = (part: Schema) => inputsOf(part, resolve, depth + 1)
  if (schema.$ref !== undefined) return inputs(resolve(schema.$ref))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (either !== undefined && depth < 12) return fc.oneof(...either.map(inputs))
  const [type] = [schema.type].flat()
  switch (type) {
    case 'string':
      return textOfSchema(schema)
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map(inputs))
      return fc.array(inputs(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
    case 'object':
      return objectsOf(schema, inputs)
    default:
      return anything
  }
}

const objectsOf = ({ properties = {}, required = [] }: Schema, inputs: (part: Schema) => fc.Arbitrary<unknown>) => {
  const members = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inputs(part)]))
  const whole = fc.record(members, { requiredKeys: required })
  const withMore = fc
    .tuple(whole, hostileText(), anything)
    .map(([object, name, value]) => ({ ...object, [name]: value }))
  return fc.oneof({ weight: 20, arbitrary: whole }, { weight: 1, arbitrary: withMore })
}
