import { type Components, type JsonSchema, mapInner, refTo } from './json-schema.ts'

/** What stands beside a reference, since it is about the place and not about the form: allowed there since OpenAPI 3.1. */
const aboutThePlace = new Set(['default', 'description'])

/** Equal for schemas of one form, in whichever order their keywords were written. */
const formOf = (schema: JsonSchema): string => JSON.stringify(sorted(withoutPlace(schema)))

const withoutPlace = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !aboutThePlace.has(keyword)))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  // The plugin that collects the routes writes a constant as a choice of one.
  const entries = Object.entries(value).map(([name, inner]) => (name === 'const' ? ['enum', [inner]] : [name, inner]))
  return Object.fromEntries(
    entries.toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]),
  )
}

/** Only objects and lists of a form of their own are worth a name. */
const mayBeNamed = ({ properties, oneOf, items }: JsonSchema) =>
  properties !== undefined || oneOf !== undefined || items !== undefined

/**
 * Finds the forms that have a name, wherever they stand in the description: a schema that our code composes of others
 * comes out whole, and which of them it was made from is seen by its form alone. Of two names of one form the first one is used.
 */
export const componentNamer = (components: Components) => {
  const names = new Map<string, string>()
  for (const [name, schema] of Object.entries(components)) {
    const form = formOf(schema)
    if (!names.has(form)) names.set(form, name)
  }
  const nameOf = (schema: JsonSchema) => (mayBeNamed(schema) ? names.get(formOf(schema)) : undefined)
  const named = (schema: JsonSchema): JsonSchema => {
    const name = nameOf(schema)
    if (name === undefined) return mapInner(schema, named)
    const place = Object.entries(schema).filter(([keyword]) => aboutThePlace.has(keyword))
    return { $ref: refTo(name), ...Object.fromEntries(place) }
  }
  return {
    /** A schema with references in the place of the forms that have a name. */
    named,
    /** A component itself: what it consists of is named, it is not. */
    inside: (schema: JsonSchema) => mapInner(schema, named),
  }
}
