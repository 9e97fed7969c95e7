import { type AddressState, textParam } from '../../../lib/navigation/address-state.ts'
import { auditActions, type AuditAction } from '@knockwire/domain/audit/audit-actions'

const isAction = (text: string): boolean => Object.hasOwn(auditActions, text)
/** Of a year that somebody meant: while a year is typed, it is 2 and 20 before it is 2026. */
export const isDay = (text: string): boolean => /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** What the address of the audit log narrows it down to. Days are local: `2026-11-29`. */
export const auditParams = {
  member: textParam(isId),
  action: textParam<AuditAction>(isAction),
  /** The id of a task or receiver, or of what belongs to neither. */
  object: textParam(),
  from: textParam(isDay),
  to: textParam(isDay),
}

export type AuditFilters = AddressState<typeof auditParams>

/** A change of them, as fields give it: an empty text takes a filter away. */
export type FilterChange = Partial<Record<keyof AuditFilters, string>>

/** For the API, which takes times: from the first millisecond of a local day to the last one of another. */
export function auditQuery({ member, action, object, from, to }: AuditFilters): URLSearchParams {
  const query = new URLSearchParams()
  if (member) query.set('actor', member)
  if (action) query.set('action', action)
  if (object) query.set('object', object)
  if (from) query.set('from', new Date(`${from}T00:00:00`).toISOString())
  if (to) query.set('to', new Date(`${to}T23:59:59.999`).toISOString())
  return query
}
