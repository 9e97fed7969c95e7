import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAddress } from './testing/calls/notification-calls.ts'
import { createTestApp, type TestApp, type TestUser } from './testing/test-app.ts'

describe('the shortest body of each call', () => {
  let test: TestApp
  let user: TestUser
  beforeAll(async () => {
    test = await createTestApp()
    user = await test.signUp('Short')
    await verifyAddress(test, user, user.email)
  })
  afterAll(() => test.close())

  const post = async (url: string, payload?: object) => {
    const response = await user.inject({ method: 'POST', url: `/api/v1${url}`, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  const createTask = async (scheduler: object = { mode: 'INTERVAL', intervalSecond: 60 }): Promise<string> => {
    const { id } = (await post('/tasks/empty')).body
    const input = { scheduler, request: { target: { uri: 'https://example.com/' } } }
    const created = await post(`/tasks/${id}?activate=true`, input)
    expect([created.status, created.body.errors]).toEqual([200, undefined])
    return id
  }

  it.each([
    [{ mode: 'INTERVAL', intervalSecond: 60 }],
    [{ mode: 'CUSTOM', expression: '0 9 * * *' }],
    [{ mode: 'ONE_TIME', oneTimeModeEpochSecond: 4_000_000 }],
  ])('creates an active task from %j and a URL', async (scheduler) => {
    const oneTime = 'oneTimeModeEpochSecond' in scheduler
    const at = { ...scheduler, oneTimeModeEpochSecond: Math.floor(test.clock.now() / 1000) + 3600 }
    const id = await createTask(oneTime ? at : scheduler)
    const { body } = { body: (await user.inject({ url: `/api/v1/tasks/${id}` })).json() }
    expect(body).toMatchObject({
      name: null,
      status: 'ACTIVE',
      scheduler: { intervalSecond: null, expression: null, timezone: null, ...(oneTime ? at : scheduler) },
      request: {
        target: {
          uri: 'https://example.com/',
          method: 'GET',
          headers: [],
          body: null,
          basicAuth: { status: 'DISABLED', username: '', passwordSet: false },
          followRedirect: true,
          allowInsecureCerts: false,
        },
      },
    })
  })

  it('takes basic authentication without a user name, and keeps the stored password where it is left out', async () => {
    const id = await createTask()
    const save = (basicAuth: object) =>
      post(`/tasks/${id}`, {
        scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
        request: { target: { uri: 'https://example.com/', basicAuth } },
      })
    expect((await save({ status: 'ENABLED', username: 'ada', password: 'secret' })).status).toBe(200)
    expect((await save({ status: 'DISABLED' })).body.request.target.basicAuth).toEqual({
      status: 'DISABLED',
      username: '',
      passwordSet: true,
    })
  })

  it('names the one field that a task lacks', async () => {
    const { id } = (await post('/tasks/empty')).body
    const response = await post(`/tasks/${id}?activate=true`, {
      scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
      request: { target: {} },
    })
    expect([response.status, response.body.message]).toEqual([400, expect.stringContaining('request.target.uri')])
  })

  it('saves a receiver from its name, which then answers 200 with an empty text', async () => {
    const { id } = (await post('/receivers')).body
    const saved = await post(`/receivers/${id}`, { name: 'Orders' })
    expect(saved.body).toMatchObject({
      name: 'Orders',
      responseCode: 200,
      responseBody: '',
      responseHeaders: { 'content-type': 'text/plain' },
    })
  })

  it.each([
    [
      'EMAIL',
      { emailSetting: { address: 'short@example.com' } },
      { emailSetting: { subject: expect.stringContaining('task.name') } },
    ],
    [
      'HTTP',
      { request: { target: { uri: 'https://example.com/hook', method: 'POST' } } },
      { request: { target: { body: null } } },
    ],
    ['SMS', { smsSetting: { phoneNumber: '212 555 0100' } }, { smsSetting: { phoneNumber: '+12125550100' } }],
  ])('creates a notification of the type %s from its recipient and a comparison', async (type, setting, stored) => {
    const taskId = await createTask()
    const condition = { source: 'response_code', comparison: 'number_not_equal_to', rightValue: 200 }
    const created = await post('/notifications', { type, taskId, condition, ...setting })
    expect([created.status, created.body]).toMatchObject([201, { type, condition: { property: '' }, ...stored }])
  })

  it('creates a notification that needs nothing but a comparison, and one with a firing mode alone', async () => {
    const taskId = await createTask()
    const condition = { source: 'response_body_text', comparison: 'has_changed' }
    const request = { target: { uri: 'https://example.com/hook' } }
    const created = await post('/notifications', {
      type: 'HTTP',
      taskId,
      condition,
      request,
      firing: { mode: 'ON_START' },
    })
    expect(created.body).toMatchObject({
      condition: { rightValue: null, advancedCondition: null },
      firing: { mode: 'ON_START', notifyOnRecovery: false, afterInARow: 1 },
    })
  })

  it('creates a bookmark without a property', async () => {
    const taskId = await createTask()
    const created = await post(`/tasks/${taskId}/charts`, { name: 'Speed', source: 'response_time' })
    expect([created.status, created.body]).toMatchObject([201, { property: '' }])
  })

  it('signs up without a name', async () => {
    const payload = { email: 'nameless@example.com', password: 'a long enough phrase' }
    const response = await test.inject({ method: 'POST', url: '/api/v1/auth/sign-up', payload })
    expect([response.statusCode, response.json()]).toMatchObject([201, { user: { firstName: '', lastName: '' } }])
  })

  it('rejects a field that it does not know', async () => {
    const { id } = (await post('/tasks/empty')).body
    const response = await post(`/tasks/${id}`, {
      scheduler: { mode: 'INTERVAL', intervalSecond: 60, every: 'minute' },
      request: { target: { uri: 'https://example.com/' } },
    })
    expect(response.status).toBe(400)
  })
})
