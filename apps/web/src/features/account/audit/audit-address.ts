import { auditActions, type AuditAction } from '@knockwire/domain/audit/audit-actions'

/** What the address of the audit log narrows it down to. Days are local: `2026-11-29`. */
export interface AuditFilters {
  member?: string
  action?: AuditAction
  /** The id of a task or receiver, or of what belongs to neither. */
  object?: string
  from?: string
  to?: string
}

const isAction = (text: string | null): text is AuditAction => text !== null && Object.hasOwn(auditActions, text)
/** Of a year that somebody meant: while a year is typed, it is 2 and 20 before it is 2026. */
export const isDay = (text: string | null): text is string =>
  text !== null && /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const isId = (text: string | null): text is string =>
  text !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** What an address names; a part that is none is left out. */
export function readFilters(params: URLSearchParams): AuditFilters {
  const [action, from, to] = [params.get('action'), params.get('from'), params.get('to')]
  const [member, object] = [params.get('member'), params.get('object')]
  return {
    ...(isId(member) && { member }),
    ...(isAction(action) && { action }),
    ...(object && { object }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

/** A change of them, as fields give it: an empty text takes a filter away. */
export type FilterChange = Partial<Record<keyof AuditFilters, string>>

/** For the address, with this change. */
export const writeFilters = (filters: AuditFilters, change: FilterChange): URLSearchParams => {
  const entries = Object.entries({ ...filters, ...change })
  return new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

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
