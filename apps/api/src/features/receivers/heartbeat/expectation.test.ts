import { accounts } from '@knockwire/db/schema/accounts'
import { heartbeats, heartbeatChanges, heartbeatSignals, receiverCounters } from '@knockwire/db/schema/receivers'
import { deliveries } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { HeartbeatChangeList } from '@knockwire/domain/heartbeats/heartbeat'
import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverNotificationView } from '@knockwire/domain/notifications/notification'
import type { ReceiverPage, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifiedAddress, verifyAddress } from '../../../testing/calls/notification-calls.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { get, post, remove } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  await verifyAddress(test, ada)
  await test.db.update(accounts).set({ plan: 'SUPER' }).where(eq(accounts.id, ada.accountId))
})
afterAll(() => test.close())

const hourly: Expectation = { ...defaultExpectation }
const nightly: Expectation = {
  ...defaultExpectation,
  mode: 'CRON',
  expression: '0 3 * * *',
  timezone: 'Europe/Berlin',
  graceSeconds: 600,
}
const isPost = { source: 'request_method', property: '', comparison: 'string_equal_to', rightValue: 'POST' } as const
const save = async (id: string, changes: object, name = 'Backup') => {
  const answer = await post(ada, `/receivers/${id}`, { name, ...changes })
  return { statusCode: answer.statusCode, body: answer.json<ReceiverView & { errors?: object }>() }
}
const saved = async (id: string, changes: object) => {
  const answer = await save(id, changes)
  expect([answer.statusCode, answer.body.errors]).toEqual([200, undefined])
  return answer.body
}
const rowOf = async (id: string) => (await test.db.select().from(heartbeats).where(eq(heartbeats.receiverId, id)))[0]
const signalled = async (id: string, at = new Date()) =>
  test.db
    .update(heartbeats)
    .set({
      state: 'UP',
      isSettled: true,
      lastSignalAt: at,
      expectedAt: new Date(at.getTime() + 3_600_000),
      expectedBy: new Date(at.getTime() + 3_900_000),
      checkAt: new Date(at.getTime() + 3_900_000),
    })
    .where(eq(heartbeats.receiverId, id))
const lifecycle = async (id: string, to: 'activate' | 'deactivate') =>
  (await post(ada, `/receivers/${id}/lifecycle/${to}`)).json<ReceiverView>()

