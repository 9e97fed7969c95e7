import { uuidv7 } from '@knockwire/db/uuidv7'
import { plans } from '@knockwire/domain/plans/plans'
import type { UsageCount } from '@knockwire/db/stored-json'
import type { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { countUsage, refundUsage } from '@knockwire/services/usage/usage'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deliveryOf, insertDelivery } from '../../testing/rows/insert-delivery.ts'
import { insertReceiver, notificationInput, settingOf, verifyAddress } from '../../testing/calls/notification-calls.ts'
import { makeDraft, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let owner: TestUser
let another: TestUser
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signUp('Owner')
  another = await test.signUp('Another')
  await verifyAddress(test, owner)
})
afterAll(() => test.close())

const jobsOf = async (id: string) =>
  (await test.pool.query('select 1 from pgboss.job where singleton_key = $1', [id])).rows.length

const view = (user: Pick<TestUser, 'inject'>, id: string) => user.inject({ url: `/api/v1/deliveries/${id}` })

describe('a test of a notification', () => {
  it('of a task is queued with the setting as it stands in the form, and marked in its condition', async () => {
    const input = notificationInput(await makeDraft(owner), 'EMAIL')
    const announced = vi.spyOn(test.context.queue, 'announce')
    const answer = await post(owner, '/notifications/test', input)
    // The person who sent it waits for it.
    expect(announced.mock.calls).toEqual([['deliver-email']])
    announced.mockRestore()
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { status: 'PENDING', type: 'EMAIL' }])
    const delivery = await deliveryOf(test, answer.json<DeliveryView>().id)
    const taskUrl = `${test.context.settings.publicOrigin}/dashboard/tasks/${input.taskId}`
    expect(delivery).toMatchObject({
      occasion: 'TEST',
      draft: {
        setting: { type: 'EMAIL' },
        values: {
          condition: { description: 'Test: Status code equals 200', holds: true },
          // There is no execution that it could open.
          execution: { url: taskUrl, shortUrl: taskUrl },
        },
      },
    })
    expect(await jobsOf(delivery.id)).toBe(1)
    expect((await view(owner, delivery.id)).json()).toMatchObject({ id: delivery.id, status: 'PENDING' })
  })

  it('of a receiver is queued', async () => {
    const receiverId = await insertReceiver(test, owner)
    const emailSetting = { ...settingOf('EMAIL').emailSetting, subject: 'Received', template: '{{ request.body }}' }
    const answer = await post(owner, '/receiver-notifications/test', { type: 'EMAIL', receiverId, emailSetting })
    expect([answer.statusCode, await jobsOf(answer.json<DeliveryView>().id)]).toEqual([202, 1])
  })

  it('describes its task and its receiver as their pages show them, saved or not', async () => {
    const sentWith = async (url: string, input: object) => {
      const answer = await post(owner, url, input)
      expect(answer.statusCode).toBe(202)
      return (await deliveryOf(test, answer.json<DeliveryView>().id)).draft?.values
    }
    const typedTask = { name: 'Typed', uri: 'https://typed.example/' }
    const input = { ...notificationInput(await makeDraft(owner), 'EMAIL'), task: typedTask }
    expect(await sentWith('/notifications/test', input)).toMatchObject({
      task: { name: 'Typed', url: 'https://typed.example/' },
    })
    const receiverId = await insertReceiver(test, owner)
    const { emailSetting } = settingOf('EMAIL')
    const receiver = { name: 'Typed', responseCode: 503, responseBody: 'Typed answer' }
    const ofReceiver = {
      type: 'EMAIL',
      receiverId,
      emailSetting: { ...emailSetting, subject: 'x', template: 'x' },
      receiver,
    }
    expect(await sentWith('/receiver-notifications/test', ofReceiver)).toMatchObject({
      receiver: { name: 'Typed' },
      response: { code: 503, body: 'Typed answer' },
    })
  })

  it('is rejected with the errors that saving it would have', async () => {
    const emailSetting = { address: 'other@example.com', subject: '', template: 'x' }
    const input = notificationInput(await makeDraft(owner), 'EMAIL', { emailSetting })
    const answer = await post(owner, '/notifications/test', input)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual(expect.arrayContaining(['emailSubject', 'emailAddress']))
  })

  it('may not use the stored secrets of another account', async () => {
    const foreign = await insertDelivery(test, { accountId: another.accountId })
    const input = { ...notificationInput(await makeDraft(owner), 'EMAIL'), notificationId: foreign }
    expect((await post(owner, '/notifications/test', input)).statusCode).toBe(404)
  })
})

