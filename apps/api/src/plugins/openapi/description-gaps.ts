import { type Document, type Operation, operationsOf } from './describe-document.ts'
import { type JsonSchema, mapInner } from './json-schema.ts'
import { isUnnamed } from './operation-ids.ts'

/** What is wrong with the sentences of a form's fields, by their places in it. */
const fieldGaps = (schema: JsonSchema, place: string): string[] => {
  const found: string[] = []
  const look = (one: JsonSchema, where: string): JsonSchema => {
    for (const [name, property] of Object.entries(one.properties ?? {})) {
      const gap = gapOf(property)
      if (gap !== null) found.push(`${where}.${name} ${gap}`)
      look(property, `${where}.${name}`)
    }
    const { properties: _seen, ...rest } = one
    return mapInner(rest, (inner) => look(inner, where))
  }
  look(schema, place)
  return found
}

/** A sentence that says when a field is null, and is of one that never is, was written for another of the same name. */
const gapOf = (field: JsonSchema): string | null => {
  if (field.description === undefined) return 'has no sentence in meanings/fields.ts'
  if (!/\bnull\b/i.test(field.description) || canBeNull(field)) return null
  return 'is never null, and its sentence in meanings/fields.ts says when it is'
}

/** Or one of its items. */
const canBeNull = ({ type = [], anyOf = [], oneOf = [], items }: JsonSchema): boolean =>
  [type].flat().includes('null') ||
  [...anyOf, ...oneOf].some(canBeNull) ||
  (typeof items === 'object' && canBeNull(items))

const ofOperation = (method: string, path: string, operation: Operation): string[] => {
  const { operationId = '', parameters = [], requestBody, responses = {} } = operation
  const media = [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {}))
  return [
    ...(isUnnamed(operationId, method, path) ? [`${operationId} is no verb: name the call in operation-ids.ts`] : []),
    ...parameters.flatMap(({ name, description }) =>
      description === undefined
        ? [`${operationId}: the parameter ${name} has no sentence in meanings/parameters.ts`]
        : [],
    ),
    ...media.flatMap(({ schema = {} }) => fieldGaps(schema, operationId)),
    ...Object.entries(responses).flatMap(([status, { $ref, description }]) =>
      $ref === undefined && (description === undefined || description === 'Default Response')
        ? [`${operationId}: the response ${status} has no sentence`]
        : [],
    ),
  ]
}

/** What the description lacks, a sentence for each; empty where it says what every name, field, parameter and status means. */
export const descriptionGaps = (document: Document & { servers?: { url: string }[] }): string[] => [
  ...(document.servers ?? []).flatMap(({ url }) => (URL.canParse(url) ? [] : [`The server ${url} is no absolute URL`])),
  ...operationsOf(document).flatMap(([method, path, operation]) => ofOperation(method, path, operation)),
  ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) => fieldGaps(schema, name)),
]
