import { alertStates } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeNotification,
  notificationInput,
  verifiedAddress,
  verifyAddress,
} from '../../testing/calls/notification-calls.ts'
import { get, makeTask, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  await verifyAddress(test, ada)
})
afterAll(() => test.close())

const newTask = async () => (await makeTask(ada)).id
const inputOf = notificationInput
const listOf = async (taskId: string) =>
  (await get(ada, `/notifications?taskId=${taskId}`)).json<{ results: NotificationView[] }>().results

describe('updating', () => {
  it('[AP-38] replaces the setting and the condition', async () => {
    const taskId = await newTask()
    const { id, createdAt } = await makeNotification(ada, inputOf(taskId, 'EMAIL'))
    const emailSetting = { address: verifiedAddress, subject: 'Other', template: 'Other {{ task.name }}' }
    const input = notificationInput(taskId, 'EMAIL', { emailSetting, condition: { rightValue: 503 } })
    const answer = await post(ada, `/notifications/${id}`, input)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id, createdAt, emailSetting, condition: { rightValue: 503 } })
    expect(await listOf(taskId)).toEqual([answer.json()])
  })

  it('keeps when it notifies where that is not sent', async () => {
    const input = inputOf(await newTask(), 'SMS')
    const firing = { mode: 'ON_START', notifyOnRecovery: true, afterInARow: 3, recoverAfterInARow: 2 } as const
    const { id } = await makeNotification(ada, { ...input, firing })
    expect((await post(ada, `/notifications/${id}`, input)).json().firing).toEqual(firing)
  })

  it('drops a recovery that EVERY_TIME knows none of', async () => {
    const firing = { mode: 'EVERY_TIME', notifyOnRecovery: true, afterInARow: 2, recoverAfterInARow: 4 } as const
    const created = await makeNotification(ada, { ...inputOf(await newTask(), 'HTTP'), firing })
    expect(created.firing).toEqual({ ...firing, notifyOnRecovery: false, recoverAfterInARow: 1 })
  })

  it('keeps the password that is not sent, and removes it where it is sent empty', async () => {
    const taskId = await newTask()
    const withAuth = (basicAuth: object) => ({
      ...inputOf(taskId, 'HTTP'),
      request: { target: { ...defaultRequestTarget, uri: 'https://example.com/', basicAuth } },
    })
    const first = await post(
      ada,
      '/notifications',
      withAuth({ status: 'ENABLED', username: 'ann', password: 'hunter2' }),
    )
    const update = async (basicAuth: object) =>
      (await post(ada, `/notifications/${first.json().id}`, withAuth(basicAuth))).json()
    expect((await update({ status: 'ENABLED', username: 'bob' })).request.target.basicAuth).toEqual({
      status: 'ENABLED',
      username: 'bob',
      passwordSet: true,
    })
    const removed = await update({ status: 'DISABLED', username: 'bob', password: '' })
    expect(removed.request.target.basicAuth.passwordSet).toBe(false)
    expect((await update({ status: 'ENABLED', username: 'bob' })).errors).toHaveProperty('requestBasicAuthPassword')
  })

  it('forgets what it remembered of another condition, and nothing where the condition stays', async () => {
    const input = inputOf(await newTask(), 'HTTP')
    const { id } = await makeNotification(ada, input)
    const remembered = { notificationId: id, isNotified: true, consecutiveMatches: 4, lastSubjectId: uuidv7() }
    await test.db.insert(alertStates).values(remembered)
    const statesLeft = () => test.db.$count(alertStates, eq(alertStates.notificationId, id))
    const changed = { ...input, condition: { ...input.condition, rightValue: 500 } }
    expect((await post(ada, `/notifications/${id}`, input)).statusCode).toBe(200)
    expect(await statesLeft()).toBe(1)
    expect((await post(ada, `/notifications/${id}`, changed)).statusCode).toBe(200)
    expect(await statesLeft()).toBe(0)
  })

  it('leaves it muted', async () => {
    const input = inputOf(await newTask(), 'HTTP')
    const { id, version } = await makeNotification(ada, input)
    await post(ada, `/notifications/${id}/mute`, { until: null })
    const condition = { ...input.condition, rightValue: '404' }
    const saved = await post(ada, `/notifications/${id}`, { ...input, condition, version })
    expect([saved.statusCode, saved.json<NotificationView>().mute]).toEqual([200, { until: null }])
  })

  it('moves it neither to another task nor to another type', async () => {
    const [taskId, otherTaskId] = [await newTask(), await newTask()]
    const { id } = await makeNotification(ada, inputOf(taskId, 'SMS'))
    for (const input of [inputOf(otherTaskId, 'SMS'), inputOf(taskId, 'EMAIL')]) {
      const answer = await post(ada, `/notifications/${id}`, input)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'MALFORMED'])
    }
  })
})
