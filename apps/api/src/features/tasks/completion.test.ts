import { accounts } from '@knockwire/db/schema/accounts'
import { completions, executions } from '@knockwire/db/schema/executions'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, makeTask, post, put, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  await test.db.update(accounts).set({ plan: 'SUPER' }).where(eq(accounts.id, ada.accountId))
})
afterAll(() => test.close())

const patch = (url: string, payload: object) => ada.inject({ method: 'PATCH', url: `/api/v1${url}`, payload })
const completionOf = async (id: string) => (await get(ada, `/tasks/${id}`)).json<TaskView>().completion
const withinSixHours = { withinSeconds: 21_600 }

describe('how long a task waits for its completion', () => {
  it('is saved by POST, kept where a save does not give it, and taken away by null', async () => {
    const { id, completion } = await makeTask(ada)
    expect(completion).toBeNull()
    const saved = await post(ada, `/tasks/${id}`, { ...taskInput(), completion: withinSixHours })
    expect(saved.json<TaskView>()).toMatchObject({ completion: withinSixHours })
    const again = await post(ada, `/tasks/${id}`, taskInput({ name: 'Other' }))
    expect(again.json<TaskView>()).toMatchObject({ name: 'Other', completion: withinSixHours })
    await post(ada, `/tasks/${id}`, { ...taskInput(), completion: null })
    expect(await completionOf(id)).toBeNull()
  })

  it('is saved by PUT by a key, and by PATCH, which leaves the rest as it is', async () => {
    const definition = { name: 'Import', request: taskInput().request, scheduler: taskInput().scheduler }
    const made = await put(ada, '/tasks/by-key/import', { ...definition, completion: withinSixHours })
    expect(made.statusCode).toBe(201)
    const { id } = made.json<{ id: string }>()
    expect(await completionOf(id)).toEqual(withinSixHours)
    expect((await patch(`/tasks/${id}`, { completion: { withinSeconds: 600 } })).statusCode).toBe(200)
    expect((await get(ada, `/tasks/${id}`)).json<TaskView>()).toMatchObject({
      name: 'Import',
      completion: { withinSeconds: 600 },
    })
    expect((await patch(`/tasks/${id}`, { completion: null })).statusCode).toBe(200)
    expect(await completionOf(id)).toBeNull()
  })

  it.each([
    ['less than ten seconds', { withinSeconds: 9 }],
    ['more than a week', { withinSeconds: 604_801 }],
    ['no whole number', { withinSeconds: 10.5 }],
    ['a text', { withinSeconds: '60' }],
    ['no time', {}],
    ['something else beside it', { withinSeconds: 60, more: true }],
    ['true', true],
  ])('is not saved as %s, by POST, PUT or PATCH', async (_name, completion) => {
    const { id } = await makeTask(ada)
    const answers = [
      await post(ada, `/tasks/${id}`, { ...taskInput(), completion }),
      await put(ada, '/tasks/by-key/wrong', { ...taskInput(), completion }),
      await patch(`/tasks/${id}`, { completion }),
    ]
    for (const answer of answers) {
      expect([400, 422]).toContain(answer.statusCode)
      expect(answer.body).toContain('completion')
    }
    expect((await get(ada, '/tasks/by-key/wrong')).statusCode).toBe(404)
    expect(await completionOf(id)).toBeNull()
  })
})

describe('a test of a task that waits for its completion', () => {
  const waitingTests = async (taskId: string, number: number) => {
    const now = new Date()
    const owner = { taskId, accountId: ada.accountId }
    const rows = Array.from({ length: number }, () => ({ id: uuidv7(), ...owner }))
    const run = { trigger: 'TEST', status: 'WAITING', scheduledFor: now, createdAt: now } as const
    await test.db.insert(executions).values(rows.map((row) => ({ ...row, ...run })))
    const deadlineAt = new Date(now.getTime() + 60_000)
    await test.db
      .insert(completions)
      .values(rows.map(({ id }) => ({ executionId: id, ...owner, deadlineAt, checkAt: deadlineAt })))
  }

  it('is not run while fifty of the account’s tests wait for theirs, as one may that waits for none', async () => {
    const { id } = await makeTask(ada)
    const other = await makeTask(ada)
    await post(ada, `/tasks/${id}`, { ...taskInput(), completion: withinSixHours })
    await waitingTests(id, 49)
    expect((await post(ada, `/tasks/${id}/lifecycle/test`)).statusCode).toBe(202)
    await waitingTests(id, 1)
    const rejected = await post(ada, `/tasks/${id}/lifecycle/test`)
    expect([rejected.statusCode, rejected.json<{ message: string }>().message]).toEqual([
      409,
      '50 test executions wait for their completion. Complete one, or wait until the time of one is over.',
    ])
    expect((await post(ada, `/tasks/${other.id}/lifecycle/test`)).statusCode).toBe(202)
    await test.db
      .update(executions)
      .set({ status: 'SUCCEEDED' })
      .where(and(eq(executions.taskId, id), eq(executions.status, 'WAITING')))
    expect((await post(ada, `/tasks/${id}/lifecycle/test`)).statusCode).toBe(202)
  })
})
