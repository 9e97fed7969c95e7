import { type JsonSchema, mapInner } from '../json-schema.ts'
import { fieldMeanings } from './fields.ts'
import { parameterMeanings } from './parameters.ts'

/** The sentence for a field: of its exact place, of the form or field right around it, or of its name anywhere. */
const fieldMeaning = (place: readonly string[], name: string): string | undefined =>
  fieldMeanings[[...place, name].join('.')] ?? fieldMeanings[`${place.at(-1) ?? ''}.${name}`] ?? fieldMeanings[name]

/** Adds its sentence to each field of a form that has none. `place`: the component, and the fields on the way. */
export const withMeanings = (schema: JsonSchema, place: readonly string[]): JsonSchema => {
  const inner = mapInner(schema, (one) => withMeanings(one, place))
  const { properties } = schema
  if (properties === undefined) return inner
  const described = Object.entries(properties).map(([name, property]) => {
    const description = property.description ?? fieldMeaning(place, name)
    return [name, { ...withMeanings(property, [...place, name]), ...(description !== undefined && { description }) }]
  })
  return { ...inner, properties: Object.fromEntries(described) as Record<string, JsonSchema> }
}

export const parameterMeaning = (operationId: string, name: string): string | undefined =>
  parameterMeanings[`${operationId}.${name}`] ?? parameterMeanings[name]