describe('a receiver', () => {
  it('expects no calls until that is switched on, is a heartbeat from then on, and is none once it is switched off', async () => {
    const { id, expectation, heartbeat } = await makeReceiver(ada)
    expect([expectation, heartbeat]).toEqual([null, null])
    const paused = await saved(id, { expectation: nightly })
    expect(paused).toMatchObject({
      version: 2,
      expectation: nightly,
      heartbeat: { state: 'PAUSED', lastSignalAt: null },
    })
    expect(await lifecycle(id, 'activate')).toMatchObject({ heartbeat: { state: 'NEW', expectedAt: null } })
    expect(await saved(id, { expectation: null })).toMatchObject({ expectation: null, heartbeat: null })
    expect(await rowOf(id)).toBeUndefined()
  })

  it('keeps its expectation where a save does not give it, and a save of the same changes nothing', async () => {
    const { id } = await makeReceiver(ada)
    await saved(id, { expectation: hourly })
    const { version } = await saved(id, {})
    expect(await saved(id, { expectation: hourly })).toMatchObject({ version, expectation: hourly })
  })

  it('keeps what a success is, and shows none of an expectation that was saved before there were conditions', async () => {
    const { id } = await makeReceiver(ada)
    const successCondition = {
      source: 'request_body_json',
      property: '$.rows',
      comparison: 'number_greater_than',
      rightValue: 0,
      advancedCondition: null,
    } as const
    const { version } = await saved(id, {
      expectation: { ...hourly, successCondition: { ...successCondition, rightValue: '0' } },
    })
    expect(await saved(id, { expectation: { ...hourly, successCondition } })).toMatchObject({
      version,
      expectation: { successCondition },
    })
    const { successCondition: _none, ...before } = hourly
    await test.db.update(heartbeats).set({ expectation: before }).where(eq(heartbeats.receiverId, id))
    expect(await saved(id, { expectation: hourly })).toMatchObject({ version, expectation: { successCondition: null } })
  })

  it.each([
    ['a comparison with the call before', { comparison: 'has_changed' }, ['tooManyConditions']],
    ['the value of a secret header', { source: 'request_header', property: 'Authorization' }, ['property.0']],
    ['a path that is none', { source: 'request_body_json', property: '$[' }, ['property.0']],
    ['an execution', { source: 'response_code' }, ['tooManyConditions']],
  ])('takes no condition of %s for that of a success', async (_what, changes, fields) => {
    const { id } = await makeReceiver(ada)
    const successCondition = { ...isPost, advancedCondition: null, ...changes }
    const { statusCode, body } = await save(id, { expectation: { ...hourly, successCondition } })
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, fields])
  })

  it('has one condition of a success where its account combines none', async () => {
    const { id } = await makeReceiver(ada)
    const allowCombining = (isAdvancedConditionEnabled: boolean) =>
      test.db.update(accounts).set({ isAdvancedConditionEnabled }).where(eq(accounts.id, ada.accountId))
    const advancedCondition = { orOperands: [{ andOperands: [isPost, isPost] }] }
    const expectation = { ...hourly, successCondition: { ...isPost, advancedCondition } }
    await allowCombining(false)
    const { statusCode, body } = await save(id, { expectation })
    await allowCombining(true)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['tooManyConditions']])
    expect(await saved(id, { expectation })).toMatchObject({ expectation })
  })

  it('has the ingress decide by the new expectation from its commit on', async () => {
    const { id } = await makeReceiver(ada)
    const versionOf = async () =>
      (await test.db.select().from(receiverCounters).where(eq(receiverCounters.receiverId, id)))[0]?.version ?? 0
    const before = await versionOf()
    await saved(id, { expectation: hourly })
    expect(await versionOf()).toBeGreaterThan(before)
  })

  it('counts from the edit where its expectation is edited, and has an executor look at it', async () => {
    const { id } = await makeReceiver(ada)
    await lifecycle(id, 'activate')
    await saved(id, { expectation: hourly })
    await signalled(id)
    const now = Date.now()
    const { heartbeat } = await saved(id, { expectation: { ...hourly, everySeconds: 60, graceSeconds: 0 } })
    expect(heartbeat?.state).toBe('UP')
    expect(Date.parse(heartbeat?.expectedAt ?? '') - now).toBeGreaterThanOrEqual(60_000)
    const row = await rowOf(id)
    expect(row).toMatchObject({ isSettled: false, checkAt: expect.any(Date) as Date })
    expect(row?.movedAt?.getTime()).toBeGreaterThanOrEqual(now - 1)
  })

  it('is paused with its receiver, and expects the next signal a whole period after that is active again', async () => {
    const { id } = await makeReceiver(ada)
    await lifecycle(id, 'activate')
    await saved(id, { expectation: hourly })
    await signalled(id)
    expect(await lifecycle(id, 'deactivate')).toMatchObject({ heartbeat: { state: 'PAUSED', expectedAt: null } })
    expect((await rowOf(id))?.checkAt).toBeNull()
    const now = Date.now()
    const { heartbeat } = await lifecycle(id, 'activate')
    expect(heartbeat?.state).toBe('NEW')
    expect(Date.parse(heartbeat?.expectedAt ?? '') - now).toBeGreaterThanOrEqual(3_600_000)
    const changes = await test.db.select().from(heartbeatChanges).where(eq(heartbeatChanges.receiverId, id))
    expect(changes.map(({ state, reason }) => `${state} ${reason}`)).toEqual(['PAUSED PAUSED', 'NEW RESUMED'])
  })

  it('forgets at its pause what no executor has taken yet, which would count once it is active again', async () => {
    const { id } = await makeReceiver(ada)
    await saved(id, { expectation: hourly })
    await lifecycle(id, 'activate')
    await test.db.insert(heartbeatSignals).values({ receiverId: id, at: new Date(), kind: 'FAIL' })
    await lifecycle(id, 'deactivate')
    expect(await test.db.$count(heartbeatSignals, eq(heartbeatSignals.receiverId, id))).toBe(0)
  })

  it('is late once its signal is due, and shows since when', async () => {
    const { id } = await makeReceiver(ada)
    await lifecycle(id, 'activate')
    await saved(id, { expectation: hourly })
    const at = new Date(Date.now() - 3_660_000)
    await signalled(id, at)
    const { heartbeat } = (await get(ada, `/receivers/${id}`)).json<ReceiverView>()
    expect(heartbeat).toMatchObject({ state: 'LATE', since: new Date(at.getTime() + 3_600_000).toISOString() })
  })

  it('is copied with its expectation, and paused', async () => {
    const { id } = await makeReceiver(ada)
    await saved(id, { expectation: nightly })
    const copy = (await post(ada, `/receivers/${id}/duplicate`)).json<{ id: string }>()
    expect((await get(ada, `/receivers/${copy.id}`)).json()).toMatchObject({
      expectation: nightly,
      heartbeat: { state: 'PAUSED' },
    })
  })

  it.each([
    ['too short a period', { ...hourly, everySeconds: 29 }, 'everySeconds'],
    ['no period', { ...hourly, everySeconds: null }, 'everySeconds'],
    ['an expression that is none', { ...nightly, expression: '0 25 * * *' }, 'cronExpression'],
    ['a date that never comes', { ...nightly, expression: '0 0 30 2 *' }, 'cronExpression'],
    ['a zone that is none', { ...nightly, timezone: 'Europe/Nowhere' }, 'timezone'],
    ['no day that counts', { ...hourly, activeHours: { days: [], from: '09:00', until: '17:00' } }, 'activeDays'],
    ['an hour that is none', { ...hourly, activeHours: { days: [1], from: '24:00', until: '17:00' } }, 'activeFrom'],
    [
      'an expression outside of the hours that count',
      { ...nightly, activeHours: { days: [1], from: '09:00', until: '17:00' } },
      'cronExpression',
    ],
    ['a grace of more than a year', { ...hourly, graceSeconds: 40_000_000 }, 'graceSeconds'],
  ])('rejects %s, with a message at its field', async (_what, expectation, field) => {
    const { id } = await makeReceiver(ada)
    const { statusCode, body } = await save(id, { expectation })
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })
})

