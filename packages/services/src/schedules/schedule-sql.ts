/*
 * What is changed of schedules in one statement with executions, as its part: mostly by the executor, which changes many at once.
 * Everything that writes the table is in this folder.
 */

/** Of what is `due` (id, task_id, next_ms): its next time, its run in flight where that is among the `queued`, its count. */
export const moveOnSql = `
    update schedules s set
      due_at = to_timestamp(due.next_ms / 1000),
      in_flight_execution_id = case when due.id in (select id from queued) then due.id end,
      executions_total = executions_total + (due.id in (select id from queued))::int
    from due
    where s.task_id = due.task_id`

/** Schedules ($1) of one time that was missed and is not made up. */
export const endSkippedSql = `
    update schedules set status = 'DISABLED', disabled_reason = 'DONE'
    where task_id = any ($1::uuid[]) and mode = 'ONE_TIME' and status = 'ACTIVE'`

/** The executions that were `queued` (task_id). */
export const countQueuedSql = `
    update schedules s set executions_total = s.executions_total + added.count
    from (select task_id, count(*)::int as count from queued group by task_id) added
    where s.task_id = added.task_id`

/**
 * Of the runs that have `ended`: the schedule is free for the next one, counts how they ended, and numbers them with all that `ended`
 * of the task (`of_task`).
 */
export const releaseEndedSql = `
    update schedules s set
      in_flight_execution_id = null,
      last_seq = s.last_seq + ended.of_task,
      stored_bytes = s.stored_bytes + ended.stored_bytes,
      consecutive_failures = case when ended.is_inconclusive then s.consecutive_failures
        when ended.status = 'FAILED' then s.consecutive_failures + 1 else 0 end,
      failing_runs = case when ended.is_inconclusive then s.failing_runs when ended.is_ok then 0 else s.failing_runs + 1 end,
      failing_since = case when ended.is_inconclusive then s.failing_since when ended.is_ok then null
        else coalesce(s.failing_since, ended.at) end,
      status = case when s.mode = 'ONE_TIME' and s.due_at is null then 'DISABLED' else s.status end,
      disabled_reason = case when s.mode = 'ONE_TIME' and s.due_at is null and s.status = 'ACTIVE' then 'DONE' else s.disabled_reason end
    from ended
    where s.task_id = ended.task_id and s.in_flight_execution_id = ended.id`

/** Of what has `ended` of tasks that are not among the `released`, tests mostly: it is numbered, and its bytes are counted. */
export const countUnreleasedSql = `
    update schedules s set stored_bytes = s.stored_bytes + unreleased.bytes, last_seq = s.last_seq + unreleased.count
    from (
      select task_id, slot, sum(stored_bytes) as bytes, count(*) as count from ended
      where (task_id in (select task_id from released)) is not true group by task_id, slot
    ) unreleased
    where s.task_id = unreleased.task_id`

/** Of the tasks ($1) those that have failed as often in a row as their owner's plan ($2, $3: plans and their limits) allows. */
export const disableFailingSql = `
    update schedules s set status = 'DISABLED', disabled_reason = 'FAILURES', due_at = null
    from accounts a, unnest($2::text[], $3::int[]) as allowance (plan, failures)
    where s.task_id = any ($1::uuid[]) and s.status = 'ACTIVE'
      and a.id = s.account_id and allowance.plan = a.plan and s.consecutive_failures >= allowance.failures`

/** Schedules whose run has ended, or is no more, are free: for what came about in an unforeseen way. */
export const releaseForgottenSql = `
  update schedules s set in_flight_execution_id = null
  from schedules busy left join executions e on e.id = busy.in_flight_execution_id
  where busy.in_flight_execution_id is not null and (e.id is null or e.status in ('SUCCEEDED', 'FAILED'))
    and s.task_id = busy.task_id and s.in_flight_execution_id = busy.in_flight_execution_id`
