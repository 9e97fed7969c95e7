import { pointer } from '@knockwire/domain/definitions/compare'
import { invalidFields } from '@knockwire/domain/errors'
import { z } from 'zod'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7396: members of the patch replace those of the target, null removes one, and anything but an object is whole. */
const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name]
    else merged[name] = mergePatch(merged[name], value)
  }
  return merged
}

type Path = readonly string[]

/** Where the patch has null. */
const nullsOf = (patch: unknown, path: Path = []): Path[] =>
  isObject(patch)
    ? Object.entries(patch).flatMap(([name, value]) =>
        value === null ? [[...path, name]] : nullsOf(value, [...path, name]),
      )
    : []

/** With null at each of these places, in objects that the merge has made. */
const putNulls = (merged: unknown, paths: readonly Path[]): void => {
  for (const path of paths) {
    const owner = path.slice(0, -1).reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), merged)
    if (isObject(owner)) owner[path.at(-1) ?? ''] = null
  }
}

/** What the issue is about: unknown members stand in the object that has them. */
const placesOf = ({ path, ...issue }: z.core.$ZodIssue): Path[] => {
  const names = path.map(String)
  return 'keys' in issue ? issue.keys.map((name) => [...names, name]) : [names]
}

/** Whether it is one of the places, or within one. In time linear in their number: a patch may have twenty thousand nulls. */
const withinOneOf = (places: readonly Path[]): ((path: Path) => boolean) => {
  const known = new Set(places.map((place) => JSON.stringify(place)))
  return (path) => path.some((_name, index) => known.has(JSON.stringify(path.slice(0, index + 1)))) || known.has('[]')
}

/**
 * What is stored with the patch merged into it. A member that may be null and is null in the patch is null: left out, as by the RFC,
 * a save would take it as not named, and leave it as it is stored.
 */
const mergeFor = (schema: z.ZodType, stored: object, patch: unknown): unknown => {
  const merged = mergePatch(stored, patch)
  const nulls = nullsOf(patch)
  if (nulls.length === 0) return merged
  const withNulls = mergePatch(stored, patch)
  putNulls(withNulls, nulls)
  const issues = schema.safeParse(withNulls).error?.issues ?? []
  const isRejected = withinOneOf(issues.flatMap(placesOf))
  putNulls(
    merged,
    nulls.filter((path) => !isRejected(path)),
  )
  return merged
}

/** The body of a call that has a merge patch. */
export const MergePatch = z.record(z.string(), z.unknown())

/**
 * What a save takes, of what is stored with the patch merged into it.
 *
 * @throws AppError `INVALID_FIELDS` with every problem, and its place in what was merged
 */
export const parsePatched = <Schema extends z.ZodType>(
  schema: Schema,
  stored: object,
  patch: unknown,
): z.infer<Schema> => {
  const result = schema.safeParse(mergeFor(schema, stored, patch))
  if (result.success) return result.data
  const problems = result.error.issues.flatMap((issue) =>
    placesOf(issue).map((place) => ({
      in: 'body' as const,
      path: pointer(...place),
      code: issue.code,
      message: issue.message,
    })),
  )
  throw invalidFields({}, problems[0]?.message ?? 'The patch is not accepted.', problems)
}
