import { type JsonSchema, mapInner } from '../json-schema.ts'
import { fieldMeanings } from './fields.ts'
import { parameterMeanings } from './parameters.ts'

/** The keys of `fieldMeanings` whose sentence is at a field: the tests expect all of them. */
export const usedMeanings = new Set<string>()

/** The sentence for a field: of its exact place, of the form or field right around it, or of its name anywhere. */
const fieldMeaning = (place: readonly string[], name: string): string | undefined => {
  const keys = [[...place, name].join('.'), `${place.at(-1) ?? ''}.${name}`, name]
  const key = keys.find((one) => Object.hasOwn(fieldMeanings, one))
  if (key === undefined) return undefined
  usedMeanings.add(key)
  return fieldMeanings[key]
}

/** Adds its sentence to each field of a form that has none. `place`: the component, and the fields on the way. */
export const withMeanings = (schema: JsonSchema, place: readonly string[]): JsonSchema => {
  const { properties, ...around } = schema
  const inner = mapInner(around, (one) => withMeanings(one, place))
  if (properties === undefined) return inner
  const described = Object.entries(properties).map(([name, property]) => {
    const description = property.description ?? fieldMeaning(place, name)
    return [name, { ...withMeanings(property, [...place, name]), ...(description !== undefined && { description }) }]
  })
  return { ...inner, properties: Object.fromEntries(described) as Record<string, JsonSchema> }
}

export const parameterMeaning = (operationId: string, name: string): string | undefined =>
  parameterMeanings[`${operationId}.${name}`] ?? parameterMeanings[name]
