import type pg from 'pg'

/** How an execution ended, as its target says. */
export interface SentCompletion {
  executionId: string
  hasFailed: boolean
  exitCode: number | null
  contentType: string | null
  body: Uint8Array
}

/** COMPLETED: by this one. KNOWN: before. TOO_LATE: its time was over. UNKNOWN: there is no such execution any more. */
export type CompletionVerdict = 'COMPLETED' | 'KNOWN' | 'TOO_LATE' | 'UNKNOWN'

/**
 * The first one that arrives counts, also before the response of the call is recorded (`check_at` null): it waits for that then.
 * One that comes again, or after its time, changes nothing.
 */
const completeSql = `
  with execution as (
    select id, task_id, account_id, status, error_code from executions where id = $1
  ), completed as (
    insert into completions (execution_id, task_id, account_id, received_at, has_failed, exit_code, content_type, body)
    select id, task_id, account_id, clock_timestamp(), $2, $3, $4, $5 from execution
    where status in ('QUEUED', 'RUNNING', 'WAITING')
    on conflict (execution_id) do update set received_at = excluded.received_at, has_failed = excluded.has_failed,
      exit_code = excluded.exit_code, content_type = excluded.content_type, body = excluded.body,
      check_at = case when completions.check_at is not null then excluded.received_at end
    where completions.received_at is null
      and (completions.deadline_at is null or completions.deadline_at > excluded.received_at)
    returning execution_id, deadline_at
  )
  select (select count(*)::int from completed) as completed, (select deadline_at is null from completed) is true as "isEarly",
    error_code as "errorCode",
    (select c.received_at is null and c.deadline_at <= clock_timestamp() from completions c where c.execution_id = execution.id)
      is true as "isOver"
  from execution`

/**
 * An executor that ends the execution meanwhile, since its time is over, has deleted the row that this one waited for: what was
 * inserted in its place would never be looked at.
 */
const undoSql = `
  delete from completions c using executions e
  where c.execution_id = $1 and e.id = c.execution_id and e.status in ('SUCCEEDED', 'FAILED')
  returning e.error_code as "errorCode"`

interface Row {
  completed: number
  /** The response is not recorded, or not any more. */
  isEarly: boolean
  errorCode: string | null
  isOver: boolean
}

/** Records how an execution ended; an executor ends it then. */
export const completeExecution = async (pool: pg.Pool, sent: SentCompletion): Promise<CompletionVerdict> => {
  const { executionId, hasFailed, exitCode, contentType, body } = sent
  const values = [executionId, hasFailed, exitCode, contentType, body]
  const { rows } = await pool.query<Row>({ name: 'complete_execution', text: completeSql, values })
  const [row] = rows
  if (row === undefined) return 'UNKNOWN'
  if (row.completed > 0) return row.isEarly ? await verdictOfEarly(pool, executionId) : 'COMPLETED'
  return row.isOver ? 'TOO_LATE' : verdictOfEnded(row)
}

const verdictOfEnded = ({ errorCode }: Pick<Row, 'errorCode'>): CompletionVerdict =>
  errorCode === 'NOT_COMPLETED' ? 'TOO_LATE' : 'KNOWN'

const verdictOfEarly = async (pool: pg.Pool, executionId: string): Promise<CompletionVerdict> => {
  const { rows } = await pool.query<Pick<Row, 'errorCode'>>({
    name: 'undo_completion',
    text: undoSql,
    values: [executionId],
  })
  const [ended] = rows
  return ended === undefined ? 'COMPLETED' : verdictOfEnded(ended)
}
