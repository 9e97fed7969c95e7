import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

interface Schema {
  $ref?: string | undefined
  type?: string | string[] | undefined
  enum?: unknown[] | undefined
  const?: unknown
  format?: string | undefined
  description?: string | undefined
  default?: unknown
  minimum?: number | undefined
  maximum?: number | undefined
  maxLength?: number | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | boolean | undefined
  prefixItems?: Schema[] | undefined
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
}

const Content = z.object({ 'application/json': z.object({ schema: z.custom<Schema>() }) }).partial()
const Operation = z.object({
  summary: z.string().default(''),
  description: z.string().optional(),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.custom<Schema>() }))
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
})
const Description = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.custom<Schema>()) }),
})

/** One line of a schema that was laid out flat. */
export interface Field {
  path: string
  type: string
  isRequired: boolean
  notes: string
}

export interface Call {
  id: string
  method: string
  path: string
  summary: string
  description: string | undefined
  access: string
  parameters: Field[]
  body: Field[]
  responses: { status: string; fields: Field[] }[]
  example: string
}

export interface CallGroup {
  tag: string
  slug: string
  calls: Call[]
}

const maxDepth = 6

const textExamples: Record<string, string> = {
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  email: 'you@example.com',
  uri: 'https://shop.example',
  'date-time': '2027-01-01T00:00:00Z',
}

const describe = (schemas: Record<string, Schema>) => {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1)
    if (name === undefined) return schema
    // What stands beside a reference is about the place, not about the form.
    const { $ref: _ref, ...place } = schema
    return { ...schemas[name], ...place }
  }
  const isNull = (schema: Schema) => schema.type === 'null'
  const unwrap = (schema: Schema): { schema: Schema; isNullable: boolean } => {
    const resolved = resolve(schema)
    const options = resolved.anyOf ?? resolved.oneOf
    const others = options?.filter((one) => !isNull(one)) ?? []
    if (options === undefined || others.length !== 1) return { schema: resolved, isNullable: false }
    const { description } = resolved
    const schemaOfPlace = { ...resolve(others[0] ?? {}), ...(description !== undefined && { description }) }
    return { schema: schemaOfPlace, isNullable: others.length < options.length }
  }
  const typeOf = (given: Schema): string => {
    const { schema, isNullable } = unwrap(given)
    const suffix = isNullable ? ' or null' : ''
    const options = schema.anyOf ?? schema.oneOf
    if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ') + suffix
    if (schema.const !== undefined) return JSON.stringify(schema.const) + suffix
    if (options !== undefined) return [...new Set(options.map(typeOf))].join(' or ') + suffix
    if (schema.type === 'array')
      return `array of ${typeof schema.items === 'object' ? typeOf(schema.items) : schema.prefixItems ? '[name, value]' : 'anything'}${suffix}`
    const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any')
    return (schema.format === undefined ? type : `${type} (${schema.format})`) + suffix
  }
  const notesOf = ({ description, default: standard, minimum, maximum, maxLength }: Schema) =>
    [
      description,
      standard === undefined ? undefined : `default ${JSON.stringify(standard)}`,
      minimum === undefined || minimum < -1e15 ? undefined : `at least ${minimum}`,
      maximum === undefined || maximum > 1e15 ? undefined : `at most ${maximum}`,
      maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    ]
      .filter((part) => part !== undefined)
      .join('; ')
  /** Of a form that a field decides on, those of all its forms. */
  const propertiesOf = (schema: Schema): Record<string, Schema> => {
    const forms = (schema.oneOf ?? []).map((one) => resolve(one).properties ?? {})
    const names = new Set(forms.flatMap((form) => Object.keys(form)))
    const merged = Array.from(names, (name): [string, Schema] => {
      const found = forms.flatMap((form) => (form[name] === undefined ? [] : [form[name]]))
      const values = found.map((one) => one.const)
      const [first = {}] = found
      if (values.some((value) => value === undefined)) return [name, first]
      const { const: _value, ...rest } = first
      return [name, { ...rest, enum: values }]
    })
    return { ...schema.properties, ...Object.fromEntries(merged) }
  }
  const isRequiredIn = (schema: Schema, name: string): boolean => {
    const forms = (schema.oneOf ?? []).map(resolve)
    if (forms.length === 0) return schema.required?.includes(name) === true
    return forms.every(({ required }) => required?.includes(name) === true)
  }
  const fieldsOf = (given: Schema, prefix = '', depth = 0): Field[] => {
    const { schema } = unwrap(given)
    if (schema.type === 'array' && typeof schema.items === 'object') return fieldsOf(schema.items, `${prefix}[]`, depth)
    const properties = Object.entries(propertiesOf(schema))
    if (depth > maxDepth) return []
    return properties.flatMap(([name, property]) => {
      const path = prefix === '' ? name : `${prefix}.${name}`
      const isRequired = isRequiredIn(schema, name)
      const field = { path, type: typeOf(property), isRequired, notes: notesOf(unwrap(property).schema) }
      return [field, ...fieldsOf(property, path, depth + 1)]
    })
  }
  /** A value that the schema takes, of the fields that are required. */
  const valueOf = (given: Schema): unknown => {
    const { schema, isNullable } = unwrap(given)
    if (isNullable) return null
    if (schema.default !== undefined) return schema.default
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return schema.enum[0]
    const [option] = schema.anyOf ?? schema.oneOf ?? []
    if (option !== undefined) return valueOf(option)
    if (schema.type === 'array') return []
    if (schema.type === 'object') {
      const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
      return Object.fromEntries(required.map(([name, property]) => [name, valueOf(property)]))
    }
    if (schema.type === 'boolean') return false
    if (schema.type === 'string') return textExamples[schema.format ?? ''] ?? ''
    return Math.max(schema.minimum ?? 1, 1)
  }
  return { typeOf, notesOf, fieldsOf, valueOf }
}

