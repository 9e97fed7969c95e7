import { plainArray, textArray } from '@knockwire/db/sql-array'
import { inTransaction } from '@knockwire/db/transaction'
import { nameInMail } from '@knockwire/domain/mail/name-in-mail'
import { plans } from '@knockwire/domain/plans/plans'
import type { Queue } from '@knockwire/queue/queue'
import { sendSystemMails, type SystemMail } from '@knockwire/services/mail/send-system-mails'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { RunResult } from './execution.ts'
import { type RecordedResult, writeResults } from './write-results.ts'

const limits = Object.entries(plans).map(([plan, { failuresBeforeDeactivation }]) => ({
  plan,
  limit: failuresBeforeDeactivation,
}))
const lowestLimit = Math.min(...limits.map(({ limit }) => limit))

const deactivateSql = `
  with failing as (
    update schedules s set status = 'DISABLED', disabled_reason = 'FAILURES', due_at = null
    from accounts a, unnest($2::text[], $3::int[]) as allowance (plan, failures)
    where s.task_id = any ($1::uuid[]) and s.status = 'ACTIVE'
      and a.id = s.account_id and allowance.plan = a.plan and s.consecutive_failures >= allowance.failures
    returning s.task_id, s.account_id, s.consecutive_failures, a.email
  )
  select t.id as task_id, f.account_id, t.name, t.request ->> 'uri' as uri, f.consecutive_failures as failures, v.address
  from failing f
  join tasks t on t.id = f.task_id
  left join verified_emails v on v.account_id = f.account_id and v.address = f.email and v.unsubscribed_at is null`

interface DeactivatedTask {
  task_id: string
  account_id: string
  name: string | null
  uri: string
  failures: number
  /** The owner's, where it is confirmed and wants mail. */
  address: string | null
}

/**
 * Stops the schedules whose runs have failed as often in a row as their owner's plan allows, and mails the owner. Where it
 * stopped any, a caller that asks for quiet announces `system-mail` after its commit.
 */
export const deactivateFailing = async (
  client: pg.PoolClient,
  recorded: readonly RecordedResult[],
  { queue, publicOrigin, isQuiet }: { queue: Queue; publicOrigin: string; isQuiet: boolean },
): Promise<number> => {
  const failing = recorded.filter(({ released }) => released?.isActive && released.consecutiveFailures >= lowestLimit)
  if (failing.length === 0) return 0
  const values = [
    plainArray(failing.map(({ result }) => result.taskId)),
    textArray(limits.map(({ plan }) => plan)),
    plainArray(limits.map(({ limit }) => limit)),
  ]
  const { rows } = await client.query<DeactivatedTask>({ name: 'deactivate_failing', text: deactivateSql, values })
  const mails = rows.flatMap((task) => deactivationMail(task, publicOrigin) ?? [])
  await sendSystemMails(drizzle(client), mails, { queue, publicOrigin, nowMs: Date.now(), isQuiet })
  return rows.length
}

/** The mail that says why a task no longer runs; null where the owner has no address for it. */
const deactivationMail = (task: DeactivatedTask, publicOrigin: string): SystemMail | null => {
  if (task.address === null) return null
  const title = nameInMail(task.name === null || task.name === '' ? task.uri : task.name)
  return {
    kind: 'task deactivated',
    accountId: task.account_id,
    to: task.address,
    subject: `Task deactivated: ${title}`,
    text: [
      `Your task "${title}" has failed ${task.failures} times in a row, so it was deactivated.`,
      'A run fails where no HTTP response comes; responses with an error status do not count.',
      `See what happened and activate it again: ${publicOrigin}/dashboard/tasks/${task.task_id}`,
    ].join('\n\n'),
  }
}

/** What follows from a run's result: its notifications' conditions are decided. */
export interface PostRunHook {
  /** Before the result joins a batch to be committed: slow work here delays this execution alone. */
  prepare: (result: RunResult) => Promise<void>
  /** Whether there is anything to record for the result. */
  appliesTo: (result: RunResult) => boolean
  /** Writes in the transaction that records the results. It may be repeated. */
  record: (client: pg.ClientBase, recorded: readonly RecordedResult[]) => Promise<void>
  /** After that transaction is committed. */
  onCommitted: () => void
}

interface RecordTools {
  pool: pg.Pool
  queue: Queue
  publicOrigin: string
  postRun: PostRunHook
}

/** Commits the results of a batch of runs, and all that follows from them, in one transaction. */
export const recordResults = async (results: readonly RunResult[], tools: RecordTools): Promise<RecordedResult[]> => {
  const { pool, queue, publicOrigin, postRun } = tools
  const isHooked = results.some((result) => postRun.appliesTo(result))
  const hasFailure = results.some(({ outcome }) => outcome.status === 'FAILED')
  // Most batches are one statement, which needs no transaction around it: three round trips less.
  if (!isHooked && !hasFailure) return writeResults(pool, results)
  let deactivated = 0
  const recorded = await inTransaction(pool, async (client) => {
    const written = await writeResults(client, results)
    deactivated = await deactivateFailing(client, written, { queue, publicOrigin, isQuiet: true })
    if (isHooked)
      await postRun.record(
        client,
        written.filter(({ result }) => postRun.appliesTo(result)),
      )
    return written
  })
  if (isHooked) postRun.onCommitted()
  if (deactivated > 0) queue.announce('system-mail')
  return recorded
}
