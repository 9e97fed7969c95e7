/** A UUIDv7 of a time, as `uuidv7` of `@knockwire/db` makes them, but for the order within a millisecond. */
const newId = (time: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`

/** For a larger statement: the events of tasks that failed too often, from the rows of `failing` (task_id, account_id, consecutive_failures). */
export const insertDeactivationsSql = `
  insert into audit_events
    (id, account_id, occurred_at, action, actor_kind, object_type, object_id, object_name, subject_id, changes)
  select ${newId('now()')}, f.account_id, now(), 'task.deactivated', 'SYSTEM', 'TASK', f.task_id::text,
    left(coalesce(t.name, split_part(t.request ->> 'uri', '?', 1)), 200), f.task_id::text, jsonb_build_array(jsonb_build_object(
      'field', 'consecutiveFailures', 'before', null, 'after', f.consecutive_failures::text))
  from failing f join tasks t on t.id = f.task_id`
