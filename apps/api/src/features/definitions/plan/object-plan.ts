import { changesAt, type FieldChange } from '@knockwire/domain/audit/changes'
import { maskRequests } from '@knockwire/domain/audit/mask-requests'
import { compareDefinitions } from '@knockwire/domain/definitions/compare'
import type { Change } from '@knockwire/domain/definitions/apply'
import { changedFields } from '@knockwire/domain/versions'

/** A definition with its notifications and charts by their names, so that two can be compared. */
export interface Comparable {
  [field: string]: unknown
  notifications: Record<string, object>
  charts?: Record<string, object>
}

type Item = { key: string | null; id?: string | undefined }

/** @param names - of those items that are called otherwise than by their key or id, by their ids */
export const byName = (items: readonly (readonly [id: string, item: Item])[], names: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    items.map(([id, item]) => [names.get(id) ?? item.key ?? id, { ...item, id: undefined }] as const),
  ) as Record<string, object>

/** What changes with one object, as the plan shows it. Null before: it is new. */
export const fieldsOf = (before: Comparable | null, after: Comparable): Change['fields'] =>
  compareDefinitions(before ?? {}, after)
    .filter(({ from, to }) => !(before === null && isNothing(to)) && from !== to)
    .map(({ path, from = null, to = null }) => ({ path, from, to }))

/** Of what is new, a field that has nothing is no change. */
const isNothing = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

interface Audited {
  before: Comparable | null
  after: Comparable
  /** Both as somebody reads them who may see no secret. */
  shown: { before: Comparable | null; after: Comparable }
  secretsChanged: readonly string[]
}

/** What the audit log keeps of it: of requests, no value of a header, of the query or of the body. */
export const auditChangesOf = ({ before, after, shown, secretsChanged }: Audited): FieldChange[] => {
  if (before === null || shown.before === null) return []
  const secret = secretsChanged.map((path) => path.slice(1).replaceAll('/', '.'))
  const masked = { before: maskAll(shown.before), after: maskAll(shown.after) }
  return changesAt([...new Set([...changedFields(before, after), ...secret])], masked)
}

const maskAll = (definition: Comparable): object => ({
  ...maskRequests(definition),
  notifications: Object.fromEntries(
    Object.entries(definition.notifications).map(([name, notification]) => [name, maskRequests(notification)]),
  ),
})