it('the list shows the state of heartbeats, counts them, and shows those of one state', async () => {
  const user = await test.signUp('Lister')
  const [first, second] = [await makeReceiver(user), await makeReceiver(user)]
  await post(user, `/receivers/${first.id}`, { name: 'a', expectation: hourly })
  await post(user, `/receivers/${first.id}/lifecycle/activate`)
  await signalled(first.id)
  await post(user, `/receivers/${second.id}`, { name: 'b', expectation: hourly })
  await makeReceiver(user)
  const list = async (query: string) => (await get(user, `/receivers${query}`)).json<ReceiverPage>()
  const all = await list('')
  expect(all.results.map(({ heartbeat }) => heartbeat?.state)).toEqual([undefined, 'PAUSED', 'UP'])
  expect(all.heartbeats).toEqual({ NEW: 0, UP: 1, RUNNING: 0, LATE: 0, DOWN: 0, PAUSED: 1 })
  const up = await list('?heartbeat=UP')
  expect([up.total, up.results.map(({ id }) => id)]).toEqual([1, [first.id]])
  expect(await list('?heartbeat=UP&status=DISABLED')).toMatchObject({ total: 0, results: [] })
})

describe('a notification of a heartbeat', () => {
  const when = {
    kind: 'HEARTBEAT',
    notifyOnRecovery: true,
    notifyWhenLate: true,
    afterInARow: 2,
    recoverAfterInARow: 3,
  } as const
  const emailSetting = { address: verifiedAddress, subject: '[{{ alert.state }}] {{ alert.summary }}', template: 'T' }

  it('is saved, shown, and kept by a save without it; changing what it tells of counts as a new version', async () => {
    const { id: receiverId } = await makeReceiver(ada)
    const input = { type: 'EMAIL', receiverId, emailSetting }
    const created = (await post(ada, '/receiver-notifications', { ...input, when })).json<ReceiverNotificationView>()
    expect(created.when).toEqual(when)
    const path = `/receiver-notifications/${created.id}`
    expect((await post(ada, path, input)).json()).toMatchObject({ version: 1, when })
    const each = { ...input, when: { kind: 'EACH_REQUEST' } }
    expect((await post(ada, path, each)).json()).toMatchObject({ version: 2, when: { kind: 'EACH_REQUEST' } })
  })

  it('has an executor look at the heartbeat, since it may count its signals', async () => {
    const { id } = await makeReceiver(ada)
    await lifecycle(id, 'activate')
    await saved(id, { expectation: hourly })
    await signalled(id)
    await post(ada, '/receiver-notifications', { type: 'EMAIL', receiverId: id, emailSetting, when })
    const row = await rowOf(id)
    expect(row?.isSettled).toBe(false)
    expect(row?.checkAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1000)
  })

  it('is previewed as if its signal had just been missed', async () => {
    const { id: receiverId } = await makeReceiver(ada)
    await saved(receiverId, { expectation: hourly })
    const templates = {
      emailSubject: emailSetting.subject,
      emailTemplate: '{{ heartbeat.state }} {{ request.method }}',
    }
    const preview = await post(ada, '/receiver-notifications/preview', { receiverId, isOfHeartbeat: true, templates })
    expect(preview.json()).toMatchObject({
      subjectId: null,
      texts: { emailSubject: { text: '[Down] no call for 1 h 5 min' }, emailTemplate: { text: 'DOWN ' } },
    })
  })
})