const accessOf = (security: Record<string, unknown>[] | undefined) => {
  if (security === undefined) return 'A session or an API token.'
  return security.length === 0 ? 'Open to everyone.' : 'A session in the browser; no API token may.'
}

const exampleOf = (method: string, path: string, body: unknown, access: string) => {
  const url = `https://knockwire.example${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${name.toUpperCase()}`)}`
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`]
  if (access.includes('token.')) parts.push(`-H "Authorization: Bearer $TOKEN"`)
  if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json' -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`)
  return parts.join(' \\\n  ')
}

const slugOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
const file = join(process.cwd(), 'node_modules/.cache/generated/openapi.json')

const readCalls = (): (Call & { tag: string })[] => {
  if (!existsSync(file)) return []
  const { paths, components } = Description.parse(JSON.parse(readFileSync(file, 'utf8')))
  const { typeOf, notesOf, fieldsOf, valueOf } = describe(components.schemas)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const method = verb.toUpperCase()
      const bodySchema = operation.requestBody?.content['application/json']?.schema
      const access = accessOf(operation.security)
      return {
        tag: operation.tags[0] ?? '',
        id: slugOf(`${verb} ${path.replace('/api/v1/', '')}`).replace(/-$/, ''),
        method,
        path,
        summary: operation.summary,
        description: operation.description,
        access,
        parameters: operation.parameters.map(({ name, in: place, required, schema }) => ({
          path: name,
          type: typeOf(schema),
          isRequired: required === true,
          notes: [`in the ${place}`, notesOf(schema)].filter(Boolean).join('; '),
        })),
        body: bodySchema === undefined ? [] : fieldsOf(bodySchema),
        responses: Object.entries(operation.responses)
          .filter(([status]) => /^[23]/.test(status))
          .map(([status, { content }]) => {
            const schema = content?.['application/json']?.schema
            return { status, fields: schema === undefined ? [] : fieldsOf(schema) }
          }),
        example: exampleOf(method, path, bodySchema === undefined ? undefined : valueOf(bodySchema), access),
      }
    }),
  )
}

const calls = readCalls()

/** What providers call, not people. */
const notForPeople = new Set(['Callbacks'])

/** The API's calls, as the API describes them; made by the build, so a development server that never built has none. */
export const callGroups: CallGroup[] = [...new Set(calls.map(({ tag }) => tag))]
  .filter((tag) => !notForPeople.has(tag))
  .map((tag) => ({ tag, slug: slugOf(tag), calls: calls.filter((call) => call.tag === tag) }))
