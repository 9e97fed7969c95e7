import { verifiedEmails } from '@knockwire/db/schema/accounts'
import type { Condition, SimpleCondition } from '@knockwire/domain/conditions/condition'
import { maxOperands } from '@knockwire/domain/conditions/condition-rules'
import type { SaveNotificationInput } from '@knockwire/domain/notifications/notification'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  insertSlackChannel,
  notificationInput,
  settingOf,
  verifiedAddress,
  verifyAddress,
} from '../../testing/calls/notification-calls.ts'
import { get, makeTask, post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
let taskId: string
let channelId: string
beforeAll(async () => {
  test = await createTestApp({ settings: { outboundAllowCidrs: [] } })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
  taskId = (await makeTask(ada)).id
  await verifyAddress(test, ada)
  channelId = await insertSlackChannel(test, ada)
})
afterAll(() => test.close())

type Changes = Parameters<typeof notificationInput>[2]

const send = (type: SaveNotificationInput['type'], changes: Changes) =>
  post(ada, '/notifications', { ...notificationInput(taskId, type, { ...settingOf(type, channelId), ...changes }) })

/** Creating is refused for this one field, with a sentence, and nothing is kept. */
const rejectedKey = async (type: SaveNotificationInput['type'], changes: Changes): Promise<string> => {
  const answer = await send(type, changes)
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'INVALID_FIELDS'])
  const errors = Object.entries(answer.json<{ errors: Record<string, string> }>().errors)
  expect(errors).toHaveLength(1)
  expect(errors[0]?.[1]).toMatch(/^[A-Z“].{8,}\.$/)
  expect((await get(ada, `/notifications?taskId=${taskId}`)).json()).toEqual({ results: [] })
  return errors[0]?.[0] ?? ''
}

const brokenTemplates: [what: string, template: string][] = [
  ['nothing', ' \n '],
  ['an open tag', '{% if task.name %}'],
  ['an open variable', '{{ task.name'],
  ['a variable that there is none of', '{{ task.password }}'],
  ['a receiver’s variable', '{{ receiver.name }}'],
  ['a filter that there is none of', '{{ task.name | raw }}'],
  ['a tag that reads files', '{% include "x" %}'],
  ['more text than is allowed', '{% for i in (1..10000000) %}{{ response.body }}{% endfor %}'],
]

describe('an email', () => {
  const email = (changes: object) => {
    const { emailSetting } = settingOf('EMAIL')
    if (emailSetting === undefined) throw new Error('There is no setting.')
    return { emailSetting: { ...emailSetting, ...changes } }
  }

  it.each([
    ['none', ''],
    ['one that is not verified', 'stranger@example.com'],
    ['no address', 'not an address'],
    ['one with a line break', `${verifiedAddress}\r\nBcc: stranger@example.com`],
    ['two', `${verifiedAddress}, stranger@example.com`],
    ['one that is too long', `${'a'.repeat(250)}@example.com`],
  ])('[ER-04, EV-01, AP-37] emailAddress: %s is rejected', async (_case, address) => {
    expect(await rejectedKey('EMAIL', email({ address }))).toBe('emailAddress')
  })

  it('[ER-04] emailAddress: another account’s verified address is rejected', async () => {
    await verifyAddress(test, bob, 'bobs@example.com')
    expect(await rejectedKey('EMAIL', email({ address: 'bobs@example.com' }))).toBe('emailAddress')
  })

  it('[ER-04] emailAddress: one whose owner has unsubscribed is rejected', async () => {
    const address = 'unsubscribed@example.com'
    await verifyAddress(test, ada, address)
    const its = and(eq(verifiedEmails.accountId, ada.accountId), eq(verifiedEmails.address, address))
    await test.db.update(verifiedEmails).set({ unsubscribedAt: new Date() }).where(its)
    expect(await rejectedKey('EMAIL', email({ address }))).toBe('emailAddress')
  })

  it.each([...brokenTemplates, ['two lines', 'Down\nBcc: stranger@example.com'], ['too much', 'a'.repeat(501)]])(
    '[ER-05, AP-37] emailSubject: %s is refused',
    async (_case, subject) => {
      expect(await rejectedKey('EMAIL', email({ subject }))).toBe('emailSubject')
    },
  )

  it.each([...brokenTemplates, ['too much', 'a'.repeat(20_001)]])(
    '[ER-06, AP-37] emailTemplate: %s is refused',
    async (_case, template) => {
      expect(await rejectedKey('EMAIL', email({ template }))).toBe('emailTemplate')
    },
  )
})

