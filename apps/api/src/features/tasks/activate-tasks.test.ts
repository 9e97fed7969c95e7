import { schedules } from '@knockwire/db/schema/tasks'
import type { ActivatedTasksView } from '@knockwire/domain/tasks/activate-tasks'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, makeDraft, makeTask, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type Disabled = 'FAILURES' | 'USER' | 'DONE'

const make = async (user: TestUser, name: string, disabledReason?: Disabled): Promise<string> => {
  const { id } = await makeTask(user, { name })
  if (disabledReason !== undefined)
    await test.db
      .update(schedules)
      .set({ status: 'DISABLED', disabledReason, dueAt: null, consecutiveFailures: 3 })
      .where(eq(schedules.taskId, id))
  return id
}
const activate = async (user: TestUser, input: object = {}): Promise<ActivatedTasksView> => {
  const answer = await post(user, '/tasks/activate', input)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const statusesOf = async (ids: readonly string[]) => {
  const rows = await test.db
    .select()
    .from(schedules)
    .where(inArray(schedules.taskId, [...ids]))
  return ids.map((id) => rows.find(({ taskId }) => taskId === id)?.status)
}

it('one call activates all tasks that were deactivated for failures, and no other, with no failures counted', async () => {
  const ada = await test.signUp('Ada')
  const bob = await test.signUp('Bob')
  const failed: string[] = []
  for (let n = 0; n < 12; n += 1) failed.push(await make(ada, `Shop ${n}`, 'FAILURES'))
  const others = [await make(ada, 'paused', 'USER'), await make(bob, 'theirs', 'FAILURES')]
  const draft = await makeDraft(ada)
  expect(await activate(ada, { disabledReason: 'FAILURES' })).toEqual({
    activated: 12,
    failed: 0,
    problems: [],
    next: null,
  })
  expect(new Set(await statusesOf(failed))).toEqual(new Set(['ACTIVE']))
  expect(await statusesOf(others)).toEqual(['DISABLED', 'DISABLED'])
  expect((await get(ada, `/tasks/${draft}`)).json()).toMatchObject({ status: 'DRAFT' })
  const [first] = await test.db
    .select()
    .from(schedules)
    .where(eq(schedules.taskId, failed[0] ?? ''))
  expect(first).toMatchObject({ consecutiveFailures: 0, disabledReason: null, dueAt: first?.anchorAt })
  expect(await activate(ada, { disabledReason: 'FAILURES' })).toMatchObject({ activated: 0, failed: 0 })
})

it('the state and the search of the list choose the tasks that are activated', async () => {
  const eve = await test.signUp('Eve')
  const [shop, blog, paused] = [
    await make(eve, 'shop', 'FAILURES'),
    await make(eve, 'blog', 'FAILURES'),
    await make(eve, 'shop, paused', 'USER'),
  ]
  const ids = [shop, blog, paused]
  expect(await activate(eve, { status: 'ACTIVE' })).toMatchObject({ activated: 0 })
  expect(await activate(eve, { status: 'FAILING', search: 'SHOP' })).toMatchObject({ activated: 1 })
  expect(await statusesOf(ids)).toEqual(['ACTIVE', 'DISABLED', 'DISABLED'])
  expect(await activate(eve, { status: 'DISABLED', search: 'paused' })).toMatchObject({ activated: 1 })
  expect(await statusesOf(ids)).toEqual(['ACTIVE', 'DISABLED', 'ACTIVE'])
  // Whatever it was disabled for.
  expect(await activate(eve, { status: 'DISABLED' })).toMatchObject({ activated: 1 })
})

it('a task that cannot be activated is named with the reason, and keeps back no other', async () => {
  const joe = await test.signUp('Joe')
  const [past, good] = [await make(joe, 'past', 'DONE'), await make(joe, 'good', 'FAILURES')]
  const once = { mode: 'ONE_TIME', oneTimeModeEpochSecond: 1_000_000_000 } as const
  await test.db.update(schedules).set(once).where(eq(schedules.taskId, past))
  const answer = await activate(joe)
  expect(answer).toMatchObject({ activated: 1, failed: 1, problems: [{ id: past, name: 'past' }] })
  expect(answer.problems[0]?.message).toMatch(/past|future|passed/i)
  expect(await statusesOf([past, good])).toEqual(['DISABLED', 'ACTIVE'])
})

it('a call goes on behind the task that is given', async () => {
  const kim = await test.signUp('Kim')
  const ids = [await make(kim, 'a', 'FAILURES'), await make(kim, 'b', 'FAILURES')].toSorted()
  expect(await activate(kim, { after: ids[0] })).toMatchObject({ activated: 1, next: null })
  expect(await statusesOf(ids)).toEqual(['DISABLED', 'ACTIVE'])
})
