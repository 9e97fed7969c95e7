import { accounts } from '@knockwire/db/schema/accounts'
import { notifications } from '@knockwire/db/schema/notifications'
import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import type { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import { notificationLimits } from '@knockwire/domain/notifications/notification-limits'
import { RequestMethod } from '@knockwire/domain/requests/request-target'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  insertSlackChannel,
  makeNotification,
  notificationInput,
  settingOf,
  verifiedAddress,
  verifyAddress,
} from '../../testing/calls/notification-calls.ts'
import { get, makeDraft, makeTask, post, remove } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let channelId: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  await test.db.update(accounts).set({ plan: 'SUPER' }).where(eq(accounts.id, ada.accountId))
  await verifyAddress(test, ada)
  channelId = await insertSlackChannel(test, ada)
})
afterAll(() => test.close())

const listOf = async (taskId: string): Promise<NotificationView[]> => {
  const answer = await get(ada, `/notifications?taskId=${taskId}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ results: NotificationView[] }>().results
}

const newTask = async () => (await makeTask(ada)).id
const inputOf = (taskId: string, type: NotificationType) => ({
  ...notificationInput(taskId, type),
  ...settingOf(type, channelId),
})

it('a task says how many notifications it has, by itself and in the list', async () => {
  const [taskId, other] = [await newTask(), await newTask()]
  const counts = async () => {
    const { results } = (await get(ada, '/tasks')).json<{ results: { id: string; notificationCount: number }[] }>()
    const listed = results.find(({ id }) => id === taskId)?.notificationCount
    return [(await get(ada, `/tasks/${taskId}`)).json<{ notificationCount: number }>().notificationCount, listed]
  }
  expect(await counts()).toEqual([0, 0])
  const { id } = await makeNotification(ada, inputOf(taskId, 'EMAIL'))
  await makeNotification(ada, inputOf(taskId, 'SMS'))
  await makeNotification(ada, inputOf(other, 'SMS'))
  expect(await counts()).toEqual([2, 2])
  await remove(ada, `/notifications/${id}`)
  expect(await counts()).toEqual([1, 1])
})

describe('the four types', () => {
  it.each([
    ['EMAIL', verifiedAddress],
    ['SMS', '+12125550100'],
    ['SLACK', '#alerts (Acme)'],
    ['HTTP', 'https://example.com/hook'],
  ] as const)('[AP-36, AP-37, TN-06, TN-56] %s is created and listed, with its recipient', async (type, recipient) => {
    const taskId = await newTask()
    const answer = await post(ada, '/notifications', inputOf(taskId, type))
    expect(answer.statusCode).toBe(201)
    const created = answer.json<NotificationView>()
    expect(created).toMatchObject({ type, taskId, recipient, condition: defaultCondition })
    expect(created.firing).toEqual(defaultFiring)
    const settings = ['emailSetting', 'smsSetting', 'slackSetting', 'request'] as const
    expect(settings.filter((name) => created[name] !== undefined)).toHaveLength(1)
    expect(await listOf(taskId)).toEqual([created])
  })

  it('[TN-50] smsSetting has countryCode, phoneNumber and template', async () => {
    const { smsSetting } = await makeNotification(ada, inputOf(await newTask(), 'SMS'))
    const { template } = inputOf('', 'SMS').smsSetting ?? {}
    expect(smsSetting).toEqual({ countryCode: '+1', phoneNumber: '+12125550100', template })
  })

  it('emailSetting has address, subject and template', async () => {
    const input = inputOf(await newTask(), 'EMAIL')
    const { emailSetting } = await makeNotification(ada, input)
    expect(emailSetting).toEqual(input.emailSetting)
  })

  it('[SL-02] slackSetting names the channel and its team', async () => {
    const { slackSetting } = await makeNotification(ada, inputOf(await newTask(), 'SLACK'))
    const { messageTemplate } = inputOf('', 'SLACK').slackSetting ?? {}
    expect(slackSetting).toEqual({ channelId, messageTemplate, teamName: 'Acme', channel: '#alerts' })
  })

  it('[TN-53, TN-55] request holds a whole target, its password never sent back', async () => {
    const target = {
      ...defaultRequestTarget,
      uri: 'https://example.com/hook',
      headers: [['X-Env', 'live'] as [string, string], ['Authorization', 'Bearer secret'] as [string, string]],
      basicAuth: { status: 'ENABLED', username: 'ann', password: 'hunter2' } as const,
    }
    const created = await makeNotification(ada, { ...inputOf(await newTask(), 'HTTP'), request: { target } })
    const { password: _password, ...basicAuth } = target.basicAuth
    expect(created.request?.target).toEqual({ ...target, basicAuth: { ...basicAuth, passwordSet: true } })
  })

  it.each(RequestMethod.options)('[TN-51, TN-54] %s has a body only where it sends one', async (method) => {
    const target = { ...defaultRequestTarget, uri: 'https://example.com/hook', method, body: 'text' }
    const created = await makeNotification(ada, { ...inputOf(await newTask(), 'HTTP'), request: { target } })
    const sendsBody = ['POST', 'PUT', 'PATCH'].includes(method)
    expect(created.request?.target).toMatchObject({ method, body: sendsBody ? 'text' : null })
  })
})

describe('in the database', () => {
  const rowOf = async (id: string) => {
    const { rows } = await test.pool.query('select n::text as row from notifications n where id = $1', [id])
    return String(rows[0]?.row)
  }

  it('a request’s secrets are encrypted', async () => {
    const target = {
      ...defaultRequestTarget,
      uri: 'https://example.com/hook',
      headers: [['Authorization', 'Bearer topsecret'] as [string, string]],
      basicAuth: { status: 'ENABLED', username: 'ann', password: 'hunter2' } as const,
    }
    const { id } = await makeNotification(ada, { ...inputOf(await newTask(), 'HTTP'), request: { target } })
    const row = await rowOf(id)
    expect(row).toContain('example.com/hook')
    expect(row).not.toMatch(/topsecret|hunter2/)
  })

  it('a task’s notifications go with it', async () => {
    const taskId = await makeDraft(ada)
    const { id } = await makeNotification(ada, inputOf(taskId, 'HTTP'))
    expect((await remove(ada, `/tasks/${taskId}?deactivate=true`)).statusCode).toBe(204)
    expect(await test.db.select().from(notifications).where(eq(notifications.id, id))).toEqual([])
  })
})

describe('the condition', () => {
  const header: SimpleCondition = {
    source: 'response_header',
    property: 'etag',
    comparison: 'has_changed',
    rightValue: '',
  }
  const code: SimpleCondition = {
    source: 'response_code',
    property: '',
    comparison: 'number_greater_than',
    rightValue: 499,
  }

  it('[TN-57] has source, property, comparison, rightValue and advancedCondition', async () => {
    const condition = { ...header, advancedCondition: null }
    const created = await makeNotification(ada, { ...inputOf(await newTask(), 'HTTP'), condition })
    expect(created.condition).toEqual(condition)
  })

  it('[TN-44] keeps the right value of a numeric comparison as a number', async () => {
    const condition = { ...code, rightValue: '404', advancedCondition: null }
    const created = await makeNotification(ada, { ...inputOf(await newTask(), 'HTTP'), condition })
    expect(created.condition.rightValue).toBe(404)
  })

  it('[TN-46, TN-47] of an advanced one every alternative is kept, and the first operand mirrored', async () => {
    const orOperands = [{ andOperands: [header, code] }, { andOperands: [code] }]
    const condition = { ...defaultCondition, advancedCondition: { orOperands } }
    const created = await makeNotification(ada, { ...inputOf(await newTask(), 'HTTP'), condition })
    expect(created.condition).toEqual({
      ...header,
      advancedCondition: { orOperands },
    })
  })

  it('[TN-45] several operands are rejected where the account has no advanced conditions', async () => {
    const bob = await test.signUp('Bob')
    await test.db.update(accounts).set({ isAdvancedConditionEnabled: false }).where(eq(accounts.id, bob.accountId))
    const { id: taskId } = await makeTask(bob)
    const withOperands = (...andOperands: SimpleCondition[]) =>
      notificationInput(taskId, 'HTTP', { condition: { advancedCondition: { orOperands: [{ andOperands }] } } })
    const rejected = await post(bob, '/notifications', withOperands(header, code))
    expect([rejected.statusCode, Object.keys(rejected.json().errors)]).toEqual([422, ['tooManyConditions']])
    expect((await post(bob, '/notifications', withOperands(header))).statusCode).toBe(201)
    const orOperands = [{ andOperands: [header] }, { andOperands: [code] }]
    const either = notificationInput(taskId, 'HTTP', { condition: { advancedCondition: { orOperands } } })
    expect((await post(bob, '/notifications', either)).json().errors).toHaveProperty('tooManyConditions')
  })
})

it('[AP-39] an owner deletes a notification', async () => {
  const taskId = await newTask()
  const [first, second] = [
    await makeNotification(ada, inputOf(taskId, 'SMS')),
    await makeNotification(ada, inputOf(taskId, 'HTTP')),
  ]
  expect((await remove(ada, `/notifications/${first.id}`)).statusCode).toBe(204)
  expect(await listOf(taskId)).toEqual([second])
  expect((await remove(ada, `/notifications/${first.id}`)).statusCode).toBe(404)
})

it('a draft has notifications as well, and the task that it becomes keeps them', async () => {
  const taskId = await makeDraft(ada)
  const created = await makeNotification(ada, inputOf(taskId, 'SLACK'))
  expect(await listOf(taskId)).toEqual([created])
})

describe('the settings of other types', () => {
  it.each([
    ['none', { smsSetting: undefined }],
    ['another', { smsSetting: undefined, ...settingOf('EMAIL') }],
    ['one more', settingOf('EMAIL')],
  ])('are rejected: %s', async (_case, changes) => {
    const answer = await post(ada, '/notifications', { ...inputOf(await newTask(), 'SMS'), ...changes })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'MALFORMED'])
  })
})

it('[ER-18] notificationCount: a task has 20, however many are created at once', async () => {
  const taskId = await newTask()
  const input = inputOf(taskId, 'HTTP')
  const calls = Array.from({ length: notificationLimits.perTask + 10 }, () => post(ada, '/notifications', input))
  const answers = await Promise.all(calls)
  const rejected = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(rejected.map((answer) => [answer.statusCode, Object.keys(answer.json().errors)])).toEqual(
    Array.from({ length: 10 }, () => [422, ['notificationCount']]),
  )
  const kept = await listOf(taskId)
  expect(kept).toHaveLength(notificationLimits.perTask)
  const [first] = kept
  expect((await post(ada, `/notifications/${first?.id}`, input)).statusCode).toBe(200)
})
