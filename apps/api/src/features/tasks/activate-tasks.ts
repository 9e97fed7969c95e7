import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { AppError } from '@knockwire/domain/errors'
import {
  type ActivatedTasksView,
  type ActivateTasksInput,
  mostActivated,
  mostProblems,
} from '@knockwire/domain/tasks/activate-tasks'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { activateTask } from './lifecycle.ts'
import { disabledAs, matching } from './read-tasks.ts'

/**
 * Activates the caller's disabled tasks that match, each as its own call would: in its own transaction, so that one
 * that cannot be activated keeps back no other, and no runs wait for a thousand locks.
 */
export const activateTasks = async (
  context: ApiContext,
  caller: Caller,
  input: ActivateTasksInput,
): Promise<ActivatedTasksView> => {
  const found = await selectDisabled(context, caller, input)
  const problems: ActivatedTasksView['problems'] = []
  const chosen = found.slice(0, mostActivated)
  let [activated, failed] = [0, 0]
  for (const { id, name } of chosen) {
    const message = await problemOf(() => activateTask(context, caller, { taskId: id }))
    if (message === null) activated += 1
    else {
      failed += 1
      if (problems.length < mostProblems) problems.push({ id, name, message })
    }
  }
  const next = found.length > mostActivated ? (chosen.at(-1)?.id ?? null) : null
  return { activated, failed, problems, next }
}

/** One more than are activated, so that it is known whether there are more. */
const selectDisabled = ({ db }: ApiContext, caller: Caller, input: ActivateTasksInput) => {
  const { status, disabledReason, search, after } = input
  return db
    .select({ id: tasks.id, name: tasks.name })
    .from(tasks)
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .where(
      and(
        matching(caller, search),
        eq(schedules.status, 'DISABLED'),
        status && disabledAs(status),
        disabledReason && eq(schedules.disabledReason, disabledReason),
        after === undefined ? undefined : gt(tasks.id, after),
      ),
    )
    .orderBy(asc(tasks.id))
    .limit(mostActivated + 1)
}

/** Why it could not be done; null where it was. What is wrong with the server ends the whole. */
const problemOf = async (act: () => Promise<unknown>): Promise<string | null> => {
  try {
    await act()
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return Object.values(error.errors ?? {})[0] ?? error.message
  }
}
