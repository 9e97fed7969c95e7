import { alertStates } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import { defaultTextsOf } from '@knockwire/domain/channels/default-texts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { insertReceiver, verifiedAddress, verifyAddress } from '../../../testing/calls/notification-calls.ts'
import { get, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let receiverId: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  await verifyAddress(test, ada)
})
beforeEach(async () => {
  receiverId = await insertReceiver(test, ada)
})
afterAll(() => test.close())

const emailSetting = { address: verifiedAddress, subject: 'S', template: 'T' }
const isDown = {
  source: 'request_body_json',
  property: '$.status',
  comparison: 'string_equal_to',
  rightValue: 'down',
  advancedCondition: null,
}
const firing = { mode: 'ON_START', notifyOnRecovery: true, afterInARow: 2, recoverAfterInARow: 3 }
const matching = { kind: 'REQUEST', condition: isDown, ...firing }
const input = (when?: object) => ({ type: 'EMAIL', receiverId, emailSetting, ...(when && { when }) })

const create = async (when?: object): Promise<ReceiverNotificationView> => {
  const answer = await post(ada, '/receiver-notifications', input(when))
  expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.json()
}
const save = async (id: string, when?: object) =>
  (await post(ada, `/receiver-notifications/${id}`, input(when))).json<ReceiverNotificationView>()

it('a notification of a receiver has a condition on its requests where it is given one, and shows it', async () => {
  const created = await create(matching)
  expect(created.when).toEqual(matching)
  const listed = await get(ada, `/receiver-notifications?receiverId=${receiverId}`)
  expect(listed.json<{ results: unknown[] }>().results).toEqual([created])
})

it('a save without it leaves it, and one of another kind changes it and counts as a new version', async () => {
  const { id } = await create(matching)
  expect(await save(id)).toMatchObject({ version: 1, when: matching })
  expect(await save(id, { kind: 'EACH_REQUEST' })).toMatchObject({ version: 2, when: { kind: 'EACH_REQUEST' } })
  expect(await save(id)).toMatchObject({ version: 2, when: { kind: 'EACH_REQUEST' } })
  expect(await save(id, matching)).toMatchObject({ version: 3, when: matching })
})

it.each([
  ['each request', undefined, 'EACH_REQUEST'],
  ['requests that match', matching, 'REQUEST'],
  ['missing calls', { kind: 'HEARTBEAT' }, 'HEARTBEAT'],
] as const)('a notification of %s whose texts are left out says what its dialog begins with', async (_, when, kind) => {
  const { emailSubject, emailTemplate } = defaultTextsOf('EMAIL', kind)
  const texts = { emailSetting: { address: verifiedAddress, subject: emailSubject, template: emailTemplate } }
  const sent = { ...input(when), emailSetting: { address: verifiedAddress } }
  const created = (await post(ada, '/receiver-notifications', sent)).json<ReceiverNotificationView>()
  expect(created).toMatchObject(texts)
  // `when` stays as it is stored, and so do the texts.
  const { when: _when, ...saved } = sent
  expect((await post(ada, `/receiver-notifications/${created.id}`, saved)).json()).toMatchObject({
    version: 1,
    ...texts,
  })
})

it('another condition forgets what was remembered of the one before', async () => {
  const { id } = await create(matching)
  const remembered = { notificationId: id, isNotified: true, consecutiveMatches: 2, lastSubjectId: uuidv7() }
  await test.db.insert(alertStates).values(remembered)
  await save(id, { ...matching, afterInARow: 5 })
  expect(await test.db.$count(alertStates, eq(alertStates.notificationId, id))).toBe(1)
  await save(id, { ...matching, condition: { ...isDown, rightValue: 'late' } })
  expect(await test.db.$count(alertStates, eq(alertStates.notificationId, id))).toBe(0)
})

describe('what is rejected', () => {
  it.each([
    ['a property', { ...matching, condition: { ...isDown, property: '$.[' } }, 'property.0'],
    [
      'a value',
      { ...matching, condition: { ...isDown, comparison: 'number_greater_than', rightValue: 'x' } },
      'rightValue.0',
    ],
    ['a count', { ...matching, afterInARow: 0 }, 'afterInARow'],
  ])('%s of its condition', async (_what, when, key) => {
    const answer = await post(ada, '/receiver-notifications', input(when))
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([key])
  })

  it.each([
    ['a source of responses', { ...matching, condition: { ...isDown, source: 'response_body_json' } }],
    ['another kind', { kind: 'SILENCE' }],
    ['a condition for a heartbeat', { kind: 'HEARTBEAT', condition: isDown }],
    ['a condition for each request', { kind: 'EACH_REQUEST', condition: isDown }],
  ])('%s', async (_what, when) => {
    expect((await post(ada, '/receiver-notifications', input(when))).statusCode).toBeGreaterThanOrEqual(400)
  })
})

it('the preview decides the condition on the newest request, and fills in what it came to', async () => {
  await insertReceived(test, receiverId, 2)
  const condition = { ...isDown, property: '$.n', comparison: 'number_equal_to', rightValue: 1 }
  const templates = {
    emailSubject: '{{ alert.summary }}',
    emailTemplate: '{{ condition.description }}: {{ condition.value }}',
  }
  const previewed = { receiverId, condition, templates }
  const answer = await post(ada, '/receiver-notifications/preview', previewed)
  expect(answer.json()).toMatchObject({
    verdict: { kind: 'met', reasons: ['JSON body at $.n (1) equals 1'] },
    texts: { emailTemplate: { text: 'JSON body at $.n equals 1: 1' } },
  })
  const other = { ...previewed, condition: { ...condition, rightValue: 7 } }
  expect((await post(ada, '/receiver-notifications/preview', other)).json()).toMatchObject({
    verdict: { kind: 'unmet' },
  })
})
