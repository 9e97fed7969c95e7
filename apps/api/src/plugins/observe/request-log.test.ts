import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeTask, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

const Line = z.looseObject({ msg: z.string(), level: z.number() })

describe('the log', () => {
  let test: TestApp
  let ada: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    ada = await test.signUp('Ada')
  })
  afterAll(() => test.close())

  const linesOf = async (ask: () => Promise<unknown>) => {
    const from = test.logLines.length
    await ask()
    return test.logLines.slice(from).map((line) => Line.parse(JSON.parse(line)))
  }

  it('has one line a request, with route, status and time, and neither its query nor its ids', async () => {
    const lines = await linesOf(() => ada.inject({ url: '/api/v1/tasks?search=private+words' }))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      level: 30,
      msg: 'request',
      method: 'GET',
      route: '/api/v1/tasks',
      status: 200,
      ms: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      accountId: ada.accountId,
    })
    expect(JSON.stringify(lines)).not.toContain('private')
  })

  it('has the request and its account in what is logged while it is answered, once in each line', async () => {
    const { id: taskId } = await makeTask(ada)
    const lines = await linesOf(() => post(ada, `/tasks/${taskId}/lifecycle/test`, {}))
    const ids = { requestId: lines[1]?.['requestId'], accountId: ada.accountId }
    const executionId = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(lines).toMatchObject([
      { ...ids, msg: 'test queued', executionId, taskId },
      { ...ids, msg: 'request', requestId: executionId, status: 202 },
    ])
    for (const line of test.logLines.slice(-2)) expect(line.match(/"requestId"/g)).toHaveLength(1)
  })

  it('says why a request was rejected, by whom, and where an attack may come from', async () => {
    const lines = await linesOf(async () => {
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      await ada.inject({ method: 'POST', url: '/api/v1/accounts/me/settings', headers: foreign, payload: {} })
      await test.inject({ url: '/api/v1/tasks' })
      await ada.inject({ url: '/api/v1/tasks/00000000-0000-0000-0000-000000000000' })
    })
    expect(lines).toMatchObject([
      { status: 403, code: 'FOREIGN_ORIGIN', remoteAddress: '127.0.0.1' },
      { status: 401, code: 'SIGNED_OUT', remoteAddress: '127.0.0.1' },
      { status: 404, code: 'NOT_FOUND', accountId: ada.accountId },
    ])
    expect(lines[2]).not.toHaveProperty('remoteAddress')
  })

  it('is quiet about what machines ask every few seconds', async () => {
    const lines = await linesOf(async () => {
      for (const url of ['/healthz', '/readyz']) await test.inject({ url })
    })
    expect(lines).toEqual([])
  })

  it('hides secrets that are logged by mistake', async () => {
    const [line] = await linesOf(async () => {
      const headers = { cookie: 'knockwire=secret-of-the-tests', authorization: 'Bearer kw_secret-of-the-tests' }
      test.context.log.info(
        { password: 'secret-of-the-tests', body: { otp: 'secret-of-the-tests' }, req: { headers } },
        'careless',
      )
    })
    expect(line).toMatchObject({ password: '[secret]', body: { otp: '[secret]' } })
    expect(JSON.stringify(line)).not.toContain('secret-of-the-tests')
  })
})
