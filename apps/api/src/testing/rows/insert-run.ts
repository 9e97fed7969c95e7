import { queueExecutions } from '../../features/tasks/queue-executions.ts'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { eq } from 'drizzle-orm'
import type { TestApp } from '../test-app.ts'

type Outcome = Partial<typeof executions.$inferInsert>
type Details = Partial<typeof executionDetails.$inferInsert>

interface TaskOf {
  taskId: string
  accountId: string
}

/** A run of the task in the database; one that has details has ended. */
export const insertRun = async (
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  task: TaskOf,
  { details, ...outcome }: Outcome & { details?: Details } = {},
): Promise<string> => {
  clock.advance(1000)
  const run = { ...task, trigger: 'SCHEDULE', scheduledFor: new Date(clock.now()) } as const
  const [queued] = await db.transaction((tx) => queueExecutions(tx, [run], clock.now()))
  if (queued === undefined) throw new Error('The run was not queued.')
  if (Object.keys(outcome).length > 0) await db.update(executions).set(outcome).where(eq(executions.id, queued.id))
  const request = { uri: 'https://example.com/ping', method: 'GET', headers: [], body: null } as const
  if (details) await db.insert(executionDetails).values({ request, ...details, executionId: queued.id })
  return queued.id
}

export const insertRuns = async (
  app: Pick<TestApp, 'db' | 'clock'>,
  task: TaskOf,
  count: number,
): Promise<string[]> => {
  const newestFirst: string[] = []
  for (let made = 0; made < count; made++) newestFirst.unshift(await insertRun(app, task))
  return newestFirst
}
