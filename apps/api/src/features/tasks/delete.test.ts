import type { DeletedManyView } from '@knockwire/domain/delete-many'
import type { DraftList } from '@knockwire/domain/tasks/task'
import { tasks } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeNotification, notificationInput } from '../../testing/calls/notification-calls.ts'
import { get, makeDraft, makeTask, post, remove, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
})
afterAll(() => test.close())

const exists = async (taskId: string) => (await get(ada, `/tasks/${taskId}`)).statusCode === 200

it('[AP-23, TD-21] the API rejects the deletion of an active task, and deletes one that is disabled', async () => {
  const { id } = await makeTask(ada)
  const rejected = await remove(ada, `/tasks/${id}`)
  expect([rejected.statusCode, rejected.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', message: 'This task is active. Deactivate it first.' },
  ])
  await post(ada, `/tasks/${id}/lifecycle/deactivate`)
  expect((await remove(ada, `/tasks/${id}`)).statusCode).toBe(204)
  expect(await exists(id)).toBe(false)
})

it('[AP-23] the API deactivates and deletes an active task in one call, where it is asked to', async () => {
  const { id } = await makeTask(ada)
  expect((await remove(bob, `/tasks/${id}?deactivate=true`)).statusCode).toBe(404)
  expect((await remove(ada, `/tasks/${id}?deactivate=true`)).statusCode).toBe(204)
  expect(await exists(id)).toBe(false)
})

it('[AP-23, DR-04] a draft is deleted without being asked to deactivate it', async () => {
  const id = await makeDraft(ada)
  expect((await remove(ada, `/tasks/${id}`)).statusCode).toBe(204)
})

const deleteSeveral = async (user: TestUser, input: object): Promise<DeletedManyView> => {
  const answer = await post(user, '/tasks/delete', input)
  expect(answer.statusCode).toBe(200)
  return answer.json<DeletedManyView>()
}

it('one call deletes several tasks, and says why it did not delete the others', async () => {
  const [active, disabled] = [await makeTask(ada), await makeTask(ada)]
  await post(ada, `/tasks/${disabled.id}/lifecycle/deactivate`)
  const unknownId = uuidv7()
  const answer = await deleteSeveral(ada, { ids: [active.id, disabled.id, unknownId, disabled.id] })
  expect(answer).toEqual({
    deleted: 1,
    problems: [
      { id: active.id, code: 'CONFLICT', message: 'This task is active. Deactivate it first.' },
      { id: unknownId, code: 'NOT_FOUND', message: 'There is no such task.' },
    ],
  })
  expect([await exists(active.id), await exists(disabled.id)]).toEqual([true, false])
})

it('one call deactivates and deletes several active tasks, and none of another account', async () => {
  const mine = [(await makeTask(ada)).id, (await makeTask(ada)).id]
  const theirs = await makeTask(bob)
  const answer = await deleteSeveral(ada, { ids: [...mine, theirs.id], deactivate: true })
  expect(answer).toMatchObject({ deleted: 2, problems: [{ id: theirs.id, code: 'NOT_FOUND' }] })
  expect([await exists(mine[0] ?? ''), await exists(mine[1] ?? '')]).toEqual([false, false])
  expect((await get(bob, `/tasks/${theirs.id}`)).statusCode).toBe(200)
})

it.each([{ ids: [] }, { ids: ['no-id'] }, {}, { ids: Array.from({ length: 101 }, () => uuidv7()) }])(
  'a call that names none, something else or too many to delete is rejected (%#)',
  async (input) => {
    expect((await post(ada, '/tasks/delete', input)).statusCode).toBe(400)
  },
)

it('[DR-04] a draft that nobody touched is deleted where it is asked for, and anything else is left as it is', async () => {
  const untouched = async (id: string) => {
    expect((await remove(ada, `/tasks/${id}?untouched=true`)).statusCode).toBe(204)
    return exists(id)
  }
  expect(await untouched(await makeDraft(ada))).toBe(false)
  const saved = await makeDraft(ada)
  await post(ada, `/tasks/${saved}`, taskInput({ name: 'Tea' }))
  expect(await untouched(saved)).toBe(true)
  const notifying = await makeDraft(ada)
  await makeNotification(ada, notificationInput(notifying))
  expect(await untouched(notifying)).toBe(true)
  const away = await makeDraft(ada)
  await post(ada, `/tasks/${away}/update-last-slack-setup-time`)
  expect(await untouched(away)).toBe(true)
  const task = await makeTask(ada)
  expect(await untouched(task.id)).toBe(true)
  const copy = (await post(ada, `/tasks/${task.id}/duplicate`)).json<{ id: string }>().id
  expect(await untouched(copy)).toBe(true)
  const drafts = (await get(ada, '/tasks/drafts')).json<DraftList>().results
  expect(drafts.map(({ id }) => id)).toContain(copy)
})

it('[DR-04] a draft that is being saved is not deleted as one that nobody touched', async () => {
  const id = await makeDraft(ada)
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const deletion = await test.db.transaction(async (save) => {
    await save
      .update(tasks)
      .set({ name: 'Tea', version: sql`${tasks.version} + 1` })
      .where(eq(tasks.id, id))
    const deleted = remove(ada, `/tasks/${id}?untouched=true`).then(({ statusCode }) => statusCode)
    await expect.poll(async () => (await test.pool.query(waits)).rowCount, { interval: 5 }).toBeGreaterThan(0)
    return { deleted }
  })
  expect(await deletion.deleted).toBe(204)
  expect((await get(ada, `/tasks/${id}`)).json()).toMatchObject({ name: 'Tea' })
})
