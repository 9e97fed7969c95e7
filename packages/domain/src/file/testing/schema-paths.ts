import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** The last part of a path stands for the items of a list, or the values of a map of any names. */
const each = '*'

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

function walk(schema: Schema, path: string, root: Schema, found: Set<string>): void {
  const { $ref, properties, items, prefixItems, additionalProperties } = schema
  if ($ref !== undefined) walk(root.$defs?.[$ref.replace('#/$defs/', '')] as Schema, path, root, found)
  for (const alternative of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    walk(alternative, path, root, found)
  for (const [name, of] of Object.entries(properties ?? {})) {
    found.add(`${path}/${name}`)
    walk(of as Schema, `${path}/${name}`, root, found)
  }
  for (const of of [items, additionalProperties, ...(prefixItems ?? [])].flat())
    if (isSchema(of)) walk(of, `${path}/${each}`, root, found)
}

/** Each field that the schema accepts, by its path; alternatives are looked into as one. */
export function pathsOfSchema(schema: z.ZodType): Set<string> {
  const root = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'ref' }) as Schema
  const found = new Set<string>()
  walk(root, '', root, found)
  return found
}

/** What the values have at each path, as JSON. Null and nothing are no values. */
export function valuesByPath(values: readonly unknown[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const visit = (value: unknown, path: string): void => {
    if (value === null || value === undefined) return
    found.set(path, (found.get(path) ?? new Set()).add(JSON.stringify(value)))
    if (typeof value !== 'object') return
    const isList = Array.isArray(value)
    for (const [name, of] of Object.entries(value)) visit(of, `${path}/${isList ? each : name}`)
  }
  for (const value of values) visit(value, '')
  return found
}
