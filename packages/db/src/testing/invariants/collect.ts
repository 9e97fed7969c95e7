import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type {
  FaultRecord,
  Count,
  RecordedDelivery,
  RecordedEnd,
  RecordedExecution,
  RecordedMissed,
  RecordedRequest,
  ScheduleChange,
  TaskState,
} from './record.ts'

const epoch = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`

const changesSql = `
  select task_id as "taskId", ${epoch('at')} as "atMs", status, mode, ${epoch('anchor_at')} as "anchorMs",
    interval_second * 1000 as "intervalMs", once_second::float8 * 1000 as "onceMs", expression, timezone, catch_up as "catchUp"
  from noted.changes order by seq`

const executionsSql = `
  select e.id, e.task_id as "taskId", e.trigger, coalesce(t.request ->> 'method', '') as method, e.status,
    e.error_code as "errorCode", e.status_code as "statusCode", ${epoch('e.scheduled_for')} as "scheduledForMs",
    ${epoch('e.created_at')} as "createdAtMs"
  from executions e left join tasks t on t.id = e.task_id`

const missedSql = `
  select m.task_id as "taskId", m.reason, ${epoch('m.from_at')} as "fromMs", ${epoch('m.to_at')} as "toMs", m.runs,
    m.is_at_least as "isAtLeast", m.running_execution_id as "runningExecutionId", ${epoch('n.at')} as "notedAtMs"
  from missed_runs m join noted.missed n on n.id = m.id order by n.at`

const endsSql = `select execution_id as "executionId", status from noted.ends order by seq`

const deliveriesSql = `
  select id, notification_id as "notificationId", subject_id as "subjectId", type, status, attempts,
    ${epoch('next_attempt_at')} as "nextAttemptAtMs"
  from deliveries`

const requestsSql = `
  select id, receiver_id as "receiverId", split_part(url, '?', 2) as key, convert_from(request_body, 'utf8') as body
  from received_requests`

const tasksSql = `
  select t.id as "taskId", t.name, s.status, s.disabled_reason as "disabledReason"
  from tasks t join schedules s on s.task_id = t.id where not t.is_draft`

/** Each gives what is kept as a count beside what is there to be counted. */
const countsSql = `
  select 'executions of tasks' as what, (select sum(executions_total) from schedules)::int as counted,
    (select count(*) from executions)::int as found
  union all select 'tasks with a wrong count of executions', (select count(*) from schedules s where executions_total
    <> (select count(*) from executions e where e.task_id = s.task_id))::int, 0
  union all select 'tasks with a wrong count of bytes', (select count(*) from schedules s where stored_bytes
    <> (select coalesce(sum(stored_bytes), 0) from executions e where e.task_id = s.task_id))::int, 0
  union all select 'receivers with a wrong count of requests', (select count(*) from receiver_counters c where total
    <> (select count(*) from received_requests r where r.receiver_id = c.receiver_id))::int, 0
  union all select 'tasks with a wrong count of runs in charts', (select count(*) from schedules s
    where (select coalesce(sum(runs + inconclusive), 0) from execution_rollups u where u.task_id = s.task_id)
      <> (select count(*) from executions e where e.task_id = s.task_id and trigger = 'SCHEDULE'
        and status in ('SUCCEEDED', 'FAILED')))::int, 0
  union all select 'emails of the plan', (select coalesce(sum(count), 0) from rate_windows where key like 'usage:%'
    and key not like '%:notice')::int, (select count(*) from deliveries where type = 'EMAIL' and attempts > 0)::int
  union all select 'emails that were sent', (select count(distinct subject_id) from deliveries where type = 'EMAIL'
    and status = 'DELIVERED')::int, (select count(distinct id) from (
      select substring(body from 'executions/([0-9a-f-]{36})')::uuid as id from dev_outbox where subject = 'Ran') mail
    -- Of one that failed for want of an answer nobody knows whether it was sent, unless another of the same execution was.
    where not exists (select from deliveries d where d.subject_id = mail.id and d.type = 'EMAIL' and d.status = 'FAILED')
      or exists (select from deliveries d where d.subject_id = mail.id and d.type = 'EMAIL' and d.status = 'DELIVERED'))::int
  union all select 'decisions put off for ever', (select count(*) from deferred_decisions)::int, 0
  union all select 'requests left undecided', (select count(*) from undecided_requests)::int, 0
  union all select 'rules that decided a request never or twice', (select count(*) from alert_states s
    join notifications n on n.id = s.notification_id and n.receiver_id is not null and n.heartbeat is null where s.consecutive_matches <> least(1000, (select count(*)
      from received_requests r where r.receiver_id = n.receiver_id)))::int, 0
  union all select 'schedules with a run in flight', (select count(*) from schedules
    where in_flight_execution_id is not null)::int, 0
  union all select 'jobs of runs left', (select count(*) from pgboss.job where name = 'run' and state < 'completed')::int, 0`

const overdueSql = `
  select count(*)::int as n from schedules
  where status = 'ACTIVE' and in_flight_execution_id is null and due_at < now() - interval '5 s'`

/** A process that was killed last has to start, and takes over what is overdue: on a busy machine not within seconds. */
const catchUpMs = 60_000

/** @returns how many are overdue still, and how long it took until none was. */
const awaitCatchUp = async (pool: pg.Pool): Promise<{ overdue: number; caughtUpMs: number }> => {
  const startedAt = Date.now()
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(overdueSql)
    const overdue = rows[0]?.n ?? NaN
    const caughtUpMs = Date.now() - startedAt
    if (overdue === 0 || caughtUpMs > catchUpMs) return { overdue, caughtUpMs }
    await sleep(250)
  }
}

/** Taken when all faults have been over for some time, before the schedules are stopped. */
export const collectStates = async (
  pool: pg.Pool,
): Promise<{ tasks: TaskState[]; overdue: Count; caughtUpMs: number }> => {
  const { overdue, caughtUpMs } = await awaitCatchUp(pool)
  const count = { what: 'schedules overdue a minute after all was well again', counted: overdue, found: 0 }
  return { tasks: (await pool.query<TaskState>(tasksSql)).rows, overdue: count, caughtUpMs }
}

type Recorded = Pick<FaultRecord, 'changes' | 'missed' | 'executions' | 'ends' | 'deliveries' | 'requests' | 'counts'>

export const collect = async (pool: pg.Pool): Promise<Recorded> => ({
  changes: (await pool.query<ScheduleChange>(changesSql)).rows,
  missed: (await pool.query<RecordedMissed>(missedSql)).rows,
  executions: (await pool.query<RecordedExecution>(executionsSql)).rows,
  ends: (await pool.query<RecordedEnd>(endsSql)).rows,
  deliveries: (await pool.query<RecordedDelivery>(deliveriesSql)).rows,
  requests: (await pool.query<RecordedRequest>(requestsSql)).rows,
  counts: (await pool.query<Count>(countsSql)).rows,
})
