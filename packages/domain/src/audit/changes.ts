import { changedFields, leavesOf } from '../versions.ts'
import { shorten } from '../text/shorten.ts'

/** A field before and after. `secret`: it changed, and neither value is kept. */
export type FieldChange =
  | { field: string; before: string | null; after: string | null }
  | { field: string; secret: true }

/** In UTF-16 units: a body has megabytes, and what differs is found in its version history elsewhere. */
export const longestChangedValue = 500
/** Of one event; what is beyond is left out. */
export const mostChanges = 100

/** What follows from other fields, or changes by being looked at. */
const derived = new Set(['scheduler.nextExecutionDate', 'scheduler.status', 'scheduler.disabledReason'])

interface Compared {
  before: object
  after: object
}

/** The fields at which two views of an object differ, by their dotted paths, with the values of both. Lists are compared as wholes. */
export const changesOf = (views: Compared): FieldChange[] => changesAt(changedFields(views.before, views.after), views)

/**
 * The same of fields that are known to have changed. `shown`: the object as somebody reads it who may see no secret; a field
 * that has not changed there is a secret.
 */
export const changesAt = (changed: readonly string[], shown: Compared): FieldChange[] => {
  const [left, right] = [leavesOf(shown.before), leavesOf(shown.after)]
  return changed
    .filter((field) => !derived.has(field))
    .flatMap((field): FieldChange[] => {
      const [was, is] = [left.get(field), right.get(field)]
      if (was === is) return [{ field, secret: true }]
      const [before, after] = [textOf(was), textOf(is)]
      // A field that was absent and is null now, as what contains it is new, or the other way round.
      return before === null && after === null ? [] : [{ field, before, after }]
    })
    .slice(0, mostChanges)
}

/** A text as it is, anything else as JSON. */
const textOf = (leaf: string | undefined): string | null => {
  if (leaf === undefined || leaf === 'null') return null
  const value: unknown = JSON.parse(leaf)
  return shorten(typeof value === 'string' ? value : leaf, longestChangedValue)
}
