import type { Database } from '@knockwire/db/client'
import { auditEvents } from '@knockwire/db/schema/audit'
import type { AuditExportQuery, AuditPage, AuditQuery } from '@knockwire/domain/audit/audit-event'
import { and, asc, desc, eq, gt, gte, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { presentEvent } from './presenter.ts'

/** What of the account's events matches. */
const matching = ({ accountId }: Caller, { actor, action, object, from, to }: AuditExportQuery): SQL | undefined =>
  and(
    eq(auditEvents.accountId, accountId),
    actor === undefined ? undefined : eq(auditEvents.actorUserId, actor),
    action === undefined ? undefined : eq(auditEvents.action, action),
    object === undefined ? undefined : eq(auditEvents.subjectId, object),
    from === undefined ? undefined : gte(auditEvents.occurredAt, new Date(from)),
    to === undefined ? undefined : lte(auditEvents.occurredAt, new Date(to)),
  )

/** A page of the account's events, newest first. */
export const listEvents = async (
  { db }: ApiContext,
  caller: Caller,
  { before, size, ...filters }: AuditQuery,
): Promise<AuditPage> => {
  const older = before === undefined ? undefined : lt(auditEvents.id, before)
  const rows = await db
    .select()
    .from(auditEvents)
    .where(and(matching(caller, filters), older))
    .orderBy(desc(auditEvents.id))
    .limit(size + 1)
  const results = rows.slice(0, size).map(presentEvent)
  const people = before === undefined ? await listPeople(db, caller) : []
  return { results, next: rows.length > size ? (results.at(-1)?.id ?? null) : null, people }
}

/** By their newest address. */
const listPeople = async (db: Database, { accountId }: Caller): Promise<AuditPage['people']> => {
  const { rows } = await db.execute<AuditPage['people'][number]>(sql`
    select distinct on (actor_user_id) actor_user_id as "userId", actor_email as email from audit_events
    where account_id = ${accountId} and actor_user_id is not null and actor_email is not null
      and actor_kind in ('USER', 'TOKEN')
    order by actor_user_id, id desc`)
  return rows.toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

const exportedAtOnce = 500

/** All that match, oldest first, in pages, so that a year of events bounds neither memory nor a connection. */
export async function* eachEvent({ db }: ApiContext, caller: Caller, filters: AuditExportQuery) {
  let after: string | undefined
  for (;;) {
    const rows = await db
      .select()
      .from(auditEvents)
      .where(and(matching(caller, filters), after === undefined ? undefined : gt(auditEvents.id, after)))
      .orderBy(asc(auditEvents.id))
      .limit(exportedAtOnce)
    yield* rows.map(presentEvent)
    after = rows.at(-1)?.id
    if (rows.length < exportedAtOnce) return
  }
}

/** What operators did, to the whole instance and to accounts, newest first. */
export const listOperatorEvents = async (
  { db }: ApiContext,
  { before, size }: { before?: string | undefined; size: number },
): Promise<AuditPage> => {
  const rows = await db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.actorKind, 'OPERATOR'), before === undefined ? undefined : lt(auditEvents.id, before)))
    .orderBy(desc(auditEvents.id))
    .limit(size + 1)
  const results = rows.slice(0, size).map(presentEvent)
  return { results, next: rows.length > size ? (results.at(-1)?.id ?? null) : null, people: [] }
}
