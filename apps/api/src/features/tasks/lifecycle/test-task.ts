import type { Transaction } from '@knockwire/db/client'
import { queueExecutions } from '@knockwire/services/executions/queue-executions'
import { countOne, fixedWindow } from '@knockwire/services/usage/rate-window'
import { AppError } from '@knockwire/domain/errors'
import type { ApiContext, Caller } from '../../../context.ts'
import { checkRequest } from '@knockwire/services/requests/check-request'
import { decryptRequest } from '@knockwire/services/requests/stored-request'
import { refuseFaults } from '../save/check-task.ts'
import { lockTask } from '../lock-task.ts'

/** Of an account; a test is a call from our address, made at once. */
export const testsPerMinute = 30

/** Runs the task once, now, whatever its status, and changes nothing else of it. */
export const testTask = (
  context: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<{ executionId: string }> =>
  context.db.transaction(async (tx) => {
    const { task, nowMs } = await lockTask(tx, caller, taskId)
    refuseFaults(checkRequest(decryptRequest(context.secrets, task.request), context.checkUri))
    await countTest(context, tx, caller)
    const run = { taskId, accountId: caller.accountId, trigger: 'TEST', scheduledFor: new Date(nowMs) } as const
    const executionIds = (await queueExecutions(tx, [run], nowMs)).map(({ id }) => id)
    // Somebody is looking: it does not wait behind what is due.
    await context.queue.send(tx, 'run', [{ executionIds }], { priority: 1 })
    const [executionId] = executionIds
    if (executionId === undefined) throw new Error('A test was not queued.')
    return { executionId }
  })

const countTest = async (context: ApiContext, tx: Transaction, { accountId }: Caller) => {
  const nowMs = context.now()
  const window = fixedWindow(nowMs, 60_000)
  if (await countOne(tx, { key: `test-task:${accountId}`, window, limit: testsPerMinute })) return
  throw new AppError('RATE_LIMITED', `At most ${testsPerMinute} tests can be run a minute. Please wait a moment.`, {
    retryAfterSeconds: Math.ceil((window.endMs - nowMs) / 1000),
  })
}
