import { ExactNumber } from '@knockwire/domain/conditions/comparing/exact-number'

/**
 * What is sent to a thread loses its classes on the way, but for some of the language itself: an exact number travels
 * as a String object, which nothing else that is sent is. A value without one is sent as it is.
 */
export const toTransit = <T>(value: T): T =>
  replaced(value, (one) => (one instanceof ExactNumber ? boxed(one) : one)) as T

export const fromTransit = <T>(value: T): T =>
  replaced(value, (one) => (isBoxed(one) ? new ExactNumber(String.prototype.toString.call(one)) : one)) as T

const isBoxed = (value: object): boolean => Object.prototype.toString.call(value) === '[object String]'

const boxed = (number: ExactNumber): object => Object(String(number)) as object

/** The same value where nothing in it is replaced. */
function replaced(value: unknown, replace: (one: object) => object): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const replacement = replace(value)
  if (replacement !== value || isBoxed(value) || value instanceof ExactNumber) return replacement
  return Array.isArray(value) ? replacedItems(value, replace) : replacedMembers(value, replace)
}

function replacedItems(items: readonly unknown[], replace: (one: object) => object): readonly unknown[] {
  let copy: unknown[] | undefined
  for (const [at, item] of items.entries()) {
    const replacement = replaced(item, replace)
    if (replacement === item) continue
    copy ??= [...items]
    copy[at] = replacement
  }
  return copy ?? items
}

function replacedMembers(object: object, replace: (one: object) => object): object {
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(object)) {
    const replacement = replaced(member, replace)
    if (replacement === member) continue
    copy ??= { ...object }
    Object.defineProperty(copy, name, { value: replacement, enumerable: true, configurable: true, writable: true })
  }
  return copy ?? object
}
