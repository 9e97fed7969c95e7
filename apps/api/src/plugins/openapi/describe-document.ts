import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { inputComponents, outputComponents } from './components.ts'
import { type Components, type JsonSchema, mapInner, referenced } from './json-schema.ts'
import { componentNamer } from './name-components.ts'
import { bodyExamples, parameterExamples } from './openapi-examples.ts'
import { operationIdOf } from './operation-ids.ts'
import { parameterMeaning, withMeanings } from './meanings/add-meanings.ts'
import { describeStatuses, rejectionResponses } from './statuses.ts'
import { withVariants } from './variants.ts'

export interface Media {
  schema?: JsonSchema
  example?: unknown
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: JsonSchema
  example?: unknown
}

/** Of its own, or by a reference to one of the document's. */
interface Response {
  $ref?: string
  description?: string
  content?: Record<string, Media>
}

export interface Operation {
  operationId?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, Response>
}

/** The part of a description that we work on; methods are in small letters. */
export interface Document {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Components; responses?: Record<string, Response> }
}

export const toJsonSchema = createJsonSchemaTransform({})

/** A schema as the description has it where it is sent (`input`) or answered (`output`). */
const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const openapiObject = { openapi: '3.1.0' }
  const route = { method: 'POST', url: '/', handler: () => {} } as const
  const given = io === 'input' ? { body: schema } : { response: { 200: schema } }
  const { schema: described } = toJsonSchema({ schema: given, url: '/', route, openapiObject })
  const { body, response } = described as { body?: JsonSchema; response?: { 200: JsonSchema } }
  return body ?? response?.[200] ?? {}
}

const schemasOf = (schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') =>
  Object.entries(schemas).map(([name, schema]) => [name, jsonSchemaOf(schema, io)] as const)

/** What is sent as it is answered has one name, the shorter one. */
const allComponents = (): Components =>
  Object.fromEntries([...schemasOf(outputComponents, 'output'), ...schemasOf(inputComponents, 'input')])

const mediaOf = ({ requestBody, responses = {} }: Operation): Media[] =>
  [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {}))

/** Each operation with its method and path. */
export const operationsOf = ({ paths = {} }: Document): [method: string, path: string, operation: Operation][] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, one]): [string, string, Operation] => [method, path, one]),
  )

const describeParameters = ({ operationId = '', parameters = [] }: Operation) => {
  for (const parameter of parameters) {
    const description = parameter.schema?.description ?? parameterMeaning(operationId, parameter.name)
    if (description !== undefined) parameter.description ??= description
  }
}

const addExamples = (operation: Operation, call: string) => {
  for (const parameter of operation.parameters ?? []) {
    if (parameter.required === true) parameter.example = parameterExamples[parameter.name]
  }
  for (const media of Object.values(operation.requestBody?.content ?? {})) media.example = bodyExamples[call]
}

/** The components that the operations use, directly or within others: a server without a feature does not name it. */
const usedComponents = (components: Components, operations: readonly Operation[]): Components => {
  const used = new Set<string>()
  const note = (schema: JsonSchema): JsonSchema => {
    const name = referenced(schema)
    if (name !== undefined && !used.has(name)) {
      used.add(name)
      note(components[name] ?? {})
    }
    return mapInner(schema, note)
  }
  for (const operation of operations) {
    for (const { schema } of mediaOf(operation)) note(schema ?? {})
  }
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)))
}

/** Names each call and each form, and shows what a call takes by an example. Changes the document. */
export const completeDocument = <T extends Document>(document: T): T => {
  const plain = allComponents()
  const { named, inside } = componentNamer(plain)
  const operations = operationsOf(document)
  for (const [method, path, operation] of operations) {
    operation.operationId ??= operationIdOf(method, path)
    for (const media of mediaOf(operation)) {
      if (media.schema !== undefined) media.schema = withMeanings(named(media.schema), [operation.operationId])
    }
    describeParameters(operation)
    describeStatuses(method, operation)
    addExamples(operation, `${method.toUpperCase()} ${path}`)
  }
  const used = usedComponents(
    Object.fromEntries(Object.entries(plain).map(([name, one]) => [name, inside(one)])),
    operations.map(([, , operation]) => operation),
  )
  const described = Object.entries(used).map(([name, one]) => [name, withMeanings(one, [name])] as const)
  const schemas = withVariants(Object.fromEntries(described))
  document.components = { ...document.components, schemas, responses: rejectionResponses() }
  return document
}
