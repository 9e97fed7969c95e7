import { tasks } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, makeDraft, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const password = 'p4ssw0rd-of-the-target'
const enabled = { status: 'ENABLED', username: 'ada' } as const

const keptOf = async (taskId: string) => {
  const [row] = await test.db.select().from(tasks).where(eq(tasks.id, taskId))
  if (row === undefined) throw new Error('There is no task.')
  return row.request
}

it('a password is never sent back, nor kept or logged in the clear', async () => {
  const draft = await makeDraft(ada)
  const input = taskInput({ target: { basicAuth: { ...enabled, password } } })
  const answers = [
    await post(ada, `/tasks/${draft}`, input),
    await post(ada, `/tasks/${draft}?activate=true`, input),
    await post(ada, `/tasks/${draft}`, input),
    await get(ada, `/tasks/${draft}`),
    await get(ada, '/tasks'),
    await post(ada, `/tasks/${draft}/lifecycle/deactivate`),
    await post(ada, `/tasks/${draft}/lifecycle/activate`),
    await post(ada, `/tasks/${draft}/lifecycle/test`),
    await get(ada, `/tasks/${draft}/executions`),
  ]
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBeLessThan(300)
    expect(body).not.toContain(password)
  }
  expect(answers[3]?.json().request.target.basicAuth).toEqual({ ...enabled, passwordSet: true })
  const dump = await test.pool.query('select tasks::text as row from tasks union all select job::text from pgboss.job')
  expect(dump.rowCount).toBeGreaterThan(1)
  expect(JSON.stringify(dump.rows)).not.toContain(password)
  expect(test.logLines.join('\n')).not.toContain(password)
})

it('an update without a password keeps it, one with an empty password removes it', async () => {
  const task = await makeTask(ada, { target: { basicAuth: { ...enabled, password } } })
  const openKept = async () => {
    const kept = (await keptOf(task.id)).basicAuth.password
    return kept === null ? null : test.context.secrets.decrypt(kept)
  }
  expect((await post(ada, `/tasks/${task.id}`, taskInput({ target: { basicAuth: enabled } }))).statusCode).toBe(200)
  expect(await openKept()).toBe(password)
  const disabled = { status: 'DISABLED', username: '' } as const
  await post(ada, `/tasks/${task.id}`, taskInput({ target: { basicAuth: disabled } }))
  expect(await openKept()).toBe(password)
  const emptied = await post(
    ada,
    `/tasks/${task.id}`,
    taskInput({ target: { basicAuth: { ...disabled, password: '' } } }),
  )
  expect(emptied.json().request.target.basicAuth.passwordSet).toBe(false)
  expect(await openKept()).toBeNull()
})

it.each([
  'Authorization',
  'proxy-authorization',
  'Cookie',
  'X-API-Key',
  'X-Auth-Token',
  'Client-Secret',
  'My-Api-Key-2',
  'x-password',
])('the value of %s is stored encrypted, and shown to its owner', async (name) => {
  const task = await makeTask(ada, { target: { headers: { [name]: 'open sesame', Accept: 'text/plain' } } })
  const { headers } = await keptOf(task.id)
  expect(headers).toEqual([
    [name, { k: expect.any(String), iv: expect.any(String), data: expect.any(String) }],
    ['Accept', 'text/plain'],
  ])
  expect(JSON.stringify(headers)).not.toContain('open sesame')
  const shown = (await get(ada, `/tasks/${task.id}`)).json().request.target.headers
  expect(shown).toEqual([
    [name, 'open sesame'],
    ['Accept', 'text/plain'],
  ])
})

it('a run that has not ended shows its headers with what is secret masked', async () => {
  const headers = { Authorization: 'Bearer open sesame', Accept: 'text/plain' }
  const task = await makeTask(ada, { target: { headers, method: 'POST', body: 'hello' } })
  await post(ada, `/tasks/${task.id}/lifecycle/test`)
  const [execution] = (await get(ada, `/tasks/${task.id}/executions?include=details`)).json().results
  expect(execution.request).toEqual({
    uri: 'https://example.com/ping',
    method: 'POST',
    headers: [
      ['Authorization', '********'],
      ['Accept', 'text/plain'],
    ],
    body: { encoding: 'text', content: 'hello', bytes: 5, isTruncated: false },
  })
})
