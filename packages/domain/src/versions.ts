import { z } from 'zod'
import { AppError } from './errors.ts'

/**
 * Counts the changes of an object and of its state, from 1. A call that sends the version it started from changes nothing
 * that its caller has not seen.
 */
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
export function leavesOf(value: unknown, path = ''): Map<string, string> {
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
 * was lost is no conflict. Throws `OUT_OF_DATE` where a field was changed since the version that the save started from. A
 * change of the state alone is no conflict, since no save writes the state.
 */
export function nextVersion(stored: VersionState, { changed, sent, current }: Save): VersionState {
  const { version, fieldVersions } = stored
  if (changed.length === 0) return { version, fieldVersions }
  if (sent !== undefined && (sent > version || fieldsSince(stored, sent).length > 0)) {
    throw outOfDate(stored, sent, current())
  }
  const next = version + 1
  return {
    version: next,
    fieldVersions: { ...fieldVersions, ...Object.fromEntries(changed.map((path) => [path, next])) },
  }
}

/** For a deletion and for a change of the state: throws `OUT_OF_DATE` where anything was changed since that version. */
export function requireVersion(stored: VersionState, { sent, current }: Pick<Save, 'sent' | 'current'>): void {
  if (sent !== undefined && sent !== stored.version) throw outOfDate(stored, sent, current())
}

/**
 * For a save that sends a status along: it has to be the stored one, since a save changes none. Throws `OUT_OF_DATE` where
 * it has changed since the version that the save started from, `MALFORMED` where the caller tries to change it.
 */
export function requireStatus(
  stored: VersionState & { status: string },
  { status, sent, current }: Pick<Save, 'sent' | 'current'> & { status: string | undefined },
): void {
  if (status === undefined || status === stored.status) return
  if (sent !== undefined && sent < stored.version) throw outOfDate(stored, sent, current())
  throw new AppError('MALFORMED', 'A save does not change the status. Call lifecycle/activate or lifecycle/deactivate.')
}

/** The fields that were saved after that version; what changed without one is the state. */
const fieldsSince = ({ fieldVersions }: VersionState, sent: number): string[] =>
  Object.keys(fieldVersions).filter((path) => (fieldVersions[path] ?? 0) > sent)

const outOfDate = (stored: VersionState, sent: number, current: object) => {
  const fields = fieldsSince(stored, sent)
  return new AppError(
    'OUT_OF_DATE',
    'This was changed elsewhere since you opened it. Nothing was changed by this call.',
    {
      conflict: { current, changedFields: fields.length > 0 ? fields : ['status'] },
    },
  )
}
