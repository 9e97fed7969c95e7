import { notifications } from '@knockwire/db/schema/notifications'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  insertReceiver,
  makeNotification,
  notificationInput,
  settingOf,
  verifyAddress,
} from '../../testing/calls/notification-calls.ts'
import { get, makeDraft, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  await verifyAddress(test, ada)
})
afterAll(() => test.close())

interface Muted {
  path: string
  listPath: string
  notification: NotificationView
}

const ofTask = async (): Promise<Muted> => {
  const taskId = await makeDraft(ada)
  const notification = await makeNotification(ada, notificationInput(taskId))
  return { path: `/notifications/${notification.id}`, listPath: `/notifications?taskId=${taskId}`, notification }
}

const ofReceiver = async (): Promise<Muted> => {
  const receiverId = await insertReceiver(test, ada)
  const emailSetting = { ...settingOf('EMAIL').emailSetting, subject: 'Received', template: '{{ request.body }}' }
  const input = { type: 'EMAIL', receiverId, emailSetting }
  const created = await post(ada, '/receiver-notifications', input)
  const notification = created.json<NotificationView>()
  const path = `/receiver-notifications/${notification.id}`
  return { path, listPath: `/receiver-notifications?receiverId=${receiverId}`, notification }
}

const viewed = async ({ listPath }: Muted) =>
  (await get(ada, listPath)).json<{ results: NotificationView[] }>().results[0]

describe.each([
  ['task', ofTask],
  ['receiver', ofReceiver],
])('a notification of a %s', (_owner, make) => {
  it('is muted for so long, until a moment, or without end, and unmuted', async () => {
    const muted = await make()
    expect(muted.notification.mute).toBeNull()
    const nowMs = test.clock.now()
    const inputs = [{ forSeconds: 3600 }, { until: new Date(nowMs + 86_400_000).toISOString() }, { until: null }]
    const ends = [new Date(nowMs + 3_600_000).toISOString(), inputs[1]?.until, null]
    for (const [at, input] of inputs.entries()) {
      const answer = await post(ada, `${muted.path}/mute`, input)
      expect([answer.statusCode, answer.json<NotificationView>().mute]).toEqual([200, { until: ends[at] }])
      expect((await viewed(muted))?.mute).toEqual({ until: ends[at] })
    }
    expect((await post(ada, `${muted.path}/unmute`)).json<NotificationView>().mute).toBeNull()
    expect((await viewed(muted))?.mute).toBeNull()
  })

  it('is no longer muted once its time has come', async () => {
    const muted = await make()
    await test.db
      .update(notifications)
      .set({ mutedUntil: new Date(Date.now() - 1000) })
      .where(eq(notifications.id, muted.notification.id))
    expect((await viewed(muted))?.mute).toBeNull()
  })

  it('has another version once it is muted, which is no conflict for a save', async () => {
    const muted = await make()
    const { version } = muted.notification
    const changed = (await post(ada, `${muted.path}/mute`, { until: null })).json<NotificationView>()
    expect(changed.version).toBe(version + 1)
    expect((await post(ada, `${muted.path}/mute`, { until: null })).json<NotificationView>().version).toBe(version + 1)
    const unmute = (seen: number) =>
      ada.inject({ method: 'POST', url: `/api/v1${muted.path}/unmute`, headers: { 'if-match': `"${seen}"` } })
    const stale = await unmute(version)
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'OUT_OF_DATE', changedFields: ['status'] }])
    expect((await viewed(muted))?.mute).toEqual({ until: null })
    expect((await unmute(version + 1)).statusCode).toBe(200)
  })
})

it.each([
  [422, { until: '2020-01-01T00:00:00.000Z' }, 'Enter a time in the future.'],
  [400, {}, 'Send either until or forSeconds.'],
  [400, { until: null, forSeconds: 3600 }, 'Send either until or forSeconds.'],
  [400, { forSeconds: 1 }, 'forSeconds'],
  [400, { forSeconds: 'long' }, 'forSeconds'],
  [400, { until: 'tomorrow' }, 'until'],
])('is answered %i where a mute is asked for by %o', async (status, input, message) => {
  const muted = await ofTask()
  const answer = await post(ada, `${muted.path}/mute`, input)
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    status,
    expect.stringContaining(message),
  ])
  expect((await viewed(muted))?.mute).toBeNull()
})
