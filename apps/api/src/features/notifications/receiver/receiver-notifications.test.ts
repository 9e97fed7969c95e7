import { defaultReceiverTemplates } from '@knockwire/domain/channels/templates'
import type { ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  insertReceiver,
  insertSlackChannel,
  verifiedAddress,
  verifyAddress,
} from '../../../testing/calls/notification-calls.ts'
import { get, post, remove } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let receiverId: string
let channelId: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  await verifyAddress(test, ada)
  channelId = await insertSlackChannel(test, ada)
})
afterAll(() => test.close())

const newReceiver = async () => (receiverId = await insertReceiver(test, ada))

const { emailSubject, emailTemplate: emailBody, messageTemplate: slack } = defaultReceiverTemplates
const emailSetting = { address: verifiedAddress, subject: emailSubject, template: emailBody }
const email = () => ({ type: 'EMAIL', receiverId, emailSetting })
const slackMessage = () => ({ type: 'SLACK', receiverId, slackSetting: { channelId, messageTemplate: slack } })

const callback = { ...defaultRequestTarget, method: 'POST', uri: 'https://example.com/hook' } as const

const listed = async () => {
  const answer = await get(ada, `/receiver-notifications?receiverId=${receiverId}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ results: ReceiverNotificationView[] }>().results
}

const create = async (input: object): Promise<ReceiverNotificationView> => {
  const answer = await post(ada, '/receiver-notifications', input)
  expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.json()
}

const rejectedKeys = async (input: object) => {
  const answer = await post(ada, '/receiver-notifications', input)
  expect(answer.statusCode).toBe(422)
  return Object.keys(answer.json<{ errors: object }>().errors)
}

it('[AP-49, AP-52, RN-13, RN-14] an owner creates and lists an email notification of a receiver', async () => {
  await newReceiver()
  const created = await create(email())
  expect(created).toEqual({
    id: created.id,
    version: 1,
    type: 'EMAIL',
    receiverId,
    when: { kind: 'EACH_REQUEST' },
    recipient: verifiedAddress,
    emailSetting,
    key: null,
    mute: null,
    createdAt: created.createdAt,
  })
  expect(await listed()).toEqual([created])
})

it('[AP-49, AP-52, RN-13, RN-15] an owner creates and lists a Slack notification of a receiver', async () => {
  await newReceiver()
  const created = await create(slackMessage())
  expect(created).toMatchObject({ type: 'SLACK', receiverId, recipient: '#alerts (Acme)' })
  expect(created.slackSetting).toEqual({ channelId, messageTemplate: slack, teamName: 'Acme', channel: '#alerts' })
  expect(await listed()).toEqual([created])
})

it('an owner creates and lists text messages and HTTP callbacks of a receiver, which begin with their own texts', async () => {
  await newReceiver()
  const text = await create({ type: 'SMS', receiverId, smsSetting: { phoneNumber: '(212) 555-0100' } })
  expect(text).toMatchObject({
    recipient: '+12125550100',
    smsSetting: { phoneNumber: '+12125550100', template: defaultReceiverTemplates.smsTemplate },
  })
  const basicAuth = { status: 'ENABLED', username: 'ada', password: 'open-sesame' }
  const when = { kind: 'HEARTBEAT' }
  const call = await create({ type: 'HTTP', receiverId, when, request: { target: { ...callback, basicAuth } } })
  expect(call).toMatchObject({ recipient: callback.uri, when: { kind: 'HEARTBEAT', notifyOnRecovery: true } })
  expect(JSON.stringify(call)).not.toContain('open-sesame')
  expect(await listed()).toEqual([text, call])
})

it('[AP-50] an owner updates a notification', async () => {
  await newReceiver()
  const { id, createdAt } = await create(email())
  const changed = { ...email(), emailSetting: { ...emailSetting, subject: 'New', template: '{{ request.method }}' } }
  const answer = await post(ada, `/receiver-notifications/${id}`, changed)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ id, createdAt, emailSetting: changed.emailSetting })
  expect(await listed()).toEqual([answer.json()])
})

it('a save moves a notification neither to another receiver nor to another type', async () => {
  await newReceiver()
  const { id } = await create(email())
  const elsewhere = { ...email(), receiverId: await insertReceiver(test, ada) }
  for (const input of [elsewhere, slackMessage()]) {
    expect((await post(ada, `/receiver-notifications/${id}`, input)).statusCode).toBe(400)
  }
})

it('[AP-51] an owner deletes a notification', async () => {
  await newReceiver()
  const [first, second] = [await create(email()), await create(slackMessage())]
  expect((await remove(ada, `/receiver-notifications/${first.id}`)).statusCode).toBe(204)
  expect(await listed()).toEqual([second])
  expect((await remove(ada, `/receiver-notifications/${first.id}`)).statusCode).toBe(404)
})

describe('what is rejected', () => {
  it.each([
    ['[ER-04] emailAddress', { address: 'stranger@example.com' }, 'emailAddress'],
    ['[ER-05] emailSubject', { subject: '' }, 'emailSubject'],
    ['[ER-05] emailSubject with a task’s variable', { subject: '{{ task.name }}' }, 'emailSubject'],
    ['[ER-06] emailTemplate', { template: '{% if %}' }, 'emailTemplate'],
    ['[ER-06] emailTemplate with a task’s variable', { template: '{{ execution.url }}' }, 'emailTemplate'],
  ])('%s', async (_what, changes, key) => {
    await newReceiver()
    expect(await rejectedKeys({ ...email(), emailSetting: { ...emailSetting, ...changes } })).toEqual([key])
  })

  it.each([
    ['[ER-07] slackChannel', { channelId: '' }, 'slackChannel'],
    ['[ER-08] messageTemplate', { messageTemplate: '' }, 'messageTemplate'],
  ])('%s', async (_what, changes, key) => {
    await newReceiver()
    const slackSetting = { ...slackMessage().slackSetting, ...changes }
    expect(await rejectedKeys({ ...slackMessage(), slackSetting })).toEqual([key])
  })

  it.each([
    ['smsPhoneNumber', { type: 'SMS', smsSetting: { phoneNumber: '911' } }, 'smsPhoneNumber'],
    [
      'smsTemplate with a task’s variable',
      { type: 'SMS', smsSetting: { phoneNumber: '2125550100', template: '{{ task.name }}' } },
      'smsTemplate',
    ],
    ['requestUrl', { type: 'HTTP', request: { target: { ...callback, uri: 'ftp://example.com' } } }, 'requestUrl'],
    [
      'requestBody with a task’s variable',
      { type: 'HTTP', request: { target: { ...callback, body: '{{ task.name }}' } } },
      'requestBody',
    ],
  ])('%s', async (_what, input, key) => {
    await newReceiver()
    expect(await rejectedKeys({ ...input, receiverId })).toEqual([key])
  })

  it('the setting of the other type', async () => {
    await newReceiver()
    const answer = await post(ada, '/receiver-notifications', { ...email(), ...slackMessage(), type: 'EMAIL' })
    expect(answer.statusCode).toBe(400)
  })

  it('[ER-18] notificationCount: more than 10 of a receiver, however many are created at once', async () => {
    await newReceiver()
    const calls = Array.from({ length: notificationLimits.perReceiver + 5 }, () =>
      post(ada, '/receiver-notifications', email()),
    )
    const rejected = (await Promise.all(calls)).filter(({ statusCode }) => statusCode !== 201)
    expect(rejected.map((answer) => Object.keys(answer.json().errors))).toEqual(
      Array.from({ length: 5 }, () => ['notificationCount']),
    )
    expect(await listed()).toHaveLength(notificationLimits.perReceiver)
  })
})
