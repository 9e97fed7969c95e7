import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import type { Database } from '../client.ts'
import { schedules, tasks } from '../schema/tasks.ts'
import { uuidv7 } from '../uuidv7.ts'
import { insertTestAccount } from './insert-account.ts'

/** A task of a new account, for tests of what is done to one. */
export const insertTestTask = async (db: Database): Promise<{ taskId: string; accountId: string }> => {
  const [taskId, now] = [uuidv7(), new Date()]
  return db.transaction(async (tx) => {
    const { accountId } = await insertTestAccount(tx)
    const request = {
      ...defaultRequestTarget,
      basicAuth: { status: 'DISABLED', username: '', password: null },
    } as const
    await tx.insert(tasks).values({ id: taskId, accountId, isDraft: false, request, createdAt: now, updatedAt: now })
    await tx.insert(schedules).values({ taskId, accountId, ...defaultScheduler, status: 'DISABLED' })
    return { taskId, accountId }
  })
}
