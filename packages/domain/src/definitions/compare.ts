/** Where two definitions differ. `path`: a JSON Pointer, in which a notification or chart is named by its key. */
export interface Difference {
  path: string
  /** Undefined where there is none. */
  from: unknown
  to: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const pointer = (...names: readonly string[]): string =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * The values at which two definitions differ, in the order of the second. Objects are looked into where both have them; lists are
 * compared as wholes, since their items have no names. In time linear in their length.
 */
export const compareDefinitions = (before: unknown, after: unknown, path = ''): Difference[] => {
  if (isObject(before) && isObject(after)) {
    const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !Object.hasOwn(after, name))]
    return names.flatMap((name) => compareDefinitions(before[name], after[name], path + pointer(name)))
  }
  return isSame(before, after) ? [] : [{ path, from: before, to: after }]
}

/** The order of an object's members says nothing; that of `orOperands` or headers does. */
const isSame = (before: unknown, after: unknown): boolean => {
  if (before === after) return true
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.every((item, index) => isSame(item, after[index]))
  if (!isObject(before) || !isObject(after)) return false
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].every((name) => isSame(before[name], after[name]))
}
