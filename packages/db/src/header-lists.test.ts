import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications } from './schema/notifications.ts'
import { tasks } from './schema/tasks.ts'
import { insertTestTask } from './testing/insert-task.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { uuidv7 } from './uuidv7.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const folder = fileURLToPath(new URL('../migrations', import.meta.url))

const convert = async () => {
  const name = (await readdir(folder)).find((one) => one.endsWith('_header_lists.sql')) ?? ''
  await database.pool.query(await readFile(`${folder}/${name}`, 'utf8'))
}

/** As before the migrations that keep them so. */
const withoutTriggers = async (work: () => Promise<void>) => {
  const switchTriggers = (to: 'enable' | 'disable') =>
    database.pool.query(`alter table tasks ${to} trigger user; alter table notifications ${to} trigger user`)
  await switchTriggers('disable')
  try {
    await work()
  } finally {
    await switchTriggers('enable')
  }
}

it('headers that were kept as objects become lists, those that are lists stay', async () => {
  const { db } = database
  const sealed = { k: '1', iv: 'a', data: 'b' }
  const kept = { Accept: 'text/plain', Authorization: sealed }
  const request = { uri: 'https://example.com/', method: 'POST', headers: kept, body: 'x' }
  const lists = [
    ['Accept', 'text/plain'],
    ['Authorization', sealed],
  ]
  const { taskId, accountId } = await insertTestTask(db)
  const unchanged = await insertTestTask(db)
  const list = [
    ['B', '1'],
    ['A', '2'],
    ['B', '3'],
  ] as const
  const idOf = { http: uuidv7(), sms: uuidv7() }
  const sms = { type: 'SMS', sms: { countryCode: '+1', phoneNumber: '+16045550199', template: 'x' } }
  await withoutTriggers(async () => {
    await db.execute(sql`update tasks set request = ${JSON.stringify(request)} where id = ${taskId}`)
    await db.execute(
      sql`update tasks set request = jsonb_set(request, '{headers}', ${JSON.stringify(list)}) where id = ${unchanged.taskId}`,
    )
    for (const [id, setting] of [
      [idOf.http, { type: 'HTTP', request }],
      [idOf.sms, sms],
    ] as const)
      await db.execute(sql`
        insert into notifications (id, account_id, task_id, type, setting, created_at, updated_at)
        values (${id}, ${accountId}, ${taskId}, ${setting.type}, ${JSON.stringify(setting)}, now(), now())`)
    await convert()
    await convert()
  })
  const requestOf = async (id: string) => (await db.select().from(tasks).where(eq(tasks.id, id)))[0]?.request
  expect(await requestOf(taskId)).toEqual({ ...request, headers: lists })
  expect((await requestOf(unchanged.taskId))?.headers).toEqual(list)
  const settingOf = async (id: string) =>
    (await db.select().from(notifications).where(eq(notifications.id, id)))[0]?.setting
  expect(await settingOf(idOf.http)).toEqual({ type: 'HTTP', request: { ...request, headers: lists } })
  expect(await settingOf(idOf.sms)).toEqual(sms)
})

it('headers that the version before still writes as an object are kept as a list', async () => {
  const { db } = database
  const request = { uri: 'https://example.com/', method: 'POST', headers: { Accept: 'text/plain' }, body: 'x' }
  const lists = { ...request, headers: [['Accept', 'text/plain']] }
  const { taskId, accountId } = await insertTestTask(db)
  await db.execute(sql`update tasks set request = ${JSON.stringify(request)} where id = ${taskId}`)
  const [task] = await db.select().from(tasks).where(eq(tasks.id, taskId))
  expect(task?.request).toEqual(lists)
  const id = uuidv7()
  const setting = JSON.stringify({ type: 'HTTP', request })
  await db.execute(sql`
    insert into notifications (id, account_id, task_id, type, setting, created_at, updated_at)
    values (${id}, ${accountId}, ${taskId}, 'HTTP', ${setting}, now(), now())`)
  await db.execute(sql`update notifications set setting = ${setting} where id = ${id}`)
  const [notification] = await db.select().from(notifications).where(eq(notifications.id, id))
  expect(notification?.setting).toEqual({ type: 'HTTP', request: lists })
})
