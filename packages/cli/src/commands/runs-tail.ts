import type { ExecutionView } from '@knockwire/domain/executions/execution'
import { findTask } from '../api/definitions.ts'
import { neededArg, type Run, textOption, UserError } from '../cli.ts'
import { follow } from '../listen/follow.ts'
import { describeRun } from '../runs/describe-run.ts'

export const run: Run = async ({ client, terminal, signal }, invocation) => {
  neededArg(invocation, 0, 'task')
  const cursor = textOption(invocation, 'since') ?? 'now'
  if (cursor !== 'now' && cursor !== 'start') throw new UserError(`--since is start or now, and not ${cursor}.`)
  const tasks = await Promise.all(invocation.args.map((named) => findTask(client(), named)))
  const tail = async (id: string, label: string) => {
    for await (const followed of follow<ExecutionView>({
      read: (from, options) => client().followExecutions({ taskId: id, ...from }, options),
      cursor,
      signal,
    })) {
      if (followed.kind === 'lost') terminal.note(`The connection is lost (${followed.reason}). Trying again…`)
      if (followed.kind === 'back') terminal.note('Connected again.')
      if (followed.kind === 'gap') terminal.note('Runs were deleted from the history before they were shown.')
      if (followed.kind !== 'page') continue
      for (const execution of followed.rows) {
        if (invocation.options['json'] === true) terminal.print(JSON.stringify(execution))
        else terminal.print(`${label}${describeRun(terminal, execution)}`)
      }
    }
  }
  await Promise.all(tasks.map(({ id, key, name }) => tail(id, tasks.length > 1 ? `${key ?? name ?? id} ` : '')))
  return 0
}
