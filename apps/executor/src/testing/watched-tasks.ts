import type { StoredRequest } from '@knockwire/db/stored-json'
import type { Condition } from '@knockwire/domain/conditions/condition'
import type { Firing } from '@knockwire/domain/notifications/firing'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { beforeAll } from 'vitest'
import { untilEnded } from './history.ts'
import { onDemand, runNow } from './run-now.ts'
import { deliveriesOf, seedAccount, seedNotification, seedTask, textTo } from './rows/seed.ts'
import { startTarget, type Target } from './peers/target.ts'
import { startTestExecutor, type TestExecutor, type TestExecutorOptions, useTestDatabase } from './test-executor.ts'

export interface Answer {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export const json = (value: unknown): Answer => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})

/** An executor, and tasks that run when the test says so, watched by notifications. */
export const openWatchedTasks = async (options: TestExecutorOptions = {}) => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let executor: TestExecutor
  let accountId = ''
  let paths = 0

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    accountId = (await seedAccount(db)).id
    executor = await startTestExecutor(url, options)
    stopAfter(() => executor.stop())
  })

  /** A task whose target answers as it is set, the same until set otherwise. */
  const makeTask = async (request: Partial<StoredRequest> = {}) => {
    const path = `/${(paths += 1)}`
    const answer = ({ status = 200, headers = {}, body = 'ok' }: Answer) =>
      target.on(path, ({ response }) => response.writeHead(status, headers).end(body))
    answer({})
    const uri = `${target.origin}${path}`
    const taskId = await seedTask(db, { accountId, uri, name: `Task ${path}`, schedule: onDemand, request })
    let runs = 0
    const run = async () => {
      await runNow(db, taskId)
      return (await untilEnded(db, taskId, (runs += 1))).at(-1)
    }
    const watch = (condition: Partial<Condition>, firing: Partial<Firing> = {}) =>
      seedNotification(db, {
        accountId,
        taskId,
        setting: textTo('+16045550199'),
        condition,
        firing: { ...defaultFiring, ...firing },
      })
    return { taskId, accountId, answer, run, watch }
  }
  return {
    db,
    makeTask,
    executor: () => executor,
    /** `meanwhile`: while there is none. */
    restart: async (meanwhile: () => Promise<unknown> = async () => {}) => {
      await executor.stop()
      await meanwhile()
      executor = await startTestExecutor(url, options)
    },
    occasionsOf: async (notificationId: string) =>
      (await deliveriesOf(db, notificationId)).map(({ occasion }) => occasion),
  }
}
