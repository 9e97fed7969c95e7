/** A schema of the description, as far as we look into it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema | boolean
  prefixItems?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  [keyword: string]: unknown
}

export type Components = Record<string, JsonSchema>

export const refTo = (name: string): string => `#/components/schemas/${name}`

/** The name in a reference to a component; undefined for any other schema. */
export const referenced = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(refTo('').length)

/** Calls `change` for each schema directly in another one, and puts in its place what that gives. */
export const mapInner = (schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema => {
  const changed: JsonSchema = { ...schema }
  const { properties, items, additionalProperties } = schema
  if (properties !== undefined) {
    changed.properties = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, change(one)]))
  }
  if (typeof items === 'object') changed.items = change(items)
  if (typeof additionalProperties === 'object') changed.additionalProperties = change(additionalProperties)
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    const list = schema[keyword]
    if (list !== undefined) changed[keyword] = list.map(change)
  }
  return changed
}