describe('a text', () => {
  const sms = (changes: object) => ({
    smsSetting: { countryCode: '+1', phoneNumber: '2125550100', template: 'Down', ...changes } as const,
  })

  it.each(['', '911', '+44 20 7183 8750', '+1 876 555 1234', 'call 2125550100', '1'.repeat(33)])(
    '[ER-09, TN-48, AP-37] smsPhoneNumber: %j is refused',
    async (phoneNumber) => {
      expect(await rejectedKey('SMS', sms({ phoneNumber }))).toBe('smsPhoneNumber')
    },
  )

  it.each([...brokenTemplates, ['too much', 'a'.repeat(20_001)]])(
    '[ER-10, AP-37] smsTemplate: %s is refused',
    async (_case, template) => {
      expect(await rejectedKey('SMS', sms({ template }))).toBe('smsTemplate')
    },
  )

  it('[TN-49] another country code cannot be sent', async () => {
    const answer = await post(ada, '/notifications', {
      ...notificationInput(taskId, 'SMS'),
      smsSetting: { ...sms({}).smsSetting, countryCode: '+44' },
    })
    expect(answer.statusCode).toBe(400)
  })
})

describe('a Slack message', () => {
  const slack = (changes: object) => ({ slackSetting: { channelId, messageTemplate: 'Down', ...changes } })

  it('[ER-07, AP-37] slackChannel: none is rejected', async () => {
    expect(await rejectedKey('SLACK', slack({ channelId: '' }))).toBe('slackChannel')
  })

  it('[ER-07] slackChannel: one that there is none of is rejected', async () => {
    expect(await rejectedKey('SLACK', slack({ channelId: '01890000-0000-7000-8000-000000000000' }))).toBe(
      'slackChannel',
    )
  })

  it('[ER-07] slackChannel: another account’s is rejected', async () => {
    expect(await rejectedKey('SLACK', slack({ channelId: await insertSlackChannel(test, bob) }))).toBe('slackChannel')
  })

  it('[ER-07] slackChannel: a revoked one is rejected', async () => {
    const revoked = await insertSlackChannel(test, ada, { revokedAt: new Date() })
    expect(await rejectedKey('SLACK', slack({ channelId: revoked }))).toBe('slackChannel')
  })

  it.each([...brokenTemplates, ['too much', 'a'.repeat(20_001)]])(
    '[ER-08, AP-37] messageTemplate: %s is refused',
    async (_case, messageTemplate) => {
      expect(await rejectedKey('SLACK', slack({ messageTemplate }))).toBe('messageTemplate')
    },
  )
})

describe('an HTTP request', () => {
  const request = (changes: Partial<RequestTargetInput>) => ({
    request: { target: { ...defaultRequestTarget, uri: 'https://example.com/hook', ...changes } },
  })

  it.each(['', 'http://', 'ftp://example.com/', 'http://10.0.0.1/', 'http://0x7f.1/', 'https://a:b@example.com/'])(
    '[ER-11, AP-37] requestUrl: %j is refused',
    async (uri) => {
      expect(await rejectedKey('HTTP', request({ uri }))).toBe('requestUrl')
    },
  )

  it.each([
    ['a name that is no token', { 'X Y': '1' }],
    ['a line break in a value', { 'X-A': '1\r\nX-B: 2' }],
    ['a header of the connection', { 'Content-Length': '5' }],
  ])('[ER-12, AP-37] requestHeaders: %s is rejected', async (_case, headers) => {
    expect(await rejectedKey('HTTP', request({ headers: Object.entries(headers) }))).toBe('requestHeaders')
  })

  it.each(['', 'a:b', 'a\nb'])('[ER-13, AP-37] requestBasicAuthUsername: %j is rejected', async (username) => {
    const basicAuth = { status: 'ENABLED', username, password: 'p' } as const
    expect(await rejectedKey('HTTP', request({ basicAuth }))).toBe('requestBasicAuthUsername')
  })

  it.each([undefined, '', 'a\nb'])('[ER-14, AP-37] requestBasicAuthPassword: %j is rejected', async (password) => {
    const basicAuth = { status: 'ENABLED', username: 'ann', ...(password !== undefined && { password }) } as const
    expect(await rejectedKey('HTTP', request({ basicAuth }))).toBe('requestBasicAuthPassword')
  })

  it.each(brokenTemplates.slice(1))('requestBody: %s is rejected', async (_case, body) => {
    expect(await rejectedKey('HTTP', request({ method: 'POST', body }))).toBe('requestBody')
  })
})

