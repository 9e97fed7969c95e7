import { isAccepted } from '@knockwire/domain/executions/completion-rules'
import type pg from 'pg'
import type { CallOutcome, ResponseRecord, RunResult, StartedRun } from '../run.ts'

/** A call whose target has accepted the work and says later how it ended. */
export interface AcceptedResult {
  result: RunResult
  response: ResponseRecord
  responseTimeMs: number
  /** Counted from the start of the call. */
  withinSeconds: number
}

/** Null where the run ends with this result: its task waits for no completion, or the target has not accepted. */
export const acceptedOf = (
  { completionSeconds }: Pick<StartedRun, 'completionSeconds'>,
  result: RunResult,
): AcceptedResult | null => {
  const outcome: CallOutcome = result.outcome
  if (completionSeconds === null || outcome.status !== 'SUCCEEDED' || !isAccepted(outcome.response.statusCode))
    return null
  const { response, responseTimeMs } = outcome
  return { result, response, responseTimeMs, withinSeconds: completionSeconds }
}

/**
 * The execution waits from now on, and its schedule with it. Where its completion has arrived before the response, it is due at
 * once. Who follows the history learns of it when it ends: number 0 is before all. Repeated after a commit whose answer was lost,
 * this changes nothing.
 */
const awaitSql = `
  with waiting as (
    update executions e set status = 'WAITING', started_at = coalesce(to_timestamp($3::float8 / 1000), e.started_at),
      response_time_ms = $4, status_code = $5
    where e.id = $1 and e.attempt = $2 and e.status = 'RUNNING'
    returning e.id, e.task_id, e.account_id, e.started_at
  ), inserted_details as (
    insert into execution_details
      (execution_id, request, request_hash, response_headers, response_body, is_truncated, final_uri, redirects, timing, seq)
    select id, $6::jsonb, $7::uuid, $8::jsonb, $9::bytea, $10, $11, $12, $13::jsonb, 0 from waiting
  ), inserted_request as (
    insert into sent_requests (task_id, hash, request, last_used_at)
    select task_id, $7::uuid, $14::jsonb, now() from waiting where $14::text is not null
    on conflict (task_id, hash) do update set last_used_at = now()
  )
  insert into completions as c (execution_id, task_id, account_id, deadline_at, check_at)
  select id, task_id, account_id, started_at + $15::float8 * interval '1 s', started_at + $15::float8 * interval '1 s' from waiting
  on conflict (execution_id) do update set deadline_at = excluded.deadline_at,
    check_at = case when c.received_at is null then excluded.check_at else c.received_at end`

/** Writes that executions wait for their completion, one after the other: each may bring a body of 1 MiB with it. */
export const awaitCompletions = async (pool: pg.Pool, accepted: readonly AcceptedResult[]): Promise<void> => {
  for (const { result, response, responseTimeMs, withinSeconds } of accepted) {
    const { executionId, attempt, startedMs, sent } = result
    const [own, hash, shared] =
      sent?.kind === 'shared' ? [null, sent.hash, sent.json] : [sent?.json ?? null, null, null]
    const call = [executionId, attempt, startedMs, responseTimeMs, response.statusCode, own, hash]
    const headers = JSON.stringify(response.storedHeaders)
    const answer = [headers, response.body, response.isTruncated, response.finalUri, response.redirects]
    const values = [...call, ...answer, JSON.stringify(response.timing), shared, withinSeconds]
    await pool.query({ name: 'await_completion', text: awaitSql, values })
  }
}
