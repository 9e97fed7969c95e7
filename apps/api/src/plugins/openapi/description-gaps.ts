import { type Document, type Operation, operationsOf } from './describe-document.ts'
import { type JsonSchema, mapInner } from './json-schema.ts'
import { isUnnamed } from './operation-ids.ts'

/** The fields of a form that have no sentence, by their place in it. */
const bareFields = (schema: JsonSchema, place: string): string[] => {
  const found: string[] = []
  const look = (one: JsonSchema, where: string): JsonSchema => {
    for (const [name, property] of Object.entries(one.properties ?? {})) {
      if (property.description === undefined) found.push(`${where}.${name}`)
      look(property, `${where}.${name}`)
    }
    const { properties: _seen, ...rest } = one
    return mapInner(rest, (inner) => look(inner, where))
  }
  look(schema, place)
  return found
}

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
    ...media.flatMap(({ schema = {} }) =>
      bareFields(schema, operationId).map((field) => `${field} has no sentence in meanings/fields.ts`),
    ),
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
  ...Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
    bareFields(schema, name).map((field) => `${field} has no sentence in meanings/fields.ts`),
  ),
]
