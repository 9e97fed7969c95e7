import { setTimeout as delay } from 'node:timers/promises'
import { readDuration } from '@knockwire/domain/file/parts/duration'
import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { findTask } from '../api/definitions.ts'
import { type Cli, type Invocation, neededArg, type Run, textOption, UserError } from '../cli.ts'
import { type MetCondition, metConditions } from '../runs/met-conditions.ts'
import { describeRun } from '../runs/describe-run.ts'
import { shown } from '../terminal/terminal.ts'

const conditionMet = 3
const pollMs = 500

const timeoutMs = (invocation: Invocation): number => {
  const text = textOption(invocation, 'timeout') ?? '5m'
  const seconds = readDuration(text)
  if (seconds === null || seconds === 0)
    throw new UserError(`--timeout is a duration such as 90s or 5m, and not ${text}.`)
  return seconds * 1000
}

async function waitForEnd(
  { client, signal }: Cli,
  of: { taskId: string; executionId: string },
  mostMs: number,
): Promise<ExecutionView> {
  for (const end = Date.now() + mostMs; ;) {
    // The page of the history that it is on belongs to screens.
    const { _embedded, ...execution } = await client().getExecution(of, { signal })
    if (execution.status === 'SUCCEEDED' || execution.status === 'FAILED') return execution
    if (Date.now() > end) throw new UserError(`It has not ended within ${mostMs / 1000} seconds.`)
    await delay(pollMs, undefined, { signal })
  }
}

const exitCodeOf = ({ status }: ExecutionView, met: readonly MetCondition[]) => {
  if (met.length > 0) return conditionMet
  return status === 'SUCCEEDED' ? 0 : 1
}

export const run: Run = async (cli, invocation) => {
  const client = cli.client()
  const isJson = invocation.options['json'] === true
  const task = await findTask(client, neededArg(invocation, 0, 'task'))
  const { executionId } = await client.testTask(
    { taskId: task.id, body: { sendNotifications: invocation.options['notify'] === true } },
    { signal: cli.signal },
  )
  if (invocation.options['wait'] !== true) {
    cli.terminal.print(
      isJson
        ? JSON.stringify({ executionId })
        : `Started: ${client.url}/dashboard/tasks/${task.id}/executions/${executionId}`,
    )
    return 0
  }
  cli.terminal.progress('Running…')
  const execution = await waitForEnd(cli, { taskId: task.id, executionId }, timeoutMs(invocation))
  const met = await metConditions(client, task, execution)
  if (isJson) cli.terminal.print(JSON.stringify({ ...execution, conditionsMet: met }))
  else {
    cli.terminal.print(describeRun(cli.terminal, execution))
    for (const { key, reason } of met)
      cli.terminal.print(cli.terminal.style('yellow', `Condition of ${key} is met: ${shown(reason)}`))
  }
  return exitCodeOf(execution, met)
}