describe('a delivery', () => {
  it('that failed is sent again from its first attempt on', async () => {
    const failed = { status: 'FAILED', attempts: 5, error: 'no', type: 'HTTP' } as const
    const id = await insertDelivery(test, { ...failed, accountId: owner.accountId })
    const answer = await post(owner, `/deliveries/${id}/resend`, undefined)
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { status: 'PENDING', attempts: 0, error: null }])
    expect(await jobsOf(id)).toBe(1)
    // Somebody waits for it: it is neither muted nor joined with others.
    expect(await deliveryOf(test, id)).toMatchObject({ isRequested: true, joinedTo: null })
  })

  it('that was not sent as its notification was muted is sent once that is not muted', async () => {
    const input = notificationInput(await makeDraft(owner), 'EMAIL')
    const notificationId = (await post(owner, '/notifications', input)).json<{ id: string }>().id
    const turn = async (change: 'mute' | 'unmute', body?: object) =>
      expect((await post(owner, `/notifications/${notificationId}/${change}`, body)).statusCode).toBe(200)
    await turn('mute', { until: null })
    const muted = { status: 'MUTED', attempts: 0, deliveredAt: null, type: 'EMAIL', notificationId } as const
    const id = await insertDelivery(test, { ...muted, accountId: owner.accountId })
    const rejected = await post(owner, `/deliveries/${id}/resend`, undefined)
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      409,
      'This notification is muted. Unmute it, then send again.',
    ])
    expect([(await deliveryOf(test, id)).status, await jobsOf(id)]).toEqual(['MUTED', 0])

    await turn('unmute')
    const answer = await post(owner, `/deliveries/${id}/resend`, undefined)
    expect([answer.statusCode, answer.json()]).toMatchObject([202, { status: 'PENDING', attempts: 0, error: null }])
    expect(await jobsOf(id)).toBe(1)
  })

  it('that was not sent as the plan’s emails are used up is not sent while they are, and its owner learns until when', async () => {
    const { accountId } = owner
    const usage = { kind: 'email', accountId, limits: plans.FREE, nowMs: test.context.now() } as const
    const counted: UsageCount[] = []
    for (let one = await countUsage(test.db, usage); one !== null; one = await countUsage(test.db, usage)) {
      counted.push(one)
    }
    const id = await insertDelivery(test, { status: 'LIMIT_EXCEEDED', type: 'EMAIL', attempts: 0, accountId })
    const rejected = await post(owner, `/deliveries/${id}/resend`, undefined)
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      409,
      {
        code: 'PLAN_LIMIT',
        message:
          'Your plan includes 20 emails a day, and all of them are used. This email cannot be sent until midnight (UTC).',
      },
    ])
    expect([(await deliveryOf(test, id)).status, await jobsOf(id)]).toEqual(['LIMIT_EXCEEDED', 0])

    for (const one of counted) await refundUsage(test.db, one)
    expect((await post(owner, `/deliveries/${id}/resend`, undefined)).statusCode).toBe(202)
  })

  it('that arrived is not sent again', async () => {
    const id = await insertDelivery(test, { accountId: owner.accountId })
    expect((await post(owner, `/deliveries/${id}/resend`, undefined)).statusCode).toBe(409)
    expect(await jobsOf(id)).toBe(0)
  })

  it('is 404 to another account and for an unknown id, 401 to a visitor, and is not sent', async () => {
    const id = await insertDelivery(test, { status: 'FAILED', accountId: owner.accountId })
    const resend = (user: Pick<TestUser, 'inject'>, of: string) =>
      user.inject({ method: 'POST', url: `/api/v1/deliveries/${of}/resend` })
    expect([(await view(another, id)).statusCode, (await resend(another, id)).statusCode]).toEqual([404, 404])
    expect([(await view(test, id)).statusCode, (await resend(test, id)).statusCode]).toEqual([401, 401])
    expect((await resend(owner, uuidv7())).statusCode).toBe(404)
    expect((await deliveryOf(test, id)).status).toBe('FAILED')
  })
})
