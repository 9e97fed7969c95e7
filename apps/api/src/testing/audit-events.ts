import type { AuditAction } from '@knockwire/domain/audit/audit-actions'
import type { AuditEventView, AuditPage } from '@knockwire/domain/audit/audit-event'
import { type Asker, get } from './calls/task-calls.ts'
import type { TestApp } from './test-app.ts'

/** The events of one kind in the account that an owner has in view, newest first; what is recorded after an answer included. */
export const eventsOf = async (
  { context }: Pick<TestApp, 'context'>,
  owner: Asker,
  action?: AuditAction,
): Promise<AuditEventView[]> => {
  await context.background.settled()
  const query = action === undefined ? '' : `&action=${action}`
  const answer = await get(owner, `/accounts/me/audit-events?size=100${query}`)
  if (answer.statusCode !== 200) throw new Error(`Expected 200, got ${answer.statusCode}: ${answer.body}`)
  return answer.json<AuditPage>().results
}

/** Whatever is recorded fails, as a full disk would make it. */
export const withoutLog = async <T>({ pool, context }: Pick<TestApp, 'pool' | 'context'>, work: () => Promise<T>) => {
  await pool.query(`
    create or replace function reject_event() returns trigger language plpgsql as $$
      begin raise exception 'no room for events'; end $$;
    create trigger reject_event before insert on audit_events for each row execute function reject_event()`)
  try {
    return await work()
  } finally {
    await context.background.settled()
    await pool.query('drop trigger reject_event on audit_events')
  }
}