describe('the changes of a heartbeat', () => {
  it('are listed, the latest first, with their reasons and what became of their notifications', async () => {
    const { id } = await makeReceiver(ada)
    await lifecycle(id, 'activate')
    await saved(id, { expectation: hourly })
    await signalled(id)
    await lifecycle(id, 'deactivate')
    await lifecycle(id, 'activate')
    const ofIt = and(eq(heartbeatChanges.receiverId, id), eq(heartbeatChanges.state, 'NEW'))
    const [change] = await test.db.select().from(heartbeatChanges).where(ofIt)
    await test.db.insert(deliveries).values({
      id: uuidv7(),
      accountId: ada.accountId,
      notificationId: uuidv7(),
      subjectId: change?.id ?? '',
      occasion: 'HOLDS',
      type: 'EMAIL',
      recipient: 'ada@example.com',
      status: 'FAILED',
      createdAt: new Date(),
    })
    const listed = (await get(ada, `/receivers/${id}/heartbeat/changes`)).json<HeartbeatChangeList>().results
    expect(listed).toMatchObject([
      { state: 'NEW', reason: 'RESUMED', notificationResults: [{ status: 'FAILED' }] },
      { state: 'PAUSED', reason: 'PAUSED', duration: null, exitCode: null, notificationResults: [] },
    ])
  })

  it('are deleted with the receiver, and so are their deliveries', async () => {
    const { id } = await makeReceiver(ada)
    await lifecycle(id, 'activate')
    await saved(id, { expectation: hourly })
    await lifecycle(id, 'deactivate')
    const changes = await test.db.select().from(heartbeatChanges).where(eq(heartbeatChanges.receiverId, id))
    const subjectId = changes[0]?.id ?? ''
    await test.db.insert(deliveries).values({
      id: uuidv7(),
      accountId: ada.accountId,
      notificationId: uuidv7(),
      subjectId,
      occasion: 'HOLDS',
      type: 'EMAIL',
      recipient: 'ada@example.com',
      status: 'DELIVERED',
      createdAt: new Date(),
    })
    expect((await remove(ada, `/receivers/${id}`)).statusCode).toBe(204)
    expect(await test.db.$count(deliveries, eq(deliveries.subjectId, subjectId))).toBe(0)
    expect(await test.db.$count(heartbeatChanges, eq(heartbeatChanges.receiverId, id))).toBe(0)
  })
})
