import { z } from 'zod'
import { AppError } from './errors.ts'

/** Counts the saves that changed an object, from 1. A save that sends the version it started from overwrites none it has not seen. */
export const Version = z.number().int().positive()

/** With which version each field changed last; a field that is absent is as it was created. Keys are dotted paths. */
export type FieldVersions = Record<string, number>

export interface VersionState {
  version: number
  fieldVersions: FieldVersions
}

/** Of a view, what no save writes directly: the recipient follows from the setting. */
const derived = new Set(['version', 'recipient'])

/** The dotted paths at which two objects differ. Lists are compared as wholes: their items have no names. */
export function changedFields(before: object, after: object): string[] {
  const [left, right] = [leavesOf(before), leavesOf(after)]
  const paths = new Set([...left.keys(), ...right.keys()])
  return [...paths].filter((path) => !derived.has(path) && left.get(path) !== right.get(path))
}

/** The text of every value that is not an object itself, by its path. */
function leavesOf(value: unknown, path = ''): Map<string, string> {
  if (value === undefined) return new Map()
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map([[path, JSON.stringify(value)]])
  const entries = Object.entries(value)
  return new Map(entries.flatMap(([key, inner]) => [...leavesOf(inner, path === '' ? key : `${path}.${key}`)]))
}

interface Save {
  /** What the save would change. */
  changed: readonly string[]
  /** The version that the save started from; undefined where the caller does not say, and saves over whatever is stored. */
  sent: number | undefined
  /** What is stored, as its owner reads it. */
  current: () => object
}

/**
 * The versions after a save; one that changes nothing changes no version either, so that repeating a save whose response
 * was lost is no conflict. Throws `OUT_OF_DATE` for a save that started from another version than the stored one.
 */
export function nextVersion(stored: VersionState, { changed, sent, current }: Save): VersionState {
  const { version, fieldVersions } = stored
  if (changed.length === 0) return { version, fieldVersions }
  if (sent !== undefined && sent !== version) throw outOfDate(stored, sent, current())
  const next = version + 1
  return {
    version: next,
    fieldVersions: { ...fieldVersions, ...Object.fromEntries(changed.map((path) => [path, next])) },
  }
}

const outOfDate = ({ fieldVersions }: VersionState, sent: number, current: object) =>
  new AppError('OUT_OF_DATE', 'This was changed elsewhere since you opened it. Nothing was saved.', {
    conflict: {
      current,
      changedFields: Object.keys(fieldVersions).filter((path) => (fieldVersions[path] ?? 0) > sent),
    },
  })
