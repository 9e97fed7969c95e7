import { executions } from '@knockwire/db/schema/executions'
import { accounts } from '@knockwire/db/schema/accounts'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { plans } from '@knockwire/domain/plans/plans'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Asker,
  get,
  makeDraft,
  makeTask,
  post,
  remove,
  statusesOf,
  taskInput,
} from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { maxDrafts } from './create-draft.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const signInOn = async (app: TestApp, { email, password }: TestUser): Promise<Asker> => {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/sign-in', payload: { email, password } })
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { inject: (options) => app.inject({ ...options, headers: { cookie } }) }
}

const listed = async (user: TestUser) => (await get(user, '/tasks')).json<{ total: number }>().total

it('[AP-15, DR-01, RE-03, RE-04, SC-05] the API makes an empty draft, which is not listed', async () => {
  const answer = await post(ada, '/tasks/empty')
  expect(answer.statusCode).toBe(201)
  const { id } = answer.json<{ id: string }>()
  const draft = (await get(ada, `/tasks/${id}`)).json()
  expect(draft).toEqual({
    id,
    completion: null,
    version: 1,
    notificationCount: 0,
    name: null,
    status: 'DRAFT',
    key: null,
    description: null,
    labels: {},
    managedBy: null,
    createdAt: new Date(test.clock.now()).toISOString(),
    lastOpenedAt: null,
    scheduler: {
      mode: 'INTERVAL',
      intervalSecond: 1800,
      expression: null,
      timezone: null,
      oneTimeModeEpochSecond: null,
      oneTimeModeTimezone: null,
      status: 'DISABLED',
      catchUp: 'ONCE',
      catchUpSecond: null,
      disabledReason: null,
      nextExecutionDate: null,
    },
    request: {
      target: {
        uri: 'http://',
        method: 'GET',
        headers: [],
        body: null,
        basicAuth: { status: 'DISABLED', username: '', passwordSet: false },
        followRedirect: true,
        allowInsecureCerts: false,
      },
    },
  })
  expect(await listed(ada)).toBe(0)
})

it('[AP-19, DR-06] a draft is kept as it is typed, complete or not', async () => {
  const id = await makeDraft(ada)
  const halfTyped = taskInput({
    name: 'Half',
    target: { uri: 'http://exa mple', headers: { 'bad name': 'x' }, basicAuth: { status: 'ENABLED', username: '' } },
    scheduler: { mode: 'CUSTOM', expression: '*/5 * *' },
  })
  const answer = await post(ada, `/tasks/${id}`, halfTyped)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    status: 'DRAFT',
    name: 'Half',
    scheduler: { mode: 'CUSTOM', expression: '*/5 * *', nextExecutionDate: null },
    request: { target: { uri: 'http://exa mple', headers: [['bad name', 'x']] } },
  })
})

it('[AP-21, DR-02, DR-03, SC-01] Create saves, turns the draft into a task and activates it', async () => {
  const user = await test.signUp('Creator')
  const id = await makeDraft(user)
  const before = Date.now()
  const answer = await post(user, `/tasks/${id}?activate=true`, taskInput({ name: 'Live' }))
  expect(answer.statusCode).toBe(200)
  const task = answer.json<{ scheduler: { nextExecutionDate: string } }>()
  expect(task).toMatchObject({ id, name: 'Live', status: 'ACTIVE', scheduler: { status: 'ACTIVE' } })
  // An interval's first run is at activation.
  const firstRun = Date.parse(task.scheduler.nextExecutionDate)
  expect(firstRun).toBeGreaterThanOrEqual(before - 1000)
  expect(firstRun).toBeLessThanOrEqual(Date.now() + 1000)
  expect(await listed(user)).toBe(1)
})

it('[AP-21] a draft that was created already is saved again, and keeps its times', async () => {
  const user = await test.signUp('Doubler')
  const id = await makeDraft(user)
  const create = () => post(user, `/tasks/${id}?activate=true`, taskInput())
  const answers = await Promise.all([create(), create(), create()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const times = answers.map(
    (answer) => answer.json<{ scheduler: { nextExecutionDate: string } }>().scheduler.nextExecutionDate,
  )
  expect(new Set(times).size).toBe(1)
  expect(await listed(user)).toBe(1)
})

it('[AP-22, ER-28] a draft that cannot run stays a draft, with an error message for each invalid field', async () => {
  const id = await makeDraft(ada)
  const faulty = taskInput({ target: { uri: 'http://' }, scheduler: { mode: 'CUSTOM', expression: '61 * * * *' } })
  const answer = await post(ada, `/tasks/${id}?activate=true`, faulty)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    code: 'INVALID_FIELDS',
    message: 'Enter the URL to call.',
    errors: { requestUrl: 'Enter the URL to call.', cronExpression: expect.stringContaining('minute') },
  })
  const draft = (await get(ada, `/tasks/${id}`)).json()
  expect(draft).toMatchObject({
    status: 'DRAFT',
    request: { target: { uri: 'http://' } },
    scheduler: { mode: 'INTERVAL' },
  })
})