describe('a condition', () => {
  const code: SimpleCondition = {
    source: 'response_code',
    property: '',
    comparison: 'number_equal_to',
    rightValue: 200,
  }
  const several = (andOperands: SimpleCondition[]): Partial<Condition> => ({
    advancedCondition: { orOperands: [{ andOperands }] },
  })

  const properties: [what: string, operand: Partial<SimpleCondition>][] = [
    ['no header name', { source: 'response_header', property: '' }],
    ['what is no header name', { source: 'response_header', property: 'a b' }],
    ['a broken JSON path', { source: 'response_body_json', property: '$.[' }],
    ['a JSON path that runs code', { source: 'response_body_json', property: '$[?(process.exit())]' }],
    ['no CSS selector', { source: 'response_body_html_element', property: '' }],
    ['a broken CSS selector', { source: 'response_body_html_element', property: 'p[' }],
    ['too much', { source: 'response_body_json', property: `$.${'a'.repeat(512)}` }],
  ]
  it.each(properties)('[ER-15, AP-37] property.0: %s is rejected', async (_case, operand) => {
    expect(await rejectedKey('HTTP', { condition: { ...operand, comparison: 'not_null' } })).toBe('property.0')
  })

  it.each(properties)('[ER-15] property.2: %s is rejected in the third row', async (_case, operand) => {
    const condition = several([code, code, { ...code, ...operand, comparison: 'not_null' }])
    expect(await rejectedKey('HTTP', { condition })).toBe('property.2')
  })

  const rightValues: [what: string, operand: Partial<SimpleCondition>][] = [
    ['no number', { rightValue: 'many' }],
    ['nothing to compare a number with', { rightValue: '' }],
    ['nothing to look for', { source: 'response_body_text', comparison: 'string_contain', rightValue: '' }],
    ['null', { source: 'response_body_text', comparison: 'string_contain', rightValue: null }],
    ['too much', { source: 'response_body_text', comparison: 'string_contain', rightValue: 'a'.repeat(8193) }],
  ]
  it.each(rightValues)('[ER-16, AP-37] rightValue.0: %s is rejected', async (_case, operand) => {
    expect(await rejectedKey('HTTP', { condition: operand })).toBe('rightValue.0')
  })

  it.each(rightValues)('[ER-16] rightValue.1: %s is rejected in the second row', async (_case, operand) => {
    expect(await rejectedKey('HTTP', { condition: several([code, { ...code, ...operand }]) })).toBe('rightValue.1')
  })

  it.each([maxOperands + 1, 101])('[ER-17, AP-37] tooManyConditions: %i are rejected', async (count) => {
    const condition = several(Array.from({ length: count }, () => code))
    expect(await rejectedKey('HTTP', { condition })).toBe('tooManyConditions')
  })

  const alternatives = (...given: SimpleCondition[][]): Partial<Condition> => ({
    advancedCondition: { orOperands: given.map((andOperands) => ({ andOperands })) },
  })

  it.each(properties)('[ER-15] property.3: %s is rejected in the second alternative', async (_case, operand) => {
    const broken = { ...code, ...operand, comparison: 'not_null' } as const
    const condition = alternatives([code, code], [code, broken], [code])
    expect(await rejectedKey('HTTP', { condition })).toBe('property.3')
  })

  it.each(rightValues)('[ER-16] rightValue.2: %s is rejected in the third alternative', async (_case, operand) => {
    const condition = alternatives([code], [code], [{ ...code, ...operand }])
    expect(await rejectedKey('HTTP', { condition })).toBe('rightValue.2')
  })

  it('[ER-17, AP-37] tooManyConditions: more than ten in all alternatives together are rejected', async () => {
    const eleven = [Array.from({ length: 6 }, () => code), Array.from({ length: 5 }, () => code)]
    const many = Array.from({ length: 11 }, () => [code])
    expect(await rejectedKey('HTTP', { condition: alternatives(...eleven) })).toBe('tooManyConditions')
    expect(await rejectedKey('HTTP', { condition: alternatives(...many) })).toBe('tooManyConditions')
  })

  it.each(['afterInARow', 'recoverAfterInARow'] as const)('%s: none is rejected', async (field) => {
    const firing = {
      mode: 'ON_START',
      notifyOnRecovery: false,
      afterInARow: 1,
      recoverAfterInARow: 1,
      [field]: 0,
    } as const
    expect(await rejectedKey('HTTP', { firing })).toBe(field)
  })
})

it('[ER-01, AP-38] a rejection names every invalid field at once, on an update too', async () => {
  const { id: otherTaskId } = await makeTask(ada)
  const created = await post(ada, '/notifications', notificationInput(otherTaskId, 'EMAIL'))
  const emailSetting = { address: '', subject: '', template: '{{' }
  const condition = { source: 'response_header', property: '', comparison: 'number_equal_to', rightValue: '' } as const
  const input = notificationInput(otherTaskId, 'EMAIL', { emailSetting, condition })
  const answer = await post(ada, `/notifications/${created.json().id}`, input)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors).toSorted()).toEqual([
    'emailAddress',
    'emailSubject',
    'emailTemplate',
    'property.0',
    'rightValue.0',
  ])
  const listed = await get(ada, `/notifications?taskId=${otherTaskId}`)
  expect(listed.json()).toEqual({ results: [created.json()] })
})
