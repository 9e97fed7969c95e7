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
  const result = schema.safeParse(mergePatch(stored, patch))
  if (result.success) return result.data
  const problems = result.error.issues.flatMap(({ code, message, path, ...issue }) => {
    const names = path.map(String)
    const paths = 'keys' in issue ? issue.keys.map((name) => [...names, name]) : [names]
    return paths.map((one) => ({ in: 'body' as const, path: pointer(...one), code, message }))
  })
  throw invalidFields({}, problems[0]?.message ?? 'The patch is not accepted.', problems)
}