it('[TL-19] beyond the plan nothing is created, and drafts do not count', async () => {
  const user = await test.signUp('Full')
  const drafts = await Promise.all(Array.from({ length: plans.FREE.tasks + 2 }, () => makeDraft(user)))
  const create = (id: string | undefined) => post(user, `/tasks/${id}?activate=true`, taskInput())
  for (const id of drafts.slice(0, plans.FREE.tasks - 1)) expect((await create(id)).statusCode).toBe(200)

  const [first, second] = await Promise.all(drafts.slice(-2).map(create))
  expect(statusesOf([first, second])).toEqual([200, 409])
  const rejected = first?.statusCode === 409 ? first : second
  expect(rejected?.json()).toMatchObject({ code: 'PLAN_LIMIT', message: expect.stringContaining('25 tasks') })
  expect(await listed(user)).toBe(plans.FREE.tasks)

  await test.db.update(accounts).set({ plan: 'BUSINESS' }).where(eq(accounts.id, user.accountId))
  expect((await create(drafts.at(-3))).statusCode).toBe(200)
})

it('[TL-19] the limit is exact across processes', async () => {
  const user = await test.signUp('Spread')
  const other = await createTestApp({ sharing: test })
  const elsewhere = await signInOn(other, user)
  for (let made = 1; made < plans.FREE.tasks; made++) await makeTask(user)
  const drafts = await Promise.all(Array.from({ length: 6 }, () => makeDraft(user)))
  const answers = await Promise.all(
    drafts.map((id, index) => post(index % 2 === 0 ? user : elsewhere, `/tasks/${id}?activate=true`, taskInput())),
  )
  expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409, 409])
  expect(await listed(user)).toBe(plans.FREE.tasks)
  await other.close()
})

it('[DR-04] cancelling a draft deletes it', async () => {
  const id = await makeDraft(ada)
  expect((await remove(ada, `/tasks/${id}`)).statusCode).toBe(204)
  expect((await get(ada, `/tasks/${id}`)).statusCode).toBe(404)
  expect((await remove(ada, `/tasks/${id}`)).statusCode).toBe(404)
})

it('the oldest of more drafts than the limit makes room', async () => {
  const user = await test.signUp('Hoarder')
  const draftIds: string[] = []
  for (let made = 0; made < maxDrafts; made++) {
    test.clock.advance(1)
    draftIds.push(await makeDraft(user))
  }
  test.clock.advance(1)
  await post(user, `/tasks/${draftIds[0]}/update-last-open-time`)
  const newest = await makeDraft(user)
  const status = async (id: string | undefined) => (await get(user, `/tasks/${id}`)).statusCode
  expect([await status(draftIds[0]), await status(draftIds[1]), await status(newest)]).toEqual([200, 404, 200])
})

it('an account has no more drafts than its limit, however many are made at once', async () => {
  const user = await test.signUp('Hurried')
  const make = (count: number) => Promise.all(Array.from({ length: count }, () => post(user, '/tasks/empty')))
  const answers = [...(await make(maxDrafts - 10)), ...(await make(20)), ...(await make(20))]
  expect(answers.filter(({ statusCode }) => statusCode !== 201)).toEqual([])
  const draftIds = answers.map((answer) => answer.json<{ id: string }>().id)
  expect(await test.db.$count(tasks, inArray(tasks.id, draftIds))).toBe(maxDrafts)
})

it('[AP-23] deleting takes the schedule and the executions along', async () => {
  const task = await makeTask(ada)
  await post(ada, `/tasks/${task.id}/lifecycle/test`)
  expect((await remove(ada, `/tasks/${task.id}?deactivate=true`)).statusCode).toBe(204)
  const left = await Promise.all([
    test.db.select().from(tasks).where(eq(tasks.id, task.id)),
    test.db.select().from(schedules).where(eq(schedules.taskId, task.id)),
    test.db
      .select()
      .from(executions)
      .where(and(eq(executions.taskId, task.id))),
  ])
  expect(left).toEqual([[], [], []])
})

/** How often the row of the task and that of its schedule are updated from here on. */
const countUpdates = async (taskId: string) => {
  const tables = ['tasks.id', 'schedules.task_id'].map((column) => column.split('.'))
  for (const [table = '', column = ''] of tables) {
    await test.db.execute(
      sql.raw(`
        create sequence updates_of_${table};
        create function count_${table}() returns trigger language plpgsql as
          $$ begin perform nextval('updates_of_${table}'); return new; end $$;
        create trigger count_updates before update on ${table} for each row
          when (old.${column} = '${taskId}') execute function count_${table}()`),
    )
  }
  return async () => {
    const { rows } = await test.db.execute(sql`
      select pg_sequence_last_value('updates_of_tasks')::int as tasks,
        pg_sequence_last_value('updates_of_schedules')::int as schedules`)
    return rows[0]
  }
}

it('creating a task from its draft writes its row and its schedule once', async () => {
  const grace = await test.signUp('Grace')
  const id = await makeDraft(grace)
  const updates = await countUpdates(id)
  const input = taskInput({ scheduler: { mode: 'INTERVAL', intervalSecond: 300 } })
  const answer = await post(grace, `/tasks/${id}?activate=true`, input)
  expect(answer.json()).toMatchObject({ status: 'ACTIVE', scheduler: { intervalSecond: 300 } })
  expect(await updates()).toEqual({ tasks: 1, schedules: 1 })
})
